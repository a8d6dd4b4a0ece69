import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** The value that this share of the values does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Milliseconds of processor time that these processes have used. */
export function cpuMs(pids: number[]): number {
  const ticks = pids.map((pid) => {
    // After the name, which may hold blanks, stand the state and then the numbers; user and system time are the 14th and 15th field.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return 10 * ticks.reduce((sum, each) => sum + each, 0)
}

/** Milliseconds of processor time that the whole machine has used. */
export function machineMs(): number {
  const [, user, nice, system, , , irq, softIrq] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .map(Number)
  return 10 * [user, nice, system, irq, softIrq].reduce((sum: number, each) => sum + (each ?? 0), 0)
}

type Row = Record<string, string | number>

/** Prints a table, and how busy the machine is with whatever runs on it. */
export function printTable(title: string, rows: Row[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const width = (column: string) => Math.max(column.length, ...rows.map((row) => String(row[column]).length))
  const line = (cell: (column: string) => string) =>
    columns
      .map((column, index) => (index === 0 ? cell(column).padEnd(width(column)) : cell(column).padStart(width(column))))
      .join('  ')
  process.stdout.write(`\n${title} (load ${loadavg()[0]?.toFixed(1)})\n${line((column) => column)}\n`)
  for (const row of rows) process.stdout.write(`${line((column) => String(row[column]))}\n`)
}

export const ms = (value: number) => `${value.toFixed(1)} ms`
export const share = (value: number) => `${(100 * value).toFixed(1)} %`
