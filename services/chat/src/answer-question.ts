import { randomBytes } from 'node:crypto'
import { type Answer, type AskQuestion, answerTexts, limits, type Source } from '@lectern/contracts'
import { CallError, type Cause, type Identity, notFound, outboxEntry } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { ModelError } from './ask-model.ts'
import { type Composed, candidates, noAnswer, quotePassages, writeAnswer } from './compose-answer.ts'
import { enoughSupport, supportOf } from './judge-support.ts'
import { secondsToNextPeriod } from './models/allowance.ts'
import type { Conversation, StoredMessage } from './models/conversation.ts'
import type { ChatCopy } from './models/copies.ts'
import type { Passage } from './retrieve-passages.ts'

export type AnswerEvent =
  | { event: 'sources'; sources: Source[] }
  | { event: 'delta'; text: string }
  | { event: 'done'; answer: Answer }

const passagesForModel = 8
const remembered = 6
const exchangesPerConversation = 200

type Asked = {
  chat: ChatCopy
  question: string
  conversation: Conversation | null
  conversationId: string
  messageIds: [string, string]
  cause: Cause
}

/**
 * Answers a question from a chat's documents: reserves one of the month's answers, finds passages, lets the model write or quotes
 * them, keeps both messages with their event. Whatever fails before an answer is there gives the reservation back.
 * The first event comes only once all that can refuse the question has passed.
 * @throws CallError
 */
export async function* answerQuestion(
  context: Context,
  identity: Identity,
  input: AskQuestion,
  request: { cause: Cause; signal: AbortSignal; log: FastifyBaseLogger },
): AsyncGenerator<AnswerEvent> {
  const chat = await findChat(context, identity, input)
  const asked = await openConversation(context, chat, input, request.cause)
  const total = await context.allowanceOf(chat.orgId)
  const reservation = await context.allowances.reserve(chat.orgId, total, asked.messageIds[1], asked.conversationId)
  if (!reservation) throw new CallError('quota_used_up', { retryAfterSeconds: secondsToNextPeriod(new Date()) })

  let shown = ''
  let composed: Composed | null = null
  let modelFailed = false
  try {
    const passages = await context.retrieve(chat.orgId, chat._id, asked.question, passagesForModel)
    const writing = compose(context, asked, passages, request, () => {
      modelFailed = true
    })
    for (let step = await writing.next(); ; step = await writing.next()) {
      if (step.done) {
        composed = step.value
        break
      }
      if (step.value.event === 'delta') shown += step.value.text
      yield step.value
    }
    const answer = await keepExchange(context, asked, composed)
    yield { event: 'done', answer }
  } finally {
    // A reader who leaves after text was shown has had an answer.
    const left = request.signal.aborted && shown !== '' && composed === null
    if (left)
      await keepExchange(context, asked, { type: 'answer', text: shown.trim(), sources: [], by: 'model', notice: null })
    const answered = left || (composed !== null && !modelFailed)
    await context.allowances[answered ? 'keep' : 'giveBack'](chat.orgId, reservation)
  }
}

async function findChat(context: Context, identity: Identity, input: AskQuestion): Promise<ChatCopy> {
  const chat = await context.chatOf(identity.orgId, input.kb_id)
  if (!chat) throw notFound('chat_not_found')
  const visitor = identity.kind === 'visitor'
  // A ticket opens one chat; the ids in the form must be that chat's.
  if (
    visitor &&
    (chat.unqid !== identity.chatUnqid || ((input.org_id ?? '') !== '' && Number(input.org_id) !== identity.orgId))
  )
    throw notFound('chat_not_found')
  return chat
}

/** Goes on with the conversation only for who knows one of its messages; ids of conversations can be guessed, those cannot. */
async function openConversation(context: Context, chat: ChatCopy, input: AskQuestion, cause: Cause): Promise<Asked> {
  const known = (input.messages ?? '').split(',').filter(Boolean)
  const named = input.t_d ? `${chat._id}.${input.t_d}` : null
  const found = named && known.length > 0 ? await context.conversations.find(chat.orgId, named) : null
  const conversation = found?.messages.some(({ id }) => known.includes(id)) ? found : null
  if (conversation && conversation.answered >= exchangesPerConversation)
    throw new CallError('conflict', {
      message: 'This conversation has become very long. Reload the page to start a new one.',
    })
  return {
    chat,
    question: input.prompt.trim(),
    conversation,
    conversationId: conversation?._id ?? named ?? `${chat._id}.${newId()}`,
    messageIds: [newId(), newId()],
    cause,
  }
}

async function* compose(
  context: Context,
  asked: Asked,
  passages: Passage[],
  request: { signal: AbortSignal; log: FastifyBaseLogger },
  failed: () => void,
) {
  const { question, chat } = asked
  if (context.askModel && passages.length > 0) {
    yield { event: 'sources' as const, sources: candidates(passages) }
    try {
      const organization = await context.organizationOf(chat.orgId)
      return yield* writeAnswer(
        context.askModel,
        {
          guardrails: organization?.systemPrompt ?? '',
          systemPrompt: chat.systemPrompt,
          personality: chat.personality,
          passages,
          history: (asked.conversation?.messages ?? [])
            .slice(-remembered)
            .map(({ role, content }) => ({ role, content })),
          question,
        },
        request.signal,
      )
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      request.log.warn({ err: error }, 'the model failed; the passages answer')
      failed()
    }
  }
  const notice = context.askModel ? answerTexts.modelAway : answerTexts.noModel
  const supported = supportOf(question, passages) >= enoughSupport
  const still = !chat.isReady && !chat.isFailed
  const composed = supported
    ? quotePassages(question, passages, notice)
    : noAnswer('passages', notice, still ? answerTexts.stillReading : answerTexts.noAnswer)
  yield { event: 'sources' as const, sources: composed.sources }
  yield { event: 'delta' as const, text: composed.text }
  return composed
}

/** Stores question and answer with the event that tells of them. */
async function keepExchange(context: Context, asked: Asked, composed: Composed): Promise<Answer> {
  const { chat, conversation, messageIds } = asked
  const at = new Date()
  const exchange: [StoredMessage, StoredMessage] = [
    { id: messageIds[0], role: 'user', content: asked.question, type: 'answer', sources: [], at },
    {
      id: messageIds[1],
      role: 'assistant',
      content: composed.text,
      type: composed.type,
      sources: composed.sources,
      at,
    },
  ]
  const entry = outboxEntry('conversation.answered', asked.cause, {
    kbId: chat._id,
    userMessageId: messageIds[0],
    assistantMessageId: messageIds[1],
    type: composed.type,
    first: conversation === null,
  })
  let id = asked.conversationId
  if (conversation) await context.conversations.append(chat.orgId, id, exchange, entry)
  else {
    const start = () =>
      context.conversations.start(
        chat.orgId,
        { _id: id, kbId: chat._id, unqid: id.slice(-limits.transactionId) },
        exchange,
        entry,
      )
    if (!(await start())) {
      id = `${chat._id}.${newId()}`
      await start()
    }
  }
  context.outbox.wake(id)
  const { text, sources, by, notice, type } = composed
  return {
    err: false,
    message: '',
    id: messageIds[1],
    type,
    data: { answer: text, user_message_id: messageIds[0], transcript_id: id, sources, by, notice },
  }
}

/** 120 random bits: who knows it was told it. */
const newId = () => randomBytes(15).toString('base64url')
