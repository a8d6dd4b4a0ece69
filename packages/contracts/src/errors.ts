/** Every error a call can answer with: its HTTP status and the sentence a person reads. */
export const errors = {
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  page_outdated: { status: 403, message: 'This page is out of date. Reload it and try again.' },
  foreign_origin: { status: 403, message: 'This request came from another site, so it was not carried out.' },
  embed_refused: { status: 403, message: 'The owner of this chat has not allowed this site to show it.' },
  forbidden: { status: 403, message: 'Your account may not do this. Ask an admin of your organization.' },
  unverified: {
    status: 403,
    message:
      'Please verify your email address first: open the link in the mail we sent you. Then you can invite others.',
  },
  enterprise_only: {
    status: 403,
    message: 'Title, logo and colors of a chat come with the enterprise plan. Choose it under Plans to change them.',
  },
  owner_only: { status: 403, message: 'Only the owner of the organization may do this.' },
  not_found: { status: 404, message: 'There is nothing here. It may have been deleted.' },
  organization_not_found: { status: 404, message: 'Your organization is being set up. Try again in a moment.' },
  chat_not_found: { status: 404, message: 'This chat does not exist or was deleted.' },
  file_not_found: { status: 404, message: 'This file does not exist or was deleted.' },
  conflict: { status: 409, message: 'This was changed meanwhile. Reload it and try again.' },
  contact_off: { status: 409, message: 'This chat takes no messages. Please use another way to reach its owner.' },
  user_limit: {
    status: 409,
    message: 'Your plan has no room for more users. Choose a larger one, or remove some first.',
  },
  owner_stays: { status: 409, message: 'The owner of an organization cannot be removed.' },
  payment_not_set_up: {
    status: 409,
    message: 'Payment is not set up here yet, so no plan can be bought.',
  },
  no_subscription: {
    status: 409,
    message: 'Your organization has no subscription. Choose a plan to begin one.',
  },
  checkout_changed: {
    status: 409,
    message: 'Another plan was chosen meanwhile. Choose yours once more.',
  },
  chat_limit: {
    status: 409,
    message: 'Your plan has no room for more chats. Choose a larger one, or delete some first.',
  },
  storage_limit: {
    status: 409,
    message: 'Your plan has no room for this document. Choose a larger one, or delete some documents first.',
  },
  crawl_not_found: { status: 404, message: 'This website does not exist here or was deleted.' },
  crawl_running: { status: 409, message: 'This website is being read already. Wait until that is done.' },
  crawl_limit: {
    status: 409,
    message: 'This chat reads as many websites as it can. Delete one first, or add single pages.',
  },
  pair_limit: {
    status: 409,
    message: 'This chat has as many written answers as it can hold. Delete some first.',
  },
  file_limit: { status: 409, message: 'This chat has as many files as it can hold. Delete some first.' },
  file_too_large: {
    status: 413,
    message: 'This file is too large. The limit is 50 MB; split it and upload the parts.',
  },
  malformed_request: { status: 400, message: 'This could not be read as a request. Try again.' },
  too_slow: { status: 408, message: 'That took too long to arrive. Try again.' },
  header_too_large: {
    status: 431,
    message: 'This address, or what came with it, is too long. Shorten it and try again.',
  },
  body_too_large: { status: 413, message: 'That is too much at once. Send less.' },
  webhook_refused: {
    status: 400,
    message: 'This message does not carry a fresh signature of the payment provider.',
  },
  not_a_document: { status: 415, message: 'This file is not a document type' },
  unsupported_body: { status: 415, message: 'Send this as JSON or as a form.' },
  invalid: { status: 422, message: 'Please check what you entered.' },
  malformed_body: {
    status: 422,
    message: 'The request could not be read. Check that its body is complete and well formed.',
  },
  wrong_login: { status: 422, message: 'Email or password is not right.' },
  rate_limited: { status: 429, message: 'Too many tries. Wait a moment and try again.' },
  quota_used_up: { status: 429, message: 'This chat has answered all it can this month. Please come back later.' },
  daily_cap_reached: {
    status: 429,
    message: 'This chat has answered all it can today. Please come back tomorrow.',
  },
  payment_unavailable: {
    status: 503,
    message: 'The payment provider does not answer right now. Try again in a moment; nothing is charged twice.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Try again in a moment.' },
  unavailable: { status: 503, message: 'This part of the service is not reachable right now. Try again in a moment.' },
} as const

export type ErrorCode = keyof typeof errors

/** Messages of one field, as forms and calls show them. */
export const fieldMessages = {
  required: 'Please fill this in.',
  invalid: 'This is not valid.',
  email: 'Please enter a valid email address.',
  emailTaken: 'This email address already has an account. Log in instead.',
  passwordShort: 'Password must be at least 6 characters long.',
  passwordLong: 'Password too long.',
  passwordsDiffer: 'Confirmed passwords do not match',
  invite: 'This invitation is not valid any more. Ask for a new one.',
  inviteEmail: 'This invitation was sent to another email address. Please use that one.',
  inviteTwice: 'This address has an open invitation already.',
  memberAlready: 'This person is in your organization already.',
  userType: 'Please choose User or Admin.',
  resetCode: 'This code is not right, or it is too old. Ask for a new one.',
  organizationName: 'This is not the name of your organization.',
  currentPassword: 'This is not your current password.',
  image: 'Please choose a PNG, JPG, BMP or GIF picture.',
  imageLarge: 'Please choose a picture of at most 5 MB.',
  color: 'Please choose a color like #930de3.',
  plan: 'Please choose one of the plans.',
  domains: 'Please enter domains like example.com, one a line, without https:// and without paths.',
  dailyCap: 'Please enter a whole number, or 0 for no cap.',
  webhook: 'Please enter an address that starts with https://.',
  contactBlank: 'Please write a message first.',
  chooseChat: 'Please select a knowledge base.',
  promptBlank: 'Please provide a prompt first.',
  fileMissing: 'Please choose a file or enter a web address.',
  fileEmpty: 'This file is empty. Please choose another one.',
  tooLong: (max: number) => `Please use at most ${max} characters.`,
  notADocument: (name: string) => `File ${name} not a document type`,
} as const
