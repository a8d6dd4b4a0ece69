import { type Static, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import { limits } from '../limits.ts'
import {
  defineCall,
  Email,
  Id,
  IdParams,
  MessageAnswer,
  multipart,
  Name,
  Password,
  RedirectAnswer,
  Timestamp,
} from './common.ts'

const tags = ['Account']

export const Login = Type.Object({
  email: Email,
  password: Type.String({ minLength: 1, maxLength: limits.passwordMax }),
})
export type Login = Static<typeof Login>

export const Register = Type.Object({
  name: Name,
  email: Email,
  password: Password,
  passwordConfirmation: Type.String(),
  invite_token: Type.Optional(Type.String({ maxLength: 200 })),
})
export type Register = Static<typeof Register>

export const ForgotPassword = Type.Object({ email: Email })

export const RenewPassword = Type.Object({
  email: Email,
  password: Password,
  passwordConfirmation: Type.String(),
  token: Type.String({
    pattern: `^\\s*[A-Za-z0-9]{${limits.resetCode}}\\s*$`,
    description: 'The code of the mail',
    messages: { pattern: fieldMessages.resetCode },
  }),
})
export type RenewPassword = Static<typeof RenewPassword>

/** A field left out stays as it is; an empty new password is none. */
export const SaveSettings = Type.Object({
  name: Type.Optional(Name),
  current_password: Type.Optional(Type.String({ maxLength: limits.passwordMax })),
  new_password: Type.Optional(
    Type.String({
      pattern: `^(|[\\s\\S]{${limits.passwordMin},})$`,
      maxLength: limits.settingsPasswordMax,
      messages: { pattern: fieldMessages.passwordShort, maxLength: fieldMessages.passwordLong },
    }),
  ),
  new_password_confirm: Type.Optional(Type.String({ maxLength: limits.passwordMax })),
})
export type SaveSettings = Static<typeof SaveSettings>

export const login = defineCall({
  method: 'POST',
  url: '/api/login',
  schema: { summary: 'Log in', tags, body: Login, response: { 200: RedirectAnswer } },
})

export const register = defineCall({
  method: 'POST',
  url: '/api/register',
  schema: {
    summary: 'Create an account and its organization',
    tags,
    body: Register,
    response: { 200: RedirectAnswer },
  },
})

/** What the link of an invitation's mail is about; only whoever has the mail knows the token. */
export const readInvitation = defineCall({
  method: 'GET',
  url: '/api/invitations/:token',
  schema: {
    summary: 'Read whose invitation a link is, as long as it is open',
    tags,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 200: Type.Object({ invitation: Type.Object({ organization: Type.String(), email: Type.String() }) }) },
  },
})

export const logout = defineCall({
  method: 'POST',
  url: '/api/logout',
  schema: { summary: 'Log out', tags, response: { 200: RedirectAnswer } },
})

export const readSettings = defineCall({
  method: 'GET',
  url: '/api/w/settings',
  schema: {
    summary: 'Read your own settings',
    tags,
    response: { 200: Type.Object({ user: Type.Object({ name: Type.String(), email: Type.String() }) }) },
  },
})

export const saveSettings = defineCall({
  method: 'POST',
  url: '/api/w/settings',
  schema: {
    summary: 'Save your name, or change your password',
    tags,
    consumes: multipart,
    body: SaveSettings,
    response: { 200: MessageAnswer },
  },
})

/** The owner deletes the organization instead. */
export const deleteAccount = defineCall({
  method: 'DELETE',
  url: '/api/w/settings',
  schema: {
    summary: 'Delete your own account',
    tags,
    body: Type.Object({ current_password: Type.String({ maxLength: limits.passwordMax }) }),
    response: { 200: RedirectAnswer },
  },
})

export const forgotPassword = defineCall({
  method: 'POST',
  url: '/api/forgot-password',
  schema: {
    summary: 'Send a code to set a new password with, if there is such an account',
    tags,
    body: ForgotPassword,
    response: { 200: MessageAnswer },
  },
})

export const renewPassword = defineCall({
  method: 'POST',
  url: '/api/renew-password',
  schema: { summary: 'Set a new password with the code', tags, body: RenewPassword, response: { 200: MessageAnswer } },
})

/** The link of the mail. Where it leads says whether it was right: `/?verified=1` or `/?verified=0`. */
export const verifyEmail = defineCall({
  method: 'GET',
  url: '/api/verify-email/:token',
  schema: {
    summary: 'Verify an email address and go on to the start page',
    tags,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 302: Type.Null({ description: 'To the start page' }) },
  },
})

export const sendVerification = defineCall({
  method: 'POST',
  url: '/api/w/verification',
  schema: { summary: 'Send the verification mail again', tags, response: { 200: MessageAnswer } },
})

export const LoginSession = Type.Object({
  id: Id,
  is_current: Type.Boolean(),
  agent: Type.String({ description: 'What the browser calls itself' }),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type LoginSession = Static<typeof LoginSession>

export const listSessions = defineCall({
  method: 'GET',
  url: '/api/w/sessions',
  schema: {
    summary: 'List where you are logged in, newest first',
    tags,
    response: { 200: Type.Object({ items: Type.Array(LoginSession) }) },
  },
})

export const revokeSession = defineCall({
  method: 'DELETE',
  url: '/api/w/sessions/:id',
  schema: { summary: 'Log out somewhere else', tags, params: IdParams, response: { 200: MessageAnswer } },
})
