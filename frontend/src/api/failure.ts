import { ErrorAnswer, errors, type FieldErrors } from '@lectern/contracts'
import { Value } from 'typebox/value'

/** A call that did not work: what the server said, or why it could not be asked. Status 0: no answer came. */
export type Failure = { status: number; message: string; code: string; errors: FieldErrors }

export const unreachable = 'The server cannot be reached. Check your connection and try again.'
export const tooSlow = 'The server took too long to answer. Try again in a moment.'
export const unknownError = 'Unknown error'

export function toFailure(status: number, body: unknown): Failure {
  if (Value.Check(ErrorAnswer, body)) {
    return { status, message: body.message, code: body.code, errors: body.errors ?? {} }
  }
  return { status, message: '', code: '', errors: {} }
}

export function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'message' in error && 'code' in error && 'errors' in error
}

/** The sentence a person is shown for whatever was thrown or answered. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  return isFailure(error) && error.message ? error.message : unknownError
}

export const isUnauthenticated = (text: string) => text === errors.unauthenticated.message
