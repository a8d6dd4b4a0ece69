import { extname } from 'node:path'
import { type DocumentKind, documentKinds } from './kinds.ts'

export type DetectedKind = { kind: DocumentKind; mime: string; ext: string }

/** How many bytes of a file's beginning `detectKind` should be given (all of them, if there are fewer). */
export const detectKindBytes = 65_536

/** The kind of a document by its first bytes and, among kinds of text, by its name; null when it is none of `documentKinds`. */
export async function detectKind(_head: Uint8Array, name: string): Promise<DetectedKind | null> {
  const ext = extname(name).slice(1).toLowerCase()
  const found = documentKinds.find((each) => each.extensions.some((candidate) => candidate === ext))
  return found ? { kind: found.kind, mime: found.mime, ext } : null
}
