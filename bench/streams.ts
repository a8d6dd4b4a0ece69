import { readFileSync } from 'node:fs'
import { visitorTickets } from '../services/gateway/src/tickets.ts'
import { startBenchSpace } from './bench-space.ts'
import { startChild } from './child.ts'
import { startFront } from './front.ts'
import { heldKb, inspected } from './inspect.ts'
import { ms, percentile, printTable } from './measure.ts'
import type { Ended, Ending, Opened, Opening } from './open-streams.ts'
import type { StandIns, StandInsAsked } from './stand-ins.ts'

const streams = Number(process.env.BENCH_STREAMS ?? 2000)
const warmUp = 200
/** Slow enough that all are open at once: a word a second for more than a minute. */
const model: StandInsAsked = { firstTokenMs: 1000, tokens: 90, tokenEveryMs: 1000, msPerText: 1 }

/** What many answers that are written at the same time cost: none may fail, and each may take 100 kB of the gateway and chat. */
export async function benchStreams(): Promise<void> {
  const standIns = startChild('stand-ins.ts')
  const load = startChild('open-streams.ts')
  try {
    const { settings } = await standIns.ask<StandIns>(model)
    const bench = await startBenchSpace({ ...settings, LECTERN_FREE_CHATS: 1e9 })
    try {
      const [chatPort, gatewayPort] = [await inspected(), await inspected()]
      const [service] = await Promise.all([bench.start('chat', chatPort.settings), bench.start('ingestion')])
      const chat = await bench.addChat(service)
      const front = await startFront(bench, { CHAT_URL: service.url, ...gatewayPort.settings })
      const { host } = new URL(front.url)
      const visitors = visitorTickets(bench.space.config.LECTERN_SECRET)
      const ticketsFor = (count: number) =>
        Promise.all(
          Array.from({ length: count }, () =>
            visitors.issue({ orgId: chat.orgId, chatUnqid: chat.unqid, host, site: null }),
          ),
        )
      const open = async (count: number) =>
        load.ask<Opened>({
          url: `${front.url}/api/w/messages`,
          tickets: await ticketsFor(count),
          fields: { kb_id: chat.unqid, org_id: String(chat.orgId) },
        } satisfies Opening)
      const end = (how: Ending['end']) => load.ask<Ended>({ end: how } satisfies Ending)

      await open(warmUp)
      await end('hang up')
      const look = async () => ({
        resident: residentKb(front.pid) + residentKb(service.pid),
        gateway: await heldKb(gatewayPort.port),
        chat: await heldKb(chatPort.port),
      })
      const before = await look()
      const opened = await open(streams)
      const during = await look()
      const ended = await end('wait')
      const each = (what: keyof typeof before) => (during[what] - before[what]) / opened.firstTextMs.length
      for (const reason of new Set(ended.failed)) process.stdout.write(`failed: ${reason}\n`)
      printTable(`${streams} streams open at once`, [
        { figure: 'failed', value: String(ended.failed.length), target: '0' },
        { figure: 'ended before all were open', value: String(opened.ended), target: '0' },
        { figure: 'answered to the end', value: String(ended.done), target: String(streams) },
        { figure: 'memory a stream: gateway', value: kB(each('gateway')), target: '' },
        { figure: 'memory a stream: chat', value: kB(each('chat')), target: '' },
        { figure: 'memory a stream: both', value: kB(each('gateway') + each('chat')), target: '<= 100 kB' },
        { figure: 'the same with what is not collected yet', value: kB(each('resident')), target: '' },
        { figure: 'first text p50', value: ms(percentile(opened.firstTextMs, 0.5)), target: '' },
        { figure: 'first text p99', value: ms(percentile(opened.firstTextMs, 0.99)), target: '' },
      ])
    } finally {
      await bench.close()
    }
  } finally {
    standIns.stop()
    load.stop()
  }
}

/** Kilobytes of the machine's memory that a process has. */
const residentKb = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)?.[1] ?? Number.NaN)

const kB = (value: number) => `${value.toFixed(1)} kB`
