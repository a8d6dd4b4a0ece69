import { oneLine } from './clean-text.ts'
import { readText } from './decode-text.ts'
import { type Block, inParts, type Part } from './reader.ts'
import { paragraphs } from './text.ts'

/** JSON, or one JSON value a line: every value with its path. What is not quite JSON is read as plain text. */
export async function* readJson(path: string): AsyncGenerator<Part> {
  const text = await readText(path)
  const values = parse(text)
  yield* inParts(values ? blocksOf(values, text) : paragraphs(text))
}

/** What is nested beyond all measure is read as plain text. */
function blocksOf(values: unknown[], text: string) {
  try {
    return values.flatMap((value) => [...jsonBlocks(value)])
  } catch (error) {
    if (error instanceof RangeError) return paragraphs(text)
    throw error
  }
}

function parse(text: string): unknown[] | null {
  try {
    return [JSON.parse(text.replace(/^\ufeff/, ''))]
  } catch {
    try {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : null
    } catch {
      return null
    }
  }
}

/** One block for each element of a list of things, and one for all the plain values of a thing. */
function* jsonBlocks(value: unknown, path = ''): Generator<Block> {
  if (typeof value !== 'object' || value === null) {
    yield { text: line(path, value) }
    return
  }
  const entries = Object.entries(value).map(
    ([key, child]) => [Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key, child] as const,
  )
  const plain = entries.filter(([, child]) => typeof child !== 'object' || child === null)
  if (plain.length > 0) yield { text: plain.map(([place, child]) => line(place, child)).join('\n') }
  for (const [place, child] of entries) if (typeof child === 'object' && child !== null) yield* jsonBlocks(child, place)
}

function line(path: string, value: unknown): string {
  return path ? `${path}: ${oneLine(String(value))}` : oneLine(String(value))
}
