import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldMessages, Login, limits, Register, SaveKnowledgeBase } from '@lectern/contracts'
import type { FieldValues, ResolverOptions } from 'react-hook-form'
import { contractResolver } from '../src/app/form.ts'

type AnyResolver = (
  values: FieldValues,
  context: undefined,
  options: ResolverOptions<FieldValues>,
) => Promise<{ values: FieldValues; errors: FieldValues }>

const resolve = (resolver: unknown, values: FieldValues) =>
  (resolver as AnyResolver)(values, undefined, { fields: {}, shouldUseNativeValidation: false })

test('what the contract allows is handed on', async () => {
  const given = { email: 'anna@example.com', password: 'secret' }
  assert.deepEqual(await resolve(contractResolver(Login), given), { values: given, errors: {} })
})

test('each field gets the message of the contract', async () => {
  const given = { name: 'Anna', email: 'anna', password: '12345', passwordConfirmation: '12345' }
  const { values, errors } = await resolve(contractResolver(Register), given)
  assert.deepEqual(values, {})
  assert.deepEqual(errors, {
    email: { type: 'contract', message: fieldMessages.email },
    password: { type: 'contract', message: fieldMessages.passwordShort },
  })
})

test('rules beyond the schema count too, also where the schema is content', async () => {
  const rules = () => ({ passwordConfirmation: [fieldMessages.passwordsDiffer] })
  const given = { name: 'Anna', email: 'anna@example.com', password: '123456', passwordConfirmation: '654321' }
  const { errors } = await resolve(contractResolver(Register, rules), given)
  assert.deepEqual(errors, { passwordConfirmation: { type: 'contract', message: fieldMessages.passwordsDiffer } })
})

test('a form may be a part of a call', async () => {
  const resolver = contractResolver(SaveKnowledgeBase)
  assert.deepEqual((await resolve(resolver, { personality: 'Kind' })).errors, {})
  const long = { pre_question_1: 'x'.repeat(limits.helperQuestion + 1) }
  assert.equal(
    (await resolve(resolver, long)).errors.pre_question_1.message,
    fieldMessages.tooLong(limits.helperQuestion),
  )
})
