import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'

export type Claim = { release: () => void } | { heldBy: ProcessIdentity }

/**
 * Takes the file at `path` for this process, unless a living process has it. What a dead process left is taken over.
 * The file appears whole (hard link of a finished one), so that nobody reads half a claim.
 */
export function claim(path: string): Claim {
  const me = identify(process.pid)
  if (me === null) throw new Error('This process cannot be found in the process table')
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(draft, JSON.stringify(me))
  try {
    for (;;) {
      try {
        linkSync(draft, path)
        return { release: () => rmSync(path, { force: true }) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = readHolder(path)
      if (holder !== null && isAlive(holder)) return { heldBy: holder }
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function readHolder(path: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch {
    return null
  }
}
