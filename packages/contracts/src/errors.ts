import * as errors from './error-codes.ts'

export { errors }
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
  invite: errors.invitation_not_found.message,
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
  webhook: 'Please enter an address like https://example.com/messages.',
  contactBlank: 'Please write a message first.',
  chooseChat: 'Please select a knowledge base.',
  promptBlank: 'Please provide a prompt first.',
  fileMissing: 'Please choose a file or enter a web address.',
  fileEmpty: 'This file is empty. Please choose another one.',
  tooLong: (max: number) => `Please use at most ${max} characters.`,
  notADocument: (name: string) => `File ${name} not a document type`,
} as const
