import type { ErrorCode, FieldErrors } from '@lectern/contracts'

/** A call that did not work: what the server said, or why it could not be asked. Status 0: no answer came. */
export type Failure = { status: number; message: string; code: string; errors: FieldErrors }

const silentFailure = (code: string, message: string): Failure => ({ status: 0, message, code, errors: {} })

export const unreachable = silentFailure(
  'unreachable',
  'The server cannot be reached. Check your connection and try again.',
)
export const tooSlow = silentFailure('too_slow', 'The server took too long to answer. Try again in a moment.')
/** An answer that began and did not end. */
export const brokenOff = silentFailure('broken_off', 'The answer broke off. Check your connection and try again.')
export const unknownError = 'Unknown error'

export function toFailure(status: number, body: unknown): Failure {
  // What stands between the browser and the server (a proxy) may have answered instead, in a shape of its own.
  const { message, code, errors } = (typeof body === 'object' && body !== null ? body : {}) as Partial<Failure>
  return {
    status,
    message: typeof message === 'string' ? message : '',
    code: typeof code === 'string' ? code : '',
    errors: typeof errors === 'object' && errors !== null ? errors : {},
  }
}

/** What an answer that is no success tells. */
export const failureOf = async (response: Response): Promise<Failure> =>
  toFailure(response.status, await response.json().catch(() => null))

export function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'message' in error && 'code' in error && 'errors' in error
}

const limitCodes: string[] = ['quota_used_up', 'daily_cap_reached'] satisfies ErrorCode[]

/** Whether all answers of a month or a day are given, so that asking again is in vain. */
export const isLimit = (code: string): boolean => limitCodes.includes(code)

/** The sentence a person is shown for whatever was thrown or answered. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  return isFailure(error) && error.message ? error.message : unknownError
}
