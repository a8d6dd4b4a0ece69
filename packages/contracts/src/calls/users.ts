import { type Static, Type } from 'typebox'
import { fieldMessages } from '../errors.ts'
import { userTypes } from '../limits.ts'
import { defineCall, Email, Id, IdParams, listQuery, MessageAnswer, Timestamp } from './common.ts'

const tags = ['Users']

/** Somebody who belongs to the organization, or was invited to. */
export const Member = Type.Object({
  id: Id,
  organization_id: Type.Integer(),
  email: Type.String(),
  name: Type.String({ description: 'Empty until the invitation is accepted' }),
  type_id: Type.Integer(),
  status: Type.Union([Type.Literal('active'), Type.Literal('Pending')]),
  is_used: Type.Boolean({ description: 'Whether the invitation was accepted' }),
  date_format: Type.String(),
  created_at: Timestamp,
})
export type Member = Static<typeof Member>

export const InviteUser = Type.Object({
  email: Email,
  type_id: Type.Integer({
    minimum: userTypes.user,
    maximum: userTypes.admin,
    description: '1 user, 2 admin',
    messages: { minimum: fieldMessages.userType, maximum: fieldMessages.userType, type: fieldMessages.userType },
  }),
})
export type InviteUser = Static<typeof InviteUser>

export const listUsers = defineCall({
  method: 'GET',
  url: '/api/w/users',
  schema: {
    summary: 'List members and open invitations',
    tags,
    querystring: listQuery('newest', 'oldest', 'email'),
    response: {
      200: Type.Object({
        items: Type.Array(Member),
        amount: Type.Integer({ description: 'Rows a full page has' }),
        is_root: Type.Boolean(),
      }),
    },
  },
})

export const inviteUser = defineCall({
  method: 'POST',
  url: '/api/w/users',
  schema: {
    summary: 'Invite somebody by mail',
    tags,
    body: InviteUser,
    response: { 200: Type.Object({ item: Member, message: Type.String() }) },
  },
})

export const removeUser = defineCall({
  method: 'DELETE',
  url: '/api/w/users/:id',
  schema: {
    summary: 'Withdraw an invitation; root users also remove members',
    tags,
    params: IdParams,
    response: { 200: MessageAnswer },
  },
})
