import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const everyMs = 200

/** Calls `tooMuch` once when the process holds more than `limitMb` MiB of memory. Only Linux tells; elsewhere its heap alone is bounded. */
export function watchMemory(child: ChildProcess, limitMb: number, tooMuch: () => void): () => void {
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    const kib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    if (kib <= limitMb * 1024) return
    clearInterval(timer)
    tooMuch()
  }, everyMs)
  return () => clearInterval(timer)
}
