/**
 * `npm run scale`: what an installation of some size needs, from unit figures measured by `npm run bench` and a simulation of its
 * queues. `npm run scale -- --organizations 10000 --passages 100000000 --answers 1000` is what docs/scale.md shows.
 */
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '10000' },
    passages: { type: 'string', default: '100000000' },
    answers: { type: 'string', default: '1000' },
  },
})
const organizations = Number(values.organizations)
const passages = Number(values.passages)
const answers = Number(values.answers)

/** Measured on one machine: processor time of one answer in milliseconds. The engines' share is measured as a whole. */
const cpuMs = { gateway: 1.8, chat: 7, engines: 15.2 }
/** How that whole is assumed to divide. */
const engineShares = { elasticsearch: 0.6, mongodb: 0.32, kafka: 0.08 }
const measured = { passagesPerCoreSecond: 20, dimensions: 384, streamKilobytes: 93 }
const assumed = {
  streamSeconds: 5,
  tokensRead: 2600,
  tokensWritten: 250,
  dollarsRead: 3,
  dollarsWritten: 15,
  passageKilobytes: 1.6,
  exchangeKilobytes: 6,
  changedADay: 0.002,
  averageOfPeak: 0.2,
  coreHour: 0.04,
  gigabyteHour: 0.005,
  diskGigabyteMonth: 0.1,
  links: 16,
  passagesPerShard: 8e6,
  handledPerPartitionSecond: 150,
}

const units: Record<string, number> = {
  gateway: cpuMs.gateway,
  chat: cpuMs.chat,
  ...Object.fromEntries(Object.entries(engineShares).map(([name, share]) => [name, share * cpuMs.engines])),
}

/** A random source that gives the same run every time. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

/**
 * One station of `cores` with questions that come by chance and take a time of their own: how long the slowest
 * hundredth waits before its turn, in milliseconds.
 */
function waiting(perSecond: number, msEach: number, cores: number, questions = 60_000): number {
  const random = seeded(42)
  const chance = (mean: number) => -mean * Math.log(random())
  const free = new Float64Array(cores)
  const waits: number[] = []
  let now = 0
  for (let n = 0; n < questions; n++) {
    now += chance(1000 / perSecond)
    let first = 0
    for (let core = 1; core < cores; core++) if ((free[core] ?? 0) < (free[first] ?? 0)) first = core
    const begins = Math.max(now, free[first] ?? 0)
    free[first] = begins + chance(msEach)
    waits.push(begins - now)
  }
  return waits.sort((a, b) => a - b)[Math.floor(0.99 * questions)] ?? 0
}

/** The fewest cores with which the slowest hundredth waits no more than 20 ms and a third is left for bad days. */
function coresFor(msEach: number): { cores: number; wait: number } {
  const least = Math.ceil((answers * msEach) / 1000 / 0.67)
  for (let cores = Math.max(1, least); ; cores++) {
    const wait = waiting(answers, msEach, cores)
    if (wait <= 20) return { cores, wait }
  }
}

const stations = Object.entries(units).map(([name, ms]) => ({ name, ms, ...coresFor(ms) }))
const cores = stations.reduce((sum, each) => sum + each.cores, 0)

const gigabyte = 1024 ** 3
const vectorBytes = measured.dimensions + 4 + 4 * assumed.links
const index = {
  memory: (passages * vectorBytes) / gigabyte,
  disk: (passages * (vectorBytes + 4 * measured.dimensions + 1024 * assumed.passageKilobytes)) / gigabyte,
  shards: Math.max(1, Math.ceil(passages / assumed.passagesPerShard)),
}
const replicas = 1
const partitions = Math.max(3, 3 * Math.ceil(answers / assumed.handledPerPartitionSecond / 3))
const streams = answers * assumed.streamSeconds
const ingestionCores =
  (passages * assumed.changedADay) / 86_400 / measured.passagesPerCoreSecond / assumed.averageOfPeak
const perAnswer = (assumed.tokensRead * assumed.dollarsRead + assumed.tokensWritten * assumed.dollarsWritten) / 1e6
const answersAMonth = answers * assumed.averageOfPeak * 86_400 * 30
const historyAMonth = (answersAMonth * assumed.exchangeKilobytes) / 1024 ** 2
const memory = index.memory * (1 + replicas) * 1.5 + (cores + ingestionCores) * 2
const machines =
  ((cores + ingestionCores) * assumed.coreHour + memory * assumed.gigabyteHour) * 24 * 30 +
  (index.disk * (1 + replicas) + historyAMonth * 12 * 3) * assumed.diskGigabyteMonth

const round = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
const lines = [
  `${round(organizations)} organizations, ${round(passages)} passages, ${round(answers)} answers a second at the peak`,
  '',
  ...stations.map(
    ({ name, ms, cores: count, wait }) =>
      `${name.padEnd(15)} ${round(ms, 1).padStart(6)} ms an answer  ${String(count).padStart(4)} cores  the slowest 1 % waits ${round(wait, 1)} ms`,
  ),
  `${'ingestion'.padEnd(15)} ${round(ingestionCores, 1).padStart(22)} cores for ${round(passages * assumed.changedADay)} new passages a day`,
  '',
  `index           ${index.shards} shards, ${replicas} replica; ${round(index.memory)} GB of vectors in memory and ${round(index.disk)} GB on disk, each twice`,
  `open streams    ${round(streams)}, ${round((streams * measured.streamKilobytes) / 1024)} MB; ${Math.ceil(streams / 250)} replicas of chat at 250 each`,
  `Kafka           ${partitions} partitions a topic, ${round((answers * 0.4) / 1024, 1)} MB a second`,
  `MongoDB         ${round(answers * 4)} writes a second, ${round(historyAMonth)} GB of conversations a month`,
  '',
  `machines        ${round(cores + ingestionCores)} cores, ${round(memory)} GB of memory: about ${round(machines)} dollars a month`,
  `the model       ${round(perAnswer, 4)} dollars an answer: ${round(perAnswer * answersAMonth)} dollars a month at ${round(100 * assumed.averageOfPeak)} % of the peak`,
]
console.log(lines.join('\n'))
