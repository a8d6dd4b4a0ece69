import { asIdentity, testUser } from '@lectern/testing'
import { startBenchSpace } from './bench-space.ts'
import { startFront } from './front.ts'
import { ms, percentile, printTable } from './measure.ts'
import { callTimer, type TimedCall } from './time-call.ts'

const chats = 20
const account = { name: 'Bench', email: 'bench@example.com', password: 'correct horse' }

type Measured = TimedCall & { name: string; url: string; rounds: number; guest?: true }

/** What a login, a list and a save cost through the gateway, measured in turns with the same call sent to the service itself. */
export async function benchCalls(): Promise<void> {
  const bench = await startBenchSpace({ LECTERN_RATE_LIMIT_FACTOR: 1e6 })
  const timer = callTimer()
  try {
    const [auth, knowledge] = await Promise.all([bench.start('auth'), bench.start('knowledge')])
    const front = await startFront(bench, { AUTH_URL: auth.url, KNOWLEDGE_URL: knowledge.url })
    const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
      const answer = await fetch(url, { ...init, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as { knowledge_base: { id: string } }
    }
    // They are good for a minute.
    const asUser = () => asIdentity(testUser(), 'knowledge')
    const own = await asUser()
    await post(`${auth.url}/api/register`, { ...account, passwordConfirmation: account.password })
    const path = '/api/w/knowledge-bases'
    for (let n = 0; n < chats; n++) await post(knowledge.url + path, { name: `Chat ${n}` }, own)
    const { knowledge_base: chat } = await post(knowledge.url + path, { name: 'Saved' }, own)
    const { email, password } = account
    const saved = JSON.stringify({ personality: 'A patient librarian', pre_question_1: 'When are you open?' })
    const calls: Measured[] = [
      {
        name: 'login (argon2id)',
        ...{ method: 'POST', path: '/api/login', status: 200, body: JSON.stringify({ email, password }) },
        ...{ url: auth.url, rounds: 150, guest: true },
      },
      {
        name: `list (${chats} chats)`,
        ...{ method: 'GET', path, status: 200, url: knowledge.url, rounds: 500 },
      },
      {
        name: 'list, searched and sorted',
        ...{ method: 'GET', path: `${path}?search=chat%201&sort=name`, status: 200, url: knowledge.url, rounds: 500 },
      },
      {
        name: 'save (a chat, with its event)',
        ...{ method: 'POST', path: `${path}/${chat.id}`, status: 200, body: saved, url: knowledge.url, rounds: 300 },
      },
    ]
    const rows = []
    for (const { name, url, rounds, guest, ...call } of calls) {
      const direct = guest ? {} : await asUser()
      const [alone, through]: [number[], number[]] = [[], []]
      for (let round = -rounds / 5; round < rounds; round++) {
        const one = await timer.time(url, call, direct)
        const other = await timer.time(front.url, call, guest ? front.guest : front.headers)
        if (round < 0) continue
        alone.push(one)
        through.push(other)
      }
      rows.push({
        call: name,
        'direct p50': ms(percentile(alone, 0.5)),
        'through p50': ms(percentile(through, 0.5)),
        ratio: (percentile(through, 0.5) / percentile(alone, 0.5)).toFixed(2),
        'direct p99': ms(percentile(alone, 0.99)),
        'through p99': ms(percentile(through, 0.99)),
      })
    }
    printTable('Login, list and save', rows)
  } finally {
    timer.close()
    await bench.close()
  }
}
