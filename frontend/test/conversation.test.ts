import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, errors, limits, type Source } from '@lectern/contracts'
import {
  type ConversationAction,
  type ConversationState,
  confirmedIds,
  conversationReducer,
  isAnswering,
  startConversation,
  toFailure,
  transactionIdFor,
  unreachable,
} from '@lectern/conversation'
import { announcement, copyText, readingText } from '../src/features/conversation/answer-text.ts'

const source = (n: number, name = 'guide.pdf', page: number | null = 2): Source => ({
  n,
  file_id: 'f',
  name,
  page,
  url: null,
  quote: 'The sky is blue.',
  start: 0,
  end: 16,
})

const done = (
  id: string,
  changes: Partial<Answer['data']> = {},
  type: Answer['type'] = 'answer',
): ConversationAction => ({
  type: 'done',
  answer: {
    err: false,
    message: '',
    id,
    type,
    data: {
      answer: 'It is **blue** [1].',
      user_message_id: `${id}-question`,
      transcript_id: 't',
      sources: [source(1)],
      by: 'model',
      notice: null,
      suggestions: [],
      ...changes,
    },
  },
})

const sent = (text = 'Which color?'): ConversationAction => ({ type: 'sent', text, transactionId: 'abcd1234' })
const failed = (code: keyof typeof errors): ConversationAction => ({
  type: 'failed',
  error: toFailure(errors[code].status, { ...errors[code], code }),
})

const after = (...actions: ConversationAction[]): ConversationState =>
  actions.reduce(conversationReducer, startConversation(''))
const texts = (state: ConversationState) => state.messages.map(({ role, text }) => `${role}: ${text}`)

test('a question stands at once, and is confirmed with its id by the answer', () => {
  const asked = after(sent())
  assert.deepEqual(texts(asked), ['user: Which color?', 'assistant: '])
  assert.deepEqual(confirmedIds(asked), [])
  assert.equal(isAnswering(asked), true)
  const answered = conversationReducer(asked, done('a'))
  assert.deepEqual(confirmedIds(answered), ['a-question', 'a'])
  assert.equal(isAnswering(answered), false)
})

test('text grows as it comes, and the end has the last word', () => {
  const writing = after(sent(), { type: 'delta', text: 'It' }, { type: 'delta', text: ' was' })
  assert.equal(writing.messages.at(-1)?.text, 'It was')
  assert.equal(conversationReducer(writing, done('a')).messages.at(-1)?.text, 'It is **blue** [1].')
})

test('what is taken back is gone, and the answer goes on from there', () => {
  const taken = after(sent(), { type: 'delta', text: 'It was' }, { type: 'restart' })
  assert.equal(taken.messages.at(-1)?.text, '')
  assert.equal(isAnswering(taken), true)
  assert.equal(conversationReducer(taken, { type: 'delta', text: 'No' }).messages.at(-1)?.text, 'No')
})

test('the first sources are what is being read; the next are what the answer relies on', () => {
  const found = after(sent(), { type: 'sources', sources: [source(1, 'a.pdf'), source(2, 'b.pdf')] })
  const open = found.messages.at(-1)
  assert.ok(open?.role === 'assistant')
  assert.deepEqual(open.sources, [])
  assert.equal(readingText(open.reading), 'Reading a.pdf and 1 more…')
  const cited = conversationReducer(found, { type: 'sources', sources: [source(1, 'b.pdf')] }).messages.at(-1)
  assert.ok(cited?.role === 'assistant')
  assert.deepEqual(
    cited.sources.map(({ name }) => name),
    ['b.pdf'],
  )
})

test('the introduction is shown and never listed', () => {
  const state = startConversation(' Welcome! ')
  assert.deepEqual(texts(state), ['assistant: Welcome!'])
  assert.equal(isAnswering(state), false)
  assert.deepEqual(confirmedIds([sent(), done('a')].reduce(conversationReducer, state)), ['a-question', 'a'])
})

