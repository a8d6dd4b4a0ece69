import { type Answer, type AnswerTexts, type AskQuestion, type IdentifiedVisitor, limits } from '@lectern/contracts'
import { CallError, type Cause, type Identity, inSpan, notFound, outboxEntry, startSpan } from '@lectern/service'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './app.ts'
import { ModelError } from './ask-model.ts'
import {
  type Composed,
  candidates,
  correct,
  noAnswer,
  type Piece,
  quoteOwner,
  quotePassages,
  quotesOf,
  type Seen,
  see,
  writeAnswer,
} from './compose-answer.ts'
import { enoughSupport, supportOf } from './judge-support.ts'
import { measureAnswer } from './measure-answer.ts'
import { type Conversation, newId, newTransactionId, type StoredMessage } from './models/conversation.ts'
import type { ChatCopy } from './models/copies.ts'
import { questionInContext } from './question-in-context.ts'
import type { Passage } from './rank-passages.ts'
import { suggestQuestions } from './suggest-questions.ts'
import { textsFor } from './texts-for.ts'
import type { WrittenAnswer } from './written-answers.ts'

/** As the contract's stream tells it; the last one is `done`. */
export type AnswerEvent = Piece | { event: 'done'; answer: Answer }

const passagesFound = 8

type Request = { cause: Cause; signal: AbortSignal; log: FastifyBaseLogger; visitor?: IdentifiedVisitor }

type Asked = {
  chat: ChatCopy
  question: string
  /** What is searched for: the question, with those before it where it goes on from them. */
  query: string
  /** What we say ourselves, in the question's language. */
  texts: AnswerTexts
  /** The conversation that goes on, with its last messages. */
  conversation: Conversation | null
  conversationId: string
  messageIds: [string, string]
  cause: Cause
  visitor?: IdentifiedVisitor
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
  request: Request,
): AsyncGenerator<AnswerEvent> {
  const measured = measureAnswer(identity.orgId)
  const chat = await findChat(context, identity, input)
  const asked = { ...(await openConversation(context, chat, input, request.cause)), visitor: request.visitor }
  // Most questions may be answered, so the search need not wait for the count.
  const search = inSpan('find passages', request.cause.traceparent, () =>
    Promise.all([
      context.retrieve(chat.orgId, chat._id, asked.query, passagesFound),
      context.written.find(chat.orgId, chat._id, asked.query),
    ]),
  )
  search.catch(() => {})
  const allowed = await context.allowedTo(chat.orgId)
  const reservation = await context.allowances.reserve(chat.orgId, allowed, asked.messageIds[1], asked.conversationId)
  measured.allowance(reservation ? 'reserved' : 'refused')
  if (!reservation)
    throw new CallError('quota_used_up', { retryAfterSeconds: (allowed.period.resets.getTime() - Date.now()) / 1000 })

  const seen: Seen = { text: '', sources: null }
  const model = { failed: false }
  let composed: Composed | null = null
  let kept = false
  try {
    const writing = compose(context, asked, ...(await search), request, model)
    for (let step = await writing.next(); !composed; step = await writing.next()) {
      if (step.done) composed = step.value
      else {
        if (step.value.event === 'delta') measured.text('model')
        yield see(seen, step.value)
      }
    }
    measured.text(composed.by)
    yield* correct(seen, composed)
    const answer = await keepExchange(context, asked, composed)
    kept = true
    measured.end(composed)
    yield { event: 'done', answer }
  } finally {
    // A reader who leaves after text was shown has had an answer.
    if (!kept && request.signal.aborted && seen.text !== '') {
      await keepExchange(context, asked, composed ?? leftAt(seen))
      kept = true
    }
    if (model.failed) measured.modelFailed()
    const isSpent = kept && !model.failed
    await context.allowances[isSpent ? 'keep' : 'giveBack'](chat.orgId, reservation)
    measured.allowance(isSpent ? 'kept' : 'given_back')
  }
}

