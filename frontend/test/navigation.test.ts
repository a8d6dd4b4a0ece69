import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userTypes } from '@lectern/contracts'
import { destinationsFor, isCurrent } from '../src/app/navigation.ts'

const labels = (organization_id: number, type_id: number): string[] =>
  destinationsFor({ organization_id, type_id }).map(({ label }) => label)

test('an admin sees every link, in order', () => {
  assert.deepEqual(labels(1, userTypes.admin), [
    'Dashboard',
    'Admin',
    'Chats',
    'Chat Logs',
    'Playground',
    'Organization',
    'Users',
    'Logs',
    'Plans',
    'Settings',
    'Help & Support',
  ])
})

test('a user does not manage the organization', () => {
  const seen = labels(1, userTypes.user)
  for (const label of ['Organization', 'Users', 'Logs']) assert.ok(!seen.includes(label))
  assert.ok(seen.includes('Admin'))
})

test('Admin is for those who belong to an organization', () => {
  assert.ok(!labels(0, userTypes.admin).includes('Admin'))
})

test('a link is current on its screen and below it, not beside it', () => {
  assert.ok(isCurrent('/chats', '/chats/abc'))
  assert.ok(isCurrent('/chat', '/chat'))
  assert.ok(!isCurrent('/chat', '/chats'))
  assert.ok(!isCurrent('/chat', '/chat-logs'))
  assert.ok(!isCurrent('/', '/chats'))
})
