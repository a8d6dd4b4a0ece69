import { extname } from 'node:path'
import { MIMEType } from 'node:util'
import { type DetectedKind, detectKind, documentKinds } from '@lectern/documents'
import { parse } from 'content-disposition'
import type { Headers } from './client.ts'
import { WebError } from './web-error.ts'

/** What the headers promise: the extension a file of this type has, and the names the site gives it, best first. */
export type Promised = { extension: string; charset: string | null; names: string[] }

const otherNames: Record<string, string> = {
  'application/xhtml+xml': 'html',
  'application/x-pdf': 'pdf',
  'text/x-markdown': 'md',
  'application/csv': 'csv',
  'text/json': 'json',
  'text/x-latex': 'tex',
  'application/x-tex': 'tex',
  'application/x-latex': 'tex',
  'application/javascript': 'js',
  'application/x-javascript': 'js',
  'text/x-python': 'py',
  'text/x-sh': 'sh',
}
const extensions = new Map<string, string>([
  ...documentKinds.map(({ mime, extensions: [first] }) => [mime, first] as const),
  ...Object.entries(otherNames),
])
// Types that say nothing of the kind, with the extension when the name says nothing either.
const vague = new Map([
  ['', 'html'],
  ['text/plain', 'txt'],
  ['application/octet-stream', ''],
  ['binary/octet-stream', ''],
  ['application/download', ''],
  ['application/x-download', ''],
  ['application/force-download', ''],
])

/** What to expect of an answer, before its body is read. @throws WebError not_a_document */
export function promisedBy(headers: Headers, url: URL): Promised {
  const type = mimeOf(headers['content-type'])
  const mime = type?.essence ?? ''
  const names = [attachmentName(headers['content-disposition']), lastSegment(url)].filter((name) => name !== '')
  const extension = extensionOf(mime, names.map(documentExtension).find((each) => each !== '') ?? '')
  if (extension === '') throw new WebError('not_a_document', { cause: new Error(`content type ${mime}`) })
  return { extension, charset: type?.params.get('charset') ?? null, names }
}

/** What a body is, read as it came or else as the text it becomes. @throws WebError not_a_document */
export async function detectedIn(body: Buffer, text: Buffer, { extension }: Promised): Promise<DetectedKind> {
  const name = `page.${extension}`
  // Encodings with many control characters do not look like text before they are undone.
  const kind = body.length > 0 ? ((await detectKind(body, name)) ?? (await detectKind(text, name))) : null
  if (!kind) throw new WebError('not_a_document', { cause: new Error(`${body.length} bytes, expected ${extension}`) })
  return kind
}

/** A name to keep the page under: web pages by their title, files by their own name. */
export function fileNameFor({ kind, ext }: DetectedKind, title: string | null, { names }: Promised, url: URL): string {
  const own = names[0]?.replace(/\.[^.]*$/, '')
  const stem = (kind === 'html' && title) || own || url.hostname
  const plain = stem
    .replace(/[\p{Cc}\p{Cf}"*:<>?/\\|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 120)
    .toWellFormed()
  return `${plain.trim() || url.hostname}.${ext}`
}

function extensionOf(mime: string, named: string): string {
  const fallback = vague.get(mime)
  if (fallback !== undefined) return named || fallback
  const own = extensions.get(mime) ?? (mime.endsWith('+json') ? 'json' : '')
  return named !== '' && kindOf(named) === kindOf(own) ? named : own
}

function kindOf(extension: string) {
  return documentKinds.find((each) => each.extensions.some((known) => known === extension))?.kind
}

function documentExtension(name: string): string {
  const extension = extname(name).slice(1).toLowerCase()
  return kindOf(extension) ? extension : ''
}

function mimeOf(header = ''): MIMEType | null {
  try {
    return new MIMEType(header)
  } catch {
    return null
  }
}

function attachmentName(header: string | undefined): string {
  try {
    return header ? (parse(header).parameters.filename ?? '') : ''
  } catch {
    return ''
  }
}

function lastSegment(url: URL): string {
  const segment = url.pathname.split('/').findLast((each) => each !== '') ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
