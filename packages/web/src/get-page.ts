import type { DocumentKind } from '@lectern/documents'
import { decodeHtml, type ReadableBody, withoutHeader } from './charset.ts'
import type { Answer, Client, Headers, Request } from './client.ts'
import { detectedIn, fileNameFor, promisedBy } from './document-type.ts'
import { type PageFacts, readFacts } from './read-links.ts'
import { WebError } from './web-error.ts'

/** What a site tells of the version of a page; given back to it, it answers whether there is a newer one. */
export type Validators = { etag: string | null; lastModified: string | null }

export type FetchedPage = Validators & {
  status: 'fetched'
  /** Where it was in the end, after redirects. */
  url: string
  /** The address the page gives as its own, if that is on the same host. */
  canonicalUrl: string | null
  kind: DocumentKind
  mime: string
  /** The encoding of `body`, if it is text and the encoding is known. */
  charset: string | null
  body: Buffer
  title: string | null
  /** A name to keep it under, with the extension of its kind. */
  fileName: string
  /** Where a web page leads, without links it asks not to follow. */
  links: string[]
}

export type UnchangedPage = Validators & { status: 'unchanged'; url: string }

/** A page that is elsewhere now, and was not followed there. */
export type MovedPage = { status: 'moved'; url: string; to: URL }

export type PageRequest = {
  known?: Partial<Validators>
  maxBytes: number
  totalMs: number
  signal?: AbortSignal
  /** Whether to go where a page is said to be now. */
  follows: (to: URL, from: URL) => boolean | Promise<boolean>
}

const maxRedirects = 5
// Longer ones would not fit into a request.
const longestValidator = 1_000
const binaryKinds: ReadonlySet<DocumentKind> = new Set(['pdf', 'docx', 'doc', 'pptx'])

/** Gets a page, through redirects as far as they are followed. @throws WebError, or the reason of `signal` */
export async function getPage(
  client: Client,
  start: URL,
  { known = {}, follows, ...request }: PageRequest,
): Promise<FetchedPage | UnchangedPage | MovedPage> {
  const headers: Record<string, string> = {}
  if (known.etag) headers['if-none-match'] = known.etag
  if (known.lastModified) headers['if-modified-since'] = known.lastModified
  const inspect = (given: Headers) => void promisedBy(given, url)
  let url = start
  const answer = await getFollowing(client, start, { ...request, headers, inspect }, (to, from) => {
    url = to
    return follows(to, from)
  })
  if (answer.status === 'moved') return { status: 'moved', url: answer.url.href, to: answer.to }
  const validators = { etag: validator(answer.headers.etag), lastModified: validator(answer.headers['last-modified']) }
  if (answer.status === 'unchanged') {
    return {
      status: 'unchanged',
      url: answer.url.href,
      etag: validators.etag ?? known.etag ?? null,
      lastModified: validators.lastModified ?? known.lastModified ?? null,
    }
  }
  return { status: 'fetched', url: answer.url.href, ...validators, ...(await contentOf(answer)) }
}

/** Sends a request and goes where it is sent on to. The last answer is `moved` if `follows` says no. */
export async function getFollowing(
  client: Client,
  start: URL,
  request: Request,
  follows: PageRequest['follows'],
): Promise<Answer> {
  const end = performance.now() + request.totalMs
  let url = start
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const totalMs = Math.max(1, Math.ceil(end - performance.now()))
    const answer = await client.get(url, { ...request, totalMs })
    if (answer.status !== 'moved' || !(await follows(answer.to, url))) return answer
    url = answer.to
  }
  throw new WebError('too_many_redirects')
}

async function contentOf({ url, headers, body }: Extract<Answer, { status: 'ok' }>) {
  const promised = promisedBy(headers, url)
  const asText = withoutHeader(body, promised.charset)
  const detected = await detectedIn(body, asText.body, promised)
  const { kind, mime } = detected
  const text = binaryKinds.has(kind) ? null : asText
  const facts = text && kind === 'html' ? htmlFacts(text, url, headers) : noFacts
  return {
    kind,
    mime,
    charset: text?.charset ?? null,
    body: text?.body ?? body,
    title: facts.title,
    fileName: fileNameFor(detected, facts.title, promised, url),
    canonicalUrl: facts.canonical?.href ?? null,
    links: facts.links.map(({ href }) => href),
  }
}

const noFacts: PageFacts = { title: null, canonical: null, links: [] }

function htmlFacts(text: ReadableBody, url: URL, headers: Headers): PageFacts {
  return readFacts(decodeHtml(text), url, headers['x-robots-tag'])
}

function validator(value: string | undefined): string | null {
  return value && value.length <= longestValidator ? value : null
}
