import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from './listen.ts'

type Kept = { body: Buffer; at: Date }

const smallestPart = 5 * 1024 * 1024
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

/**
 * A stand-in for a bucket of S3, by its REST protocol: objects, uploads in parts, and lists in the order of keys. As the real one
 * it refuses who has not signed, and an upload with a part that is too small. While it `fails`, it is overloaded.
 */
export async function startS3(bucket = 'lectern-tests') {
  const objects = new Map<string, Kept>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  const state = { fails: false }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return // Who sent it went away.
    }
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '', 'http://s3')
    const [, named = '', ...path] = url.pathname.split('/')
    const key = decodeURIComponent(path.join('/'))
    const query = url.searchParams
    const answer = (status: number, content: string | Buffer = '', headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-length': String(Buffer.byteLength(content)), ...headers })
      response.end(content)
    }
    const xml = (status: number, root: string, content: string) =>
      answer(status, `<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`, {
        'content-type': 'application/xml',
      })
    const refuse = (status: number, code: string) =>
      xml(status, 'Error', `<Code>${code}</Code><Message>${code}</Message>`)

    if (state.fails) return refuse(503, 'SlowDown')
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return refuse(403, 'AccessDenied')
    if (named !== bucket) return refuse(404, 'NoSuchBucket')
    if (key === '' && query.get('list-type') === '2') return list()
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (query.has('uploadId') && !upload) return refuse(404, 'NoSuchUpload')

    switch (request.method) {
      case 'POST': {
        if (query.has('uploads')) {
          const id = crypto.randomUUID()
          uploads.set(id, { key, parts: new Map() })
          return xml(200, 'InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`)
        }
        const parts = [...(upload?.parts ?? [])].sort(([one], [other]) => one - other).map(([, part]) => part)
        if (parts.slice(0, -1).some(({ length }) => length < smallestPart)) return refuse(400, 'EntityTooSmall')
        objects.set(key, { body: Buffer.concat(parts), at: new Date() })
        uploads.delete(query.get('uploadId') ?? '')
        return xml(200, 'CompleteMultipartUploadResult', `<Key>${escaped(key)}</Key>`)
      }
      case 'PUT':
        if (upload) upload.parts.set(Number(query.get('partNumber')), body)
        else objects.set(key, { body, at: new Date() })
        return answer(200, '', { etag: etagOf(body) })
      case 'GET': {
        const kept = objects.get(key)
        return kept ? answer(200, kept.body, { etag: etagOf(kept.body) }) : refuse(404, 'NoSuchKey')
      }
      case 'DELETE':
        if (upload) uploads.delete(query.get('uploadId') ?? '')
        else objects.delete(key)
        return answer(204)
      default:
        return refuse(405, 'MethodNotAllowed')
    }

    function list() {
      const most = Number(query.get('max-keys') ?? 1000)
      const all = [...objects]
        .filter(([name]) => name.startsWith(query.get('prefix') ?? '') && name > (query.get('start-after') ?? ''))
        .sort(([one], [other]) => (one < other ? -1 : 1))
      const contents = all.slice(0, most).map(
        ([
          name,
          {
            at,
            body: { length },
          },
        ]) =>
          `<Contents><Key>${escaped(name)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${length}</Size></Contents>`,
      )
      xml(200, 'ListBucketResult', `<IsTruncated>${all.length > most}</IsTruncated>${contents.join('')}`)
    }
  })

  return {
    state,
    /** By their keys. */
    objects,
    /** Begun and neither completed nor called off. */
    openUploads: () => uploads.size,
    settings: { S3_BUCKET: bucket, S3_ENDPOINT: await listen(server), S3_REGION: 'us-east-1' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
