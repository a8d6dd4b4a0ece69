import { type AskQuestion, answerTexts } from '@lectern/contracts'
import { CallError, type Identity } from '@lectern/service'
import { type AnswerEvent, answerQuestion } from './answer-question.ts'
import type { Context } from './app.ts'
import { identifyVisitor } from './identify-visitor.ts'
import { secondsToNextDay } from './models/daily-count.ts'

type Request = Parameters<typeof answerQuestion>[3]

const awayNotices: (string | null)[] = [answerTexts.modelAway, answerTexts.modelAwayNoAnswer]

/**
 * Answers like `answerQuestion`, and what only publishing needs: visitors have the chat's daily cap, of which a failed answer takes
 * nothing; who they are is kept; and the owner is told when the model is away or the day's answers are used up.
 * @throws CallError
 */
export async function* answerVisitor(
  context: Context,
  identity: Identity,
  input: AskQuestion,
  request: Request,
): AsyncGenerator<AnswerEvent> {
  const { orgId } = identity
  const isVisitor = identity.kind === 'visitor'
  const visitor = isVisitor ? await identifyVisitor(context, orgId, input.visitor, request.log) : undefined
  const giveBack = isVisitor ? await takeOfDay(context, orgId, identity.chatUnqid) : null
  let isAnswered = false
  try {
    for await (const event of answerQuestion(context, identity, input, { ...request, visitor })) {
      isAnswered ||= event.event !== 'sources'
      if (event.event === 'done' && awayNotices.includes(event.answer.data.notice))
        context.tellOwner(orgId, 'model-away', null)
      yield event
    }
  } finally {
    if (!isAnswered) await giveBack?.()
  }
}

/** Takes one of the day's answers of a chat that has a cap; what is answered gives it back. @throws CallError daily_cap_reached */
async function takeOfDay({ chatOf, dailyCounts, tellOwner }: Context, orgId: number, unqid: string) {
  const chat = await chatOf(orgId, unqid)
  if (!chat?.dailyCap) return null
  const key = `answers ${chat._id}`
  const day = await dailyCounts.take(orgId, key, chat.dailyCap)
  if (day) return () => dailyCounts.giveBack(orgId, key, day)
  tellOwner(orgId, 'daily-cap', chat._id)
  throw new CallError('daily_cap_reached', { retryAfterSeconds: secondsToNextDay() })
}