/** What was written until the reader left, with those of its sources that it cites. */
const leftAt = ({ text, sources }: Seen): Composed => ({
  type: 'answer',
  text: text.trim(),
  sources: (sources ?? []).filter(({ n }) => text.includes(`[${n}]`)),
  by: 'model',
  notice: null,
  suggestions: [],
})

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
  const named = `${chat._id}.${input.t_d ?? newTransactionId()}`
  const goesOn = input.t_d !== undefined && known.length > 0
  const conversation = goesOn ? await context.conversations.findToContinue(chat.orgId, named, known) : null
  if (conversation && conversation.answered >= limits.exchangesPerConversation)
    throw new CallError('conflict', {
      message: 'This conversation has become very long. Reload the page to start a new one.',
    })
  const question = input.prompt.trim()
  const earlier = (conversation?.messages ?? []).filter(({ role }) => role === 'user').map(({ content }) => content)
  return {
    chat,
    question,
    query: questionInContext(question, earlier),
    texts: textsFor(question),
    conversation,
    conversationId: named,
    messageIds: [newId(), newId()],
    cause,
  }
}

/** The owner's own answer where there is one, else the model's, or without it the passages' own. */
async function* compose(
  context: Context,
  asked: Asked,
  passages: Passage[],
  written: WrittenAnswer | null,
  request: Request,
  model: { failed: boolean },
): AsyncGenerator<Piece, Composed> {
  const { question, query, chat, texts } = asked
  if (written) return quoteOwner(written, texts)
  const nothing = chat.isReady || chat.isFailed ? texts.noAnswer : texts.stillReading
  const refuse = async (by: Composed['by'], notice: string | null = null) => ({
    ...noAnswer(by, nothing, notice),
    suggestions: await suggestQuestions(context, chat, query, passages, texts),
  })
  if (passages.length === 0) return refuse('passages')
  if (context.askModel) {
    yield { event: 'sources', sources: candidates(passages) }
    const span = startSpan('ask model', 'internal', asked.cause.traceparent)
    try {
      const organization = await context.organizationOf(chat.orgId)
      const answer = yield* writeAnswer(
        context.askModel,
        {
          orgId: chat.orgId,
          guardrails: organization?.systemPrompt ?? '',
          systemPrompt: chat.systemPrompt,
          personality: chat.personality,
          passages,
          history: (asked.conversation?.messages ?? []).map(({ role, content }) => ({ role, content })),
          question,
        },
        texts,
        request.signal,
      )
      return answer.type === 'answer' ? answer : refuse('model')
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      request.log.warn({ err: error }, 'the model failed; the passages answer')
      model.failed = true
    } finally {
      span.end({ error: model.failed ? new ModelError() : undefined })
    }
  }
  if (supportOf(passages) >= enoughSupport) {
    const near = await context.nearSentences(query, passages)
    return quotePassages(quotesOf(query, passages, near), model.failed ? texts.modelAway : texts.noModel)
  }
  return refuse('passages', model.failed ? texts.modelAwayNoAnswer : null)
}

/** Stores question and answer with the event that tells of them. */
async function keepExchange(context: Context, asked: Asked, composed: Composed): Promise<Answer> {
  const { chat, conversation, messageIds, visitor } = asked
  const { text, sources, by, notice, suggestions, type } = composed
  const at = new Date()
  const exchange: [StoredMessage, StoredMessage] = [
    { id: messageIds[0], role: 'user', content: asked.question, type: 'answer', sources: [], at },
    { id: messageIds[1], role: 'assistant', content: text, type, sources, at },
  ]
  const told = (first: boolean) =>
    outboxEntry('conversation.answered', asked.cause, {
      kbId: chat._id,
      userMessageId: messageIds[0],
      assistantMessageId: messageIds[1],
      type,
      first,
    })
  let id = asked.conversationId
  const goesOn =
    conversation !== null && (await context.conversations.append(chat.orgId, id, exchange, told(false), visitor))
  // A conversation that was deleted meanwhile, or another that has this id already, is left alone.
  while (
    !goesOn &&
    !(await context.conversations.start(chat.orgId, { _id: id, kbId: chat._id, visitor }, exchange, told(true)))
  )
    id = `${chat._id}.${newTransactionId()}`
  context.outbox.wake(id)
  return {
    err: false,
    message: '',
    id: messageIds[1],
    type,
    data: { answer: text, user_message_id: messageIds[0], transcript_id: id, sources, by, notice, suggestions },
  }
}
