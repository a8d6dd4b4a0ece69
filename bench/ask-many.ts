/** The load generator, in a process of its own: asks questions as streams, so many at once, and times them. */
import { Agent, request } from 'node:http'

export type Asking = {
  url: string
  headers: Record<string, string>
  /** Fields of each question but its prompt. */
  fields: Record<string, string>
  atOnce: number
  answers: number
  /** Makes the questions of this run unlike those of another. */
  seed: string
}
export type Asked = { firstTextMs: number[]; wholeMs: number[]; failed: string[]; seconds: number }

const subjects = 'garden library bridge market harbor museum station forest river theater school kitchen'.split(' ')

process.on('message', async ({ url, headers, fields, atOnce, answers, seed }: Asking) => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const asked: Asked = { firstTextMs: [], wholeMs: [], failed: [], seconds: 0 }
  let next = 0

  const ask = (number: number) =>
    new Promise<void>((resolve) => {
      const prompt = `What are the rules of the ${subjects[number % subjects.length]} for visitor ${seed}${number}?`
      const body = JSON.stringify({ ...fields, prompt })
      const begun = performance.now()
      let firstText = 0
      let tail = ''
      const fail = (reason: string) => {
        asked.failed.push(reason)
        resolve()
      }
      const sent = request(
        url,
        {
          method: 'POST',
          agent,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            accept: 'text/event-stream',
          },
        },
        (response) => {
          response.setEncoding('utf8')
          response.on('data', (text: string) => {
            // What was looked for may stand across two pieces.
            const seen = tail + text
            if (firstText === 0 && seen.includes('event: delta')) firstText = performance.now() - begun
            tail = response.statusCode === 200 && text.includes('event: done') ? 'event: done' : seen.slice(-200)
          })
          response.on('end', () => {
            if (!tail.startsWith('event: done') || firstText === 0) return fail(`${response.statusCode} ${tail}`)
            asked.firstTextMs.push(firstText)
            asked.wholeMs.push(performance.now() - begun)
            resolve()
          })
          response.on('error', (error) => fail(error.message))
        },
      )
      sent.on('error', (error) => fail(error.message))
      sent.end(body)
    })

  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < answers) await ask(next++)
    }),
  )
  asked.seconds = (performance.now() - begun) / 1000
  agent.destroy()
  process.send?.(asked)
})
