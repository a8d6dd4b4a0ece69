import Papa from 'papaparse'
import { oneLine } from './clean-text.ts'
import { readText } from './decode-text.ts'
import { type Block, inParts, type Part } from './reader.ts'

/** Tables of text: each row with the names of its columns, so that it can be understood alone. */
export async function* readCsv(path: string): AsyncGenerator<Part> {
  const { data } = Papa.parse<string[]>(await readText(path), { skipEmptyLines: 'greedy' })
  yield* inParts(tableBlocks(data.map((row) => row.map(oneLine))))
}

/** A first row with one filled cell is a title; the next is the header, if it has no number in it. */
function* tableBlocks(rows: string[][]): Generator<Block> {
  let first = 0
  const filled = (row: string[] | undefined) => (row ?? []).filter((cell) => cell !== '').length
  if (rows.length > 1 && filled(rows[0]) === 1 && filled(rows[1]) > 1) {
    yield { text: (rows[0] ?? []).find((cell) => cell !== '') ?? '', level: 1 }
    first = 1
  }
  const header = rows[first] ?? []
  const isHeader = rows.length > first + 1 && header.every((cell) => cell === '' || !isNumber(cell))
  if (!isHeader) {
    for (const row of rows.slice(first)) yield { text: row.filter((cell) => cell !== '').join('; ') }
    return
  }
  for (const row of rows.slice(first + 1)) {
    const cells = row.map((cell, column) => (header[column] ? `${header[column]}: ${cell}` : cell))
    yield { text: cells.filter((_, column) => row[column] !== '').join('; ') }
  }
}

function isNumber(cell: string): boolean {
  return /^[-+]?[\d.,\s]+%?$/.test(cell)
}
