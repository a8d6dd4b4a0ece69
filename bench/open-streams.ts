/** A load generator, in a process of its own: opens many streams at once and keeps them open until it is told otherwise. */
import { Agent, type ClientRequest, request } from 'node:http'

/** A stream for each ticket. */
export type Opening = { url: string; tickets: string[]; fields: Record<string, string> }
/** Told once every stream has begun, or failed. */
export type Opened = { firstTextMs: number[]; failed: string[]; ended: number }
export type Ending = { end: 'wait' | 'hang up' }
export type Ended = { done: number; failed: string[] }

const subjects = 'garden library bridge market harbor museum station forest river theater school kitchen'.split(' ')

let sent: ClientRequest[] = []
let ends: Promise<void>[] = []
let state = { done: 0, failed: [] as string[] }

function open({ url, fields }: Opening, agent: Agent, ticket: string, number: number): Promise<number | null> {
  const prompt = `What are the rules of the ${subjects[number % subjects.length]} for visitor ${number}?`
  const body = JSON.stringify({ ...fields, prompt })
  const own = state
  return new Promise((begun) => {
    ends.push(
      new Promise((end) => {
        const since = performance.now()
        let tail = ''
        const fail = (reason: string) => {
          own.failed.push(reason)
          begun(null)
          end()
        }
        const asked = request(
          url,
          {
            method: 'POST',
            agent,
            headers: {
              'x-csrf-token': ticket,
              'x-requested-with': 'XMLHttpRequest',
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              accept: 'text/event-stream',
            },
          },
          (response) => {
            response.setEncoding('utf8')
            response.on('data', (text: string) => {
              tail = (tail + text).slice(-4000)
              if (tail.includes('event: delta')) begun(performance.now() - since)
            })
            response.on('end', () => {
              if (!tail.includes('event: done')) return fail(`${response.statusCode} ${tail.slice(-200)}`)
              own.done++
              end()
            })
            response.on('error', (error) => fail(error.message))
          },
        )
        asked.on('error', (error) => fail(error.message))
        asked.end(body)
        sent.push(asked)
      }),
    )
  })
}

process.on('message', async (message: Opening | Ending) => {
  if ('end' in message) {
    if (message.end === 'hang up') for (const each of sent) each.destroy()
    await Promise.all(ends)
    return process.send?.(state satisfies Ended)
  }
  sent = []
  ends = []
  state = { done: 0, failed: [] }
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const begun = await Promise.all(message.tickets.map((ticket, number) => open(message, agent, ticket, number)))
  const firstTextMs = begun.filter((each) => each !== null)
  process.send?.({ firstTextMs, failed: state.failed, ended: state.done } satisfies Opened)
})
