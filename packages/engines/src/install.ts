import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim } from './claim.ts'
import { EngineError } from './errors.ts'
import { cacheFolder } from './folders.ts'

export interface Installation {
  /** The folder's name in the cache; it holds the version, so that another version is another folder. */
  folder: string
  /** Space needed while installing, in MB. */
  needsMb: number
  log: (line: string) => void
  /** Fills `result`; whatever is put into `scratch` is thrown away afterwards. */
  install: (places: { result: string; scratch: string }) => Promise<void>
}

/**
 * The folder of something fetched, installed first if it is not there. It appears at once and whole: it is made beside
 * its place and then renamed. The lock only spares a second start the same download.
 */
export async function installed({ folder, needsMb, log, install }: Installation): Promise<string> {
  const cache = cacheFolder()
  const place = join(cache, folder)
  if (existsSync(place)) return place
  mkdirSync(cache, { recursive: true })
  const release = await lock(join(cache, `.${folder}.lock`), place, log)
  try {
    if (existsSync(place)) return place
    checkSpace(cache, needsMb)
    for (const name of readdirSync(cache)) {
      if (name.startsWith(`.${folder}-`)) rmSync(join(cache, name), { recursive: true, force: true })
    }
    const work = await mkdtemp(join(cache, `.${folder}-`))
    try {
      const places = { result: join(work, 'result'), scratch: join(work, 'scratch') }
      for (const path of Object.values(places)) mkdirSync(path)
      await install(places)
      renameSync(places.result, place)
    } finally {
      rmSync(work, { recursive: true, force: true, maxRetries: 3 })
    }
    return place
  } finally {
    release()
  }
}

async function lock(path: string, place: string, log: (line: string) => void): Promise<() => void> {
  for (let told = false; ; told = true) {
    const taken = claim(path)
    if ('release' in taken) return taken.release
    if (!told) log(`another start (process ${taken.heldBy.pid}) is fetching it, waiting`)
    await sleep(300)
    if (existsSync(place)) return () => {}
  }
}

/** Fails with advice when the disk that holds `folder` has less than `needsMb` left. */
export function checkSpace(folder: string, needsMb: number): void {
  const disk = statfsSync(folder)
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6)
  if (freeMb < needsMb) {
    throw new EngineError(
      `${folder} has ${freeMb} MB left and ${needsMb} MB are needed. Make room, or name another disk by XDG_CACHE_HOME (fetched packages) or LECTERN_DATA (data).`,
    )
  }
}
