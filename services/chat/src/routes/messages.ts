import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { type AnswerStreamEvents, type AskQuestion, askQuestion } from '@lectern/contracts'
import { type App, asCallError, causeOf, failedAnswer, identityOf, sendError } from '@lectern/service'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { AnswerEvent } from '../answer-question.ts'
import { answerVisitor } from '../answer-visitor.ts'
import type { Context } from '../app.ts'

export async function messageRoutes(app: App, context: Context) {
  await app.register(multipart, {
    limits: { files: 0, fields: 20, fieldSize: 64 * 1024 },
    attachFieldsToBody: 'keyValues',
  })

  app.route({
    ...askQuestion,
    errorHandler: (thrown, request, reply) => sendError(thrown, request, reply as FastifyReply, failedAnswer),
    handler: async (request, reply) => {
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      const asked = { cause: causeOf(request), signal: left.signal, log: request.log }
      const events = answerVisitor(context, identityOf(request), request.body as AskQuestion, asked)
      if (!request.headers.accept?.includes('text/event-stream'))
        return lastAnswer(events).catch((error) => {
          if (!left.signal.aborted) throw error
          // Nobody is there to hear of it.
          return reply.hijack() as never
        })
      const first = await events.next()
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
      const stream = Readable.from(serverSentEvents(first, events, asked), { objectMode: false })
      // The schema tells the JSON answer; the stream ends with the same.
      return reply.send(stream as never)
    },
  })
}

async function lastAnswer(events: AsyncGenerator<AnswerEvent>) {
  for await (const event of events) if (event.event === 'done') return event.answer
  throw new Error('an answer ended without its end')
}

async function* serverSentEvents(
  first: IteratorResult<AnswerEvent>,
  events: AsyncGenerator<AnswerEvent>,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
) {
  try {
    for (let step = first; !step.done; step = await events.next()) {
      const { event, ...data } = step.value
      yield frame(event, step.value.event === 'done' ? step.value.answer : data)
    }
  } catch (error) {
    if (signal.aborted) return
    log.error({ err: error }, 'the answer broke off')
    yield frame('error', failedAnswer(asCallError(error)))
  } finally {
    await events.return(undefined)
  }
}

const frame = (event: keyof AnswerStreamEvents, data: AnswerStreamEvents[typeof event] | object) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
