import { statfs } from 'node:fs/promises'
import { dataFolder } from '@lectern/engines'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { type Engines, type Finding, isAtLeast, mind, well, wrong } from './finding.ts'

const withinMs = 4000
const clockMs = 5000
const fullPercent = 85
const freeGigabytes = 2

/** What an engine tells of itself: its version, and what time it is there. */
type Told = { version: string; now: number; more?: Finding[] }

const engines: {
  name: string
  setting: keyof Engines
  needs: string
  ask(url: string): Promise<Told>
}[] = [
  { name: 'MongoDB', setting: 'MONGODB_URL', needs: '6', ask: askMongo },
  { name: 'Elasticsearch', setting: 'ELASTICSEARCH_URL', needs: '9.3', ask: askElasticsearch },
  { name: 'Redis', setting: 'REDIS_URL', needs: '7', ask: askRedis },
]

/** Whether MongoDB, Elasticsearch and Redis answer, are new enough, have room, and keep the same time as this machine. */
export async function examineEngines(urls: Engines, now = Date.now): Promise<Finding[]> {
  const found = await Promise.all(
    engines.map(async ({ name, setting, needs, ask }): Promise<Finding[]> => {
      const url = urls[setting]
      if (!url) return [wrong(name, `${setting} is not set and none runs here`, `Start Lectern, or set ${setting}.`)]
      try {
        const before = now()
        const { version, now: there, more = [] } = await ask(url)
        const skew = there - (before + now()) / 2
        return [
          isAtLeast(version, needs)
            ? well(name, `answers, version ${version}`)
            : wrong(name, `is of version ${version}`, `Upgrade it to ${needs} or newer.`),
          Math.abs(skew) < clockMs
            ? well(`${name}: clock`, 'the same time as here')
            : wrong(
                `${name}: clock`,
                `differs by ${Math.round(Math.abs(skew) / 1000)} s from here`,
                'Let both machines keep time (chrony or systemd-timesyncd): leases, tokens and sessions go by it.',
              ),
          ...more,
        ]
      } catch (error) {
        const why = (error as Error).message.split('\n')[0]
        return [wrong(name, `does not answer: ${why}`, `See that it runs, and that ${setting} is right.`)]
      }
    }),
  )
  return [...found.flat(), await examineDisk()]
}

async function askMongo(url: string): Promise<Told> {
  const connection = mongoose.createConnection(url, { serverSelectionTimeoutMS: withinMs })
  try {
    await connection.asPromise()
    const admin = connection.getClient().db().admin()
    // Its name of before, which the store of development knows too.
    const [build, hello] = await Promise.all([admin.command({ buildInfo: 1 }), admin.command({ isMaster: 1 })])
    const now = new Date(hello.localTime).getTime()
    if (!build.gitVersion) {
      const todo = 'Good for trying things. For more set MONGODB_URL to MongoDB 6 or newer.'
      return { version: '6', now, more: [mind('MongoDB', 'is the store of development', todo)] }
    }
    const isSet = Boolean(hello.setName) || hello.msg === 'isdbgrid'
    const todo = 'Run a replica set of three: one server that fails stops everything.'
    return {
      version: String(build.version),
      now,
      more: isSet ? [] : [mind('MongoDB', 'is a single server', todo)],
    }
  } finally {
    await connection.close()
  }
}

async function askElasticsearch(url: string): Promise<Told> {
  const get = async (path: string) => {
    const { username, password, origin } = new URL(url)
    const key = username && `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`
    const answer = await fetch(origin + path, {
      signal: AbortSignal.timeout(withinMs),
      headers: key ? { authorization: key } : {},
    })
    if (!answer.ok) throw new Error(`${answer.status} at ${path}`)
    return (await answer.json()) as never
  }
  const [root, health, nodes] = await Promise.all([
    get('/') as Promise<{ version: { number: string } }>,
    get('/_cluster/health') as Promise<{ status: string; unassigned_shards: number; number_of_nodes: number }>,
    get('/_nodes/stats/fs,os') as Promise<{
      nodes: Record<
        string,
        {
          name: string
          os: { timestamp: number }
          fs: { total: { total_in_bytes: number; available_in_bytes: number } }
        }
      >
    }>,
  ])
  const more: Finding[] = []
  if (health.status === 'red')
    more.push(
      wrong(
        'Elasticsearch: health',
        'red: passages are missing',
        'See _cluster/allocation/explain; restore the index, or have the documents read anew.',
      ),
    )
  else if (health.status === 'yellow' && health.number_of_nodes > 1)
    more.push(
      mind(
        'Elasticsearch: health',
        `yellow: ${health.unassigned_shards} copies have no place`,
        'Add a node or room on the disks.',
      ),
    )
  for (const { name, fs } of Object.values(nodes.nodes)) {
    const used = 100 - (100 * fs.total.available_in_bytes) / fs.total.total_in_bytes
    if (used >= fullPercent)
      more.push(
        wrong(
          `Elasticsearch: disk of ${name}`,
          `${Math.round(used)} % full`,
          'Make room: at 95 % it takes no more passages, at 85 % no more copies.',
        ),
      )
  }
  return {
    version: root.version.number,
    now: Math.max(...Object.values(nodes.nodes).map(({ os }) => os.timestamp)),
    more,
  }
}

async function askRedis(url: string): Promise<Told> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: withinMs, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const [seconds, micros] = await redis.time()
    const info = await redis.info()
    const of = (name: string) => info.match(new RegExp(`^${name}:(\\S+)`, 'm'))?.[1] ?? ''
    const evicts = !['', 'noeviction'].includes(of('maxmemory_policy')) && of('maxmemory') !== '0'
    return {
      version: of('redis_version'),
      now: Number(seconds) * 1000 + Number(micros) / 1000,
      more: evicts
        ? [
            mind(
              'Redis',
              `throws keys away when it is full (${of('maxmemory_policy')})`,
              'Set maxmemory-policy to noeviction: a session that is thrown away logs its user out.',
            ),
          ]
        : [],
    }
  } finally {
    redis.disconnect()
  }
}

async function examineDisk(): Promise<Finding> {
  const folder = dataFolder()
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = (bavail * bsize) / 1024 ** 3
    return free >= freeGigabytes
      ? well('Disk here', `${Math.floor(free)} GB free`)
      : wrong(
          'Disk here',
          `${free.toFixed(1)} GB free in ${folder}`,
          'Make room, or name another folder with LECTERN_DATA.',
        )
  } catch {
    return well('Disk here', 'no data of Lectern lies on this machine')
  }
}
