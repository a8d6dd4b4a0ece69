import type { Asked, Asking } from './ask-many.ts'
import { startBenchSpace } from './bench-space.ts'
import { startChild } from './child.ts'
import { startFront } from './front.ts'
import { cpuMs, machineMs, ms, percentile, printTable } from './measure.ts'
import type { StandIns, StandInsAsked } from './stand-ins.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const firstTokenMs = 20
const model: StandInsAsked = { firstTokenMs, tokens: 60, tokenEveryMs: 5, msPerText: 1 }

/** What an answer costs beyond the model's own time, through the gateway: one at a time, and 64 at once. */
export async function benchAnswers(): Promise<void> {
  const standIns = startChild('stand-ins.ts')
  const load = startChild('ask-many.ts')
  try {
    const { settings } = await standIns.ask<StandIns>(model)
    const bench = await startBenchSpace({ ...settings, LECTERN_FREE_CHATS: 1e9 })
    try {
      const [service] = await Promise.all([bench.start('chat'), bench.start('ingestion')])
      const chat = await bench.addChat(service)
      const front = await startFront(bench, { CHAT_URL: service.url })
      const ask = async (seed: string, atOnce: number, answers: number) => {
        const times = () => ({
          gateway: cpuMs([front.pid]),
          chat: cpuMs([service.pid]),
          outside: cpuMs([standIns.pid, load.pid]),
          machine: machineMs(),
        })
        const before = times()
        const asking: Asking = {
          url: `${front.url}/api/w/messages`,
          headers: front.headers,
          fields: { kb_id: chat.id },
          atOnce,
          answers,
          seed,
        }
        const asked = await load.ask<Asked>(asking)
        if (asked.failed.length > 0) process.stdout.write(`failed: ${asked.failed.slice(0, 3).join(' | ')}\n`)
        const after = times()
        const spent = (on: keyof typeof before) => (after[on] - before[on]) / answers
        return {
          ...asked,
          gateway: spent('gateway'),
          chat: spent('chat'),
          outside: spent('outside'),
          machine: spent('machine'),
        }
      }
      await ask('warm-up ', 8, 200)
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++)
        measured.push({ alone: await ask(`alone ${round} `, 1, 30), many: await ask(`many ${round} `, 64, 500) })
      printRounds(measured)
    } finally {
      await bench.close()
    }
  } finally {
    standIns.stop()
    load.stop()
  }
}

type Measured = Asked & Record<'gateway' | 'chat' | 'outside' | 'machine', number>
type Round = { alone: Measured; many: Measured }

/** The middle of the rounds, and the one that the rest of the machine disturbed least. */
function printRounds(measured: Round[]) {
  const row = (
    figure: string,
    target: string,
    show: (value: number) => string,
    least: boolean,
    of: (round: Round) => number,
  ) => {
    const values = measured.map(of)
    return {
      figure,
      median: show(percentile(values, 0.5)),
      best: show(least ? Math.min(...values) : Math.max(...values)),
      target,
    }
  }
  const beyond = (part: number) => (round: Round) => percentile(round.alone.firstTextMs, part) - firstTokenMs
  const perSecond = ({ many }: Round) => many.wholeMs.length / many.seconds
  const plain = (value: number) => value.toFixed(1)
  printTable(`Time to the first streamed text beyond the model’s own ${firstTokenMs} ms, one at a time`, [
    row('p50', '<= 15 ms', ms, true, beyond(0.5)),
    row('p90', '', ms, true, beyond(0.9)),
  ])
  printTable('64 at once', [
    row('answers/s', '>= 100', plain, false, perSecond),
    row('failed', '0', plain, true, ({ many }) => many.failed.length),
    row('first text p50', '', ms, true, ({ many }) => percentile(many.firstTextMs, 0.5)),
    row('whole answer p50', '', ms, true, ({ many }) => percentile(many.wholeMs, 0.5)),
    row('processor time an answer: gateway', '', ms, true, ({ many }) => many.gateway),
    row('processor time an answer: chat', '', ms, true, ({ many }) => many.chat),
    row('processor time an answer: load and stand-ins', '', ms, true, ({ many }) => many.outside),
    row('processor time an answer: all that ran on the machine', '', ms, true, ({ many }) => many.machine),
  ])
}
