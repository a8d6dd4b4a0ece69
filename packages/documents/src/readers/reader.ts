/** A paragraph, table row or heading. `level` is set for headings, 1 for the highest. */
export type Block = { text: string; level?: number }

/** What a reader finds on one page. `number` and `total` are null for kinds without pages. */
export type Part = { number: number | null; total: number | null; blocks: Block[] }

/** Reads the file at `path`. Runs in the reading process only. */
export type Reader = (path: string) => AsyncGenerator<Part>

// Long texts without pages are handed on in parts of about this many characters.
const partLength = 10_000

/** Gathers the blocks of a document without pages into parts. */
export async function* inParts(blocks: AsyncIterable<Block> | Iterable<Block>): AsyncGenerator<Part> {
  let gathered: Block[] = []
  let length = 0
  for await (const block of shortBlocks(blocks)) {
    const isFull = length >= partLength || (length > 0 && length + block.text.length > 1.5 * partLength)
    // A heading opens the next part instead of closing this one.
    if (isFull || (block.level && length >= partLength / 2)) {
      yield { number: null, total: null, blocks: gathered }
      gathered = []
      length = 0
    }
    gathered.push(block)
    length += block.text.length
  }
  if (gathered.length > 0) yield { number: null, total: null, blocks: gathered }
}

/** A text may be one endless paragraph: it is cut at a line end or a blank. */
async function* shortBlocks(blocks: AsyncIterable<Block> | Iterable<Block>): AsyncGenerator<Block> {
  for await (const block of blocks) {
    let rest = block.text
    while (rest.length > 2 * partLength) {
      const line = rest.lastIndexOf('\n', partLength)
      const blank = rest.lastIndexOf(' ', partLength)
      const end = [line, blank].find((at) => at > partLength / 2) ?? partLength
      yield { text: rest.slice(0, end) }
      rest = rest.slice(end).replace(/^[\n ]/, '')
    }
    yield { ...block, text: rest }
  }
}
