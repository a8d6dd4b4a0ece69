import { composePage } from './compose-page.ts'
import { DocumentError } from './errors.ts'
import type { ReadMessage, ReadRequest, WorkerMessage } from './messages.ts'
import { readerFor } from './readers/index.ts'

// The process that reads one document. Its parent ends it when it takes too long or too much memory.

let wanted = 0
let wake = () => {}

process.on('message', (message: ReadMessage) => {
  if (message.type === 'more') {
    wanted += message.count
    wake()
  } else void readPages(message)
})
process.on('disconnect', () => process.exit())

async function readPages({ path, kind, fromIndex }: ReadRequest): Promise<void> {
  const read = await readerFor(kind)
  tell({ type: 'begun' })
  try {
    let index = 0
    let heading: string | null = null
    let hasText = false
    for await (const part of read(path)) {
      const page = composePage(index, part, heading)
      heading = page.headings.at(-1)?.text ?? heading
      // Marks that join or part letters say nothing alone.
      hasText ||= /[\p{L}\p{N}\p{P}\p{S}]/u.test(page.text)
      // A page is made the same way wherever the reading starts, so those before are read too.
      if (index >= fromIndex) await send({ type: 'page', page, total: part.total })
      index += 1
    }
    if (!hasText) throw new DocumentError('empty')
    tell({ type: 'end' })
  } catch (error) {
    tell({ type: 'failed', code: codeOf(error), detail: error instanceof Error ? error.message : String(error) })
  }
}

function codeOf(error: unknown) {
  if (error instanceof DocumentError) return error.code
  return error instanceof Error && 'syscall' in error ? 'unreachable' : 'broken'
}

async function send(message: WorkerMessage): Promise<void> {
  while (wanted === 0) await new Promise<void>((resolve) => (wake = resolve))
  wanted -= 1
  tell(message)
}

function tell(message: WorkerMessage): void {
  process.send?.(message)
}
