import { asIdentity, testUser } from '@lectern/testing'
import { startBenchSpace } from './bench-space.ts'
import { startFront } from './front.ts'
import { ms, percentile, printTable } from './measure.ts'
import { callTimer } from './time-call.ts'

const calls = [
  { name: 'read (session, limits, token)', method: 'GET', path: '/api/w/transcripts', status: 200 },
  { name: 'change (and CSRF)', method: 'DELETE', path: '/api/w/transcripts/unknown', status: 404 },
]
const warmUp = 200
const measured = 600

/** What the gateway adds to a call, measured in turns with the same call sent to the service itself. */
export async function benchGateway(): Promise<void> {
  const bench = await startBenchSpace({
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_URL: 'http://127.0.0.1:9',
    EMBEDDING_MODEL: 'none',
    EMBEDDING_DIMENSIONS: 8,
  })
  const timer = callTimer()
  try {
    const chat = await bench.start('chat')
    const front = await startFront(bench, { CHAT_URL: chat.url })
    const rows = []
    for (const { name, ...call } of calls) {
      const [direct, through]: [number[], number[]] = [[], []]
      const identity = await asIdentity(testUser(), 'chat')
      for (let i = 0; i < warmUp + measured; i++) {
        const one = await timer.time(chat.url, call, identity)
        const other = await timer.time(front.url, call, front.headers)
        if (i < warmUp) continue
        direct.push(one)
        through.push(other)
      }
      const added = (part: number) => percentile(through, part) - percentile(direct, part)
      rows.push({
        call: name,
        'direct p50': ms(percentile(direct, 0.5)),
        'through p50': ms(percentile(through, 0.5)),
        'added p50': ms(added(0.5)),
        target: '<= 2 ms',
        'direct p99': ms(percentile(direct, 0.99)),
        'through p99': ms(percentile(through, 0.99)),
        'added p99': ms(added(0.99)),
      })
    }
    printTable('What the gateway adds to a call', rows)
  } finally {
    timer.close()
    await bench.close()
  }
}
