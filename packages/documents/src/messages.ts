import type { DocumentErrorCode } from './errors.ts'
import type { DocumentKind } from './kinds.ts'
import type { Page } from './page.ts'

export type ReadRequest = { type: 'read'; path: string; kind: DocumentKind; fromIndex: number }

/** To the reading process. `more` lets it send so many pages beyond those already allowed. */
export type ReadMessage = ReadRequest | { type: 'more'; count: number }

/** From the reading process: first that it has loaded what it reads with and begins with the document. `unreachable`: the disk did not give it. */
export type WorkerMessage =
  | { type: 'begun' }
  | { type: 'page'; page: Page; total: number | null }
  | { type: 'end' }
  | { type: 'failed'; code: DocumentErrorCode | 'unreachable'; detail: string }
