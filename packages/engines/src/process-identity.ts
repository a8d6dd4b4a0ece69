import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that can be told from a later one with the same id. */
export interface ProcessIdentity {
  pid: number
  /** When it was started, in whatever unit the system counts. Only compared for equality. */
  born: string
}

/** The identity of a living process; null when there is none with that id. */
export function identify(pid: number): ProcessIdentity | null {
  const born = process.platform === 'linux' ? bornOnLinux(pid) : bornElsewhere(pid)
  return born === null ? null : { pid, born }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.born === identity.born
}

function bornOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may hold spaces: count from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const state = fields[0]
    const startTime = fields[19]
    if (state === 'Z' || state === 'X' || startTime === undefined) return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${startTime}`
  } catch {
    return null
  }
}

function bornElsewhere(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 }).trim() || null
  } catch {
    return null
  }
}
