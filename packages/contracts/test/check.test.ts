import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  AskQuestion,
  check,
  fieldMessages,
  Login,
  limits,
  Register,
  SaveKnowledgeBase,
  sizeFormat,
} from '../src/index.ts'

const ada = { name: 'Ada', email: 'ada@example.com', password: 'secret', passwordConfirmation: 'secret' }
const errorsOf = (schema: Parameters<typeof check>[0], input: unknown) => {
  const checked = check(schema, input)
  return checked.ok ? {} : checked.errors
}

describe('a form and a request are checked by the same schema', () => {
  test('what is right passes, and fields nobody knows are dropped', () => {
    assert.deepEqual(check(Register, { ...ada, isRoot: true }), { ok: true, value: ada })
  })

  for (const [what, fields, expected] of [
    ['a missing name', { name: undefined }, { name: [fieldMessages.required] }],
    ['a blank name', { name: ' \n' }, { name: [fieldMessages.required] }],
    ['a name of 156 characters', { name: 'a'.repeat(156) }, { name: [fieldMessages.tooLong(limits.name)] }],
    ['an address without a point', { email: 'ada@example' }, { email: [fieldMessages.email] }],
    [
      'a password of 5 characters',
      { password: '12345' },
      { password: ['Password must be at least 6 characters long.'] },
    ],
    ['a password of 256 characters', { password: 'a'.repeat(256) }, { password: ['Password too long.'] }],
    ['a number for a name', { name: 7 }, { name: [fieldMessages.invalid] }],
  ] as const)
    test(`${what} gets its own sentence`, () => assert.deepEqual(errorsOf(Register, { ...ada, ...fields }), expected))

  test('every wrong field is named at once', () => {
    assert.deepEqual(Object.keys(errorsOf(Register, {})).sort(), ['email', 'name', 'password', 'passwordConfirmation'])
  })

  for (const input of [null, [], 'text', 3, undefined])
    test(`${JSON.stringify(input)} is no form`, () =>
      assert.deepEqual(Object.keys(errorsOf(Login, input)).sort(), ['email', 'password']))

  test('the limits of the specification hold to the character', () => {
    const question = { kb_id: 'kb' }
    assert.deepEqual(errorsOf(AskQuestion, { ...question, prompt: 'a'.repeat(2500) }), {})
    assert.deepEqual(errorsOf(AskQuestion, { ...question, prompt: 'a'.repeat(2501) }), {
      prompt: [fieldMessages.tooLong(2500)],
    })
    assert.deepEqual(errorsOf(AskQuestion, { ...question, prompt: ' ' }), {
      prompt: ['Please provide a prompt first.'],
    })
    assert.deepEqual(errorsOf(AskQuestion, { prompt: 'a', kb_id: '' }), { kb_id: ['Please select a knowledge base.'] })
    assert.deepEqual(errorsOf(SaveKnowledgeBase, { pre_question_4: 'a'.repeat(35) }), {})
    assert.deepEqual(Object.keys(errorsOf(SaveKnowledgeBase, { pre_question_4: 'a'.repeat(36) })), ['pre_question_4'])
    assert.deepEqual(errorsOf(SaveKnowledgeBase, { color: 'red' }), { color: [fieldMessages.color] })
  })
})

describe('sizes as people read them', () => {
  for (const [bytes, text] of [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [2_904_266, '2.77 MB'],
    [5 * 1024 ** 4, '5120.00 GB'],
  ] as const)
    test(text, () => assert.equal(sizeFormat(bytes), text))
})
