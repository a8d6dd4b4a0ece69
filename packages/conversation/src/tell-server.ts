import type { ErrorCode, GiveFeedback, LeaveMessage } from '@lectern/contracts'
import { visitorPaths } from '@lectern/contracts'
import { failureOf, isFailure, tooSlow, unreachable } from './failure.ts'
import { type PublicPage, renewTicket } from './renew-ticket.ts'
import { requestHeaders } from './request-headers.ts'

const timeout = 15_000

/** Says whether an answer helped. @throws Failure */
export const giveFeedback = (feedback: GiveFeedback, page?: PublicPage) => tell(visitorPaths.feedback, feedback, page)

/** Leaves a message for a person. @throws Failure */
export const leaveMessage = (message: LeaveMessage, page?: PublicPage) => tell(visitorPaths.contact, message, page)

/** A page whose ticket has ended gets a new one first. */
async function tell(path: string, body: object, page?: PublicPage): Promise<void> {
  try {
    let response = await post(path, body)
    let failure = response.ok ? null : await failureOf(response)
    if (failure?.code === ('page_outdated' satisfies ErrorCode) && page) {
      await renewTicket(page)
      response = await post(path, body)
      failure = response.ok ? null : await failureOf(response)
    }
    if (failure) throw failure
  } catch (error) {
    if (isFailure(error) && !(error instanceof Error)) throw error
    throw error instanceof DOMException && error.name === 'TimeoutError' ? tooSlow : unreachable
  }
}

const post = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    headers: { ...requestHeaders(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  })
