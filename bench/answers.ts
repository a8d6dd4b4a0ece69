import { until } from '@lectern/testing'
import type { Asked, Asking } from './ask-many.ts'
import { startBenchSpace } from './bench-space.ts'
import { startChild } from './child.ts'
import { startFront } from './front.ts'
import { cpuMs, ms, percentile, printTable, share } from './measure.ts'
import type { StandIns, StandInsAsked } from './stand-ins.ts'

const firstTokenMs = 20
const model: StandInsAsked = { firstTokenMs, tokens: 60, tokenEveryMs: 5, msPerText: 1 }
const chat = { orgId: 1, id: 'bench-chat', unqid: 'bench-chat' }

/** What an answer costs beyond the model's own time, through the gateway: one at a time, and 64 at once. */
export async function benchAnswers(): Promise<void> {
  const standIns = startChild('stand-ins.ts')
  const load = startChild('ask-many.ts')
  try {
    const { settings } = await standIns.ask<StandIns>(model)
    const bench = await startBenchSpace({ ...settings, LECTERN_FREE_CHATS: 1e9 })
    try {
      const [service] = await Promise.all([bench.start('chat'), bench.start('ingestion')])
      await bench.outside.send(
        'kb.changed',
        { orgId: chat.orgId, aggregateId: chat.id },
        { unqid: chat.unqid, name: 'Bench', isReady: true, fileCount: 1 },
      )
      await bench.ingest(chat.id, 'rules', 'rules.txt', Buffer.from(rules()))
      await until(
        'the chat to be known',
        async () => (await fetch(`${service.url}/api/w/public-chats/${chat.orgId}/${chat.unqid}`)).ok,
      )
      const front = await startFront(bench, service)
      const ask = async (seed: string, atOnce: number, answers: number) => {
        const [before, beforeFront] = [cpuMs([service.pid]), cpuMs([front.pid])]
        const idle = cpuMs([standIns.pid, load.pid])
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
        return {
          ...asked,
          chatPerAnswer: (cpuMs([service.pid]) - before) / answers,
          frontPerAnswer: (cpuMs([front.pid]) - beforeFront) / answers,
          outsidePerAnswer: (cpuMs([standIns.pid, load.pid]) - idle) / answers,
        }
      }
      await ask('warm-up ', 8, 150)
      const alone = await ask('alone ', 1, 60)
      const many = await ask('many ', 64, 1000)
      const beyond = alone.firstTextMs.map((each) => each - firstTokenMs)
      printTable('Time to the first streamed text beyond the model’s own 20 ms, one at a time', [
        { figure: 'p50', measured: ms(percentile(beyond, 0.5)), target: '<= 15 ms' },
        { figure: 'p99', measured: ms(percentile(beyond, 0.99)), target: '' },
      ])
      printTable('64 at once', [
        { figure: 'answers/s', measured: (many.wholeMs.length / many.seconds).toFixed(1), target: '>= 100' },
        { figure: 'failed', measured: many.failed.length, target: '0' },
        {
          figure: 'share of what the model’s own timing allows',
          measured: share(many.wholeMs.length / many.seconds / (64 / 0.315)),
          target: '',
        },
        { figure: 'first text p50', measured: ms(percentile(many.firstTextMs, 0.5)), target: '' },
        { figure: 'whole answer p50', measured: ms(percentile(many.wholeMs, 0.5)), target: '' },
        { figure: 'processor time an answer: gateway', measured: ms(many.frontPerAnswer), target: '' },
        { figure: 'processor time an answer: chat', measured: ms(many.chatPerAnswer), target: '' },
        { figure: 'processor time an answer: load and stand-ins', measured: ms(many.outsidePerAnswer), target: '' },
      ])
    } finally {
      await bench.close()
    }
  } finally {
    standIns.stop()
    load.stop()
  }
}

/** A text of a few hundred passages, all unlike. */
function rules(): string {
  const places = 'garden library bridge market harbor museum station forest river theater school kitchen'.split(' ')
  const things = 'bicycle dog lamp boat ticket book ladder basket umbrella camera'.split(' ')
  return places
    .flatMap((place) =>
      things.map(
        (thing, index) =>
          `The ${place} has a rule for every ${thing}. A visitor of the ${place} leaves the ${thing} at gate ${index + 1} and fetches it before the bell rings. Whoever brings a second ${thing} asks the keeper of the ${place} first, who writes it into the list of the day and says where it may stand until evening. Nobody carries a ${thing} through the ${place} after dark, unless a member of the ${place} goes along and holds a light.`,
      ),
    )
    .join('\n\n')
}