test('a failed question keeps its text, says why, and goes out again as it was', () => {
  const before = after(sent('First?'), done('a'), sent('Second?'), failed('unavailable'))
  assert.deepEqual(texts(before).slice(2), ['user: Second?'])
  assert.deepEqual(before.messages.at(-1)?.problem, {
    text: errors.unavailable.message,
    kind: 'error',
    code: 'unavailable',
  })
  assert.equal(isAnswering(before), false)
  const again = conversationReducer(before, { type: 'retried', transactionId: 'abcd1234' })
  assert.deepEqual(texts(again).slice(2), ['user: Second?', 'assistant: '])
  assert.equal(again.messages[2]?.problem, null)
  assert.deepEqual(confirmedIds(conversationReducer(again, done('b'))), ['a-question', 'a', 'b-question', 'b'])
})

test('an answer that broke off stays readable and is flagged; trying again replaces it', () => {
  const broken = after(sent(), { type: 'delta', text: 'It is' }, { type: 'failed', error: unreachable })
  assert.deepEqual(texts(broken), ['user: Which color?', 'assistant: It is'])
  assert.deepEqual(broken.messages.at(-1)?.problem, { text: unreachable.message, kind: 'error', code: 'unreachable' })
  assert.deepEqual(texts(conversationReducer(broken, { type: 'retried', transactionId: 'x' })), [
    'user: Which color?',
    'assistant: ',
  ])
})

test('a used-up allowance is a limit, not an error', () => {
  assert.equal(after(sent(), failed('quota_used_up')).messages.at(-1)?.problem?.kind, 'limit')
})

test('a stopped answer keeps what was read, and hears nothing more', () => {
  const stopped = after(
    sent(),
    { type: 'delta', text: 'It is' },
    { type: 'stopped' },
    { type: 'delta', text: ' blue' },
    done('a'),
  )
  assert.deepEqual(texts(stopped), ['user: Which color?', 'assistant: It is'])
  assert.deepEqual(confirmedIds(stopped), [])
  assert.equal(announcement(stopped), 'Stopped.')
})

test('starting again forgets all but the introduction', () => {
  const state = after(sent(), done('a'), { type: 'started', intro: 'Hello' })
  assert.deepEqual(state, startConversation('Hello'))
})

test('every message has a key of its own, also after retries', () => {
  const state = after(sent(), failed('internal'), { type: 'retried', transactionId: 'x' }, done('a'), sent(), done('b'))
  const keys = state.messages.map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
})

test('a transaction id is eight letters and digits, and stays while the conversation goes on', () => {
  const fresh = transactionIdFor(after())
  assert.match(fresh, new RegExp(`^[A-Za-z0-9]{${limits.transactionId}}$`))
  assert.notEqual(transactionIdFor(after()), fresh)
  assert.equal(transactionIdFor(after(sent(), done('a'))), 'abcd1234')
})

test('a conversation nothing of which was confirmed starts afresh', () => {
  assert.notEqual(transactionIdFor(after(sent(), failed('internal'))), 'abcd1234')
})

test('at most the newest ids are listed', () => {
  const exchanges = Array.from({ length: limits.messagesListed }, (_, i) => [sent(), done(`a${i}`)]).flat()
  const ids = confirmedIds(after(...exchanges))
  assert.equal(ids.length, limits.messagesListed)
  assert.equal(ids.at(-1), `a${limits.messagesListed - 1}`)
})

test('a finished answer is announced whole, without signs; its pieces are not', () => {
  assert.equal(announcement(after(sent(), { type: 'delta', text: 'It' })), '')
  const finished = after(sent(), done('a', { notice: 'No model.', answer: '> It is **blue** [1]\n\n- see [here](/x)' }))
  assert.equal(announcement(finished), 'It is blue see here No model. 1 source.')
})

test('an answer is copied with the words it relies on', () => {
  assert.equal(
    copyText('Blue [1]', [source(1), { ...source(2, 'notes.txt', null), quote: 'The sky\nis blue.' }]),
    'Blue [1]\n\n[1] guide.pdf, page 2: “The sky is blue.”\n[2] notes.txt: “The sky is blue.”',
  )
  assert.equal(copyText('Nothing', []), 'Nothing')
})
