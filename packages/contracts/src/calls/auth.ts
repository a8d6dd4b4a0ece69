import Type, { type Static } from 'typebox'
import { limits } from '../limits.ts'
import { defineCall, Email, Name, Password } from './common.ts'

const tags = ['Account']
const Redirect = Type.Object({ url: Type.String(), message: Type.String() })

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

export const login = defineCall({
  method: 'POST',
  url: '/api/login',
  schema: { summary: 'Log in', tags, body: Login, response: { 200: Redirect } },
})

export const register = defineCall({
  method: 'POST',
  url: '/api/register',
  schema: { summary: 'Create an account and its organization', tags, body: Register, response: { 200: Redirect } },
})

export const logout = defineCall({
  method: 'POST',
  url: '/api/logout',
  schema: { summary: 'Log out', tags, response: { 200: Redirect } },
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
