/**
 * Every error a call can answer with, by its code: its HTTP status and the sentence a person reads. One constant each, so that a
 * browser loads those it names and no other.
 */

export const unauthenticated = { status: 401, message: 'Unauthenticated.' } as const
export const page_outdated = { status: 403, message: 'This page is out of date. Reload it and try again.' } as const
export const foreign_origin = {
  status: 403,
  message: 'This request came from another site, so it was not carried out.',
} as const
export const embed_refused = {
  status: 403,
  message: 'The owner of this chat has not allowed this site to show it.',
} as const
export const forbidden = {
  status: 403,
  message: 'Your account may not do this. Ask an admin of your organization.',
} as const
export const unverified = {
  status: 403,
  message: 'Please verify your email address first: open the link in the mail we sent you. Then you can invite others.',
} as const
export const enterprise_only = {
  status: 403,
  message: 'Title, logo and colors of a chat come with the enterprise plan. Choose it under Plans to change them.',
} as const
export const owner_only = { status: 403, message: 'Only the owner of the organization may do this.' } as const
export const not_found = { status: 404, message: 'There is nothing here. It may have been deleted.' } as const
export const organization_not_found = {
  status: 404,
  message: 'Your organization is being set up. Try again in a moment.',
} as const
export const invitation_not_found = {
  status: 404,
  message: 'This invitation is not valid any more. Ask for a new one.',
} as const
export const chat_not_found = { status: 404, message: 'This chat does not exist or was deleted.' } as const
export const file_not_found = { status: 404, message: 'This file does not exist or was deleted.' } as const
export const conflict = { status: 409, message: 'This was changed meanwhile. Reload it and try again.' } as const
export const contact_off = {
  status: 409,
  message: 'This chat takes no messages. Please use another way to reach its owner.',
} as const
export const user_limit = {
  status: 409,
  message: 'Your plan has no room for more users. Choose a larger one, or remove some first.',
} as const
export const owner_stays = { status: 409, message: 'The owner of an organization cannot be removed.' } as const
export const payment_not_set_up = {
  status: 409,
  message: 'Payment is not set up here yet, so no plan can be bought.',
} as const
export const no_subscription = {
  status: 409,
  message: 'Your organization has no subscription. Choose a plan to begin one.',
} as const
export const checkout_changed = {
  status: 409,
  message: 'Another plan was chosen meanwhile. Choose yours once more.',
} as const
export const chat_limit = {
  status: 409,
  message: 'Your plan has no room for more chats. Choose a larger one, or delete some first.',
} as const
export const storage_limit = {
  status: 409,
  message: 'Your plan has no room for this document. Choose a larger one, or delete some documents first.',
} as const
export const crawl_not_found = { status: 404, message: 'This website does not exist here or was deleted.' } as const
export const crawl_running = {
  status: 409,
  message: 'This website is being read already. Wait until that is done.',
} as const
export const crawl_limit = {
  status: 409,
  message: 'This chat reads as many websites as it can. Delete one first, or add single pages.',
} as const
export const pair_limit = {
  status: 409,
  message: 'This chat has as many written answers as it can hold. Delete some first.',
} as const
export const file_limit = {
  status: 409,
  message: 'This chat has as many files as it can hold. Delete some first.',
} as const
export const file_too_large = {
  status: 413,
  message: 'This file is too large. The limit is 50 MB; split it and upload the parts.',
} as const
export const malformed_request = { status: 400, message: 'This could not be read as a request. Try again.' } as const
export const too_slow = { status: 408, message: 'That took too long to arrive. Try again.' } as const
export const header_too_large = {
  status: 431,
  message: 'This address, or what came with it, is too long. Shorten it and try again.',
} as const
export const body_too_large = { status: 413, message: 'That is too much at once. Send less.' } as const
export const webhook_refused = {
  status: 400,
  message: 'This message does not carry a fresh signature of the payment provider.',
} as const
export const not_a_document = { status: 415, message: 'This file is not a document type' } as const
export const unsupported_body = { status: 415, message: 'Send this as JSON or as a form.' } as const
export const invalid = { status: 422, message: 'Please check what you entered.' } as const
export const malformed_body = {
  status: 422,
  message: 'The request could not be read. Check that its body is complete and well formed.',
} as const
export const wrong_login = { status: 422, message: 'Email or password is not right.' } as const
export const rate_limited = { status: 429, message: 'Too many tries. Wait a moment and try again.' } as const
export const quota_used_up = {
  status: 429,
  message: 'This chat has answered all it can this month. Please come back later.',
} as const
export const daily_cap_reached = {
  status: 429,
  message: 'This chat has answered all it can today. Please come back tomorrow.',
} as const
export const payment_unavailable = {
  status: 503,
  message: 'The payment provider does not answer right now. Try again in a moment; nothing is charged twice.',
} as const
export const internal = { status: 500, message: 'Something went wrong on our side. Try again in a moment.' } as const
export const unavailable = {
  status: 503,
  message: 'This part of the service is not reachable right now. Try again in a moment.',
} as const
