import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { type Entry, openPromise } from 'yauzl'
import { DocumentError } from '../errors.ts'

/** The parts of an Office document. */
export type OfficePackage = {
  has(name: string): boolean
  /** The start and end tags and the text of a part, in order; nothing for a part that is not there. */
  xml(name: string): AsyncGenerator<XmlEvent>
  /** The stream of a part. */
  stream(name: string): Promise<Readable>
  close(): void
}

export type XmlEvent = { open: string; attributes: Record<string, string> } | { close: string } | { text: string }

/** Opens a DOCX or PPTX. One that is protected with a password is not a zip but a compound file. */
export async function openOfficePackage(path: string): Promise<OfficePackage> {
  if (await isCompoundFile(path)) throw new DocumentError('encrypted')
  const zip = await openPromise(path, { autoClose: false })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)

  async function stream(name: string): Promise<Readable> {
    const entry = entries.get(name)
    if (!entry) throw new DocumentError('broken', new Error(`${name} is missing`))
    if (entry.isEncrypted()) throw new DocumentError('encrypted')
    return zip.openReadStreamPromise(entry)
  }

  return {
    has: (name) => entries.has(name),
    stream,
    async *xml(name) {
      if (entries.has(name)) yield* parseXml(await stream(name))
    },
    close: () => zip.close(),
  }
}

async function isCompoundFile(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.readUInt32BE(0) === 0xd0cf11e0
  } finally {
    await file.close()
  }
}

/** Names come without their prefix, which a document may choose; attributes under their full name too. */
async function* parseXml(stream: Readable): AsyncGenerator<XmlEvent> {
  let events: XmlEvent[] = []
  const parser = new SaxesParser({ position: false })
  parser.on('opentag', (tag) => {
    const attributes: Record<string, string> = {}
    for (const [name, value] of Object.entries(tag.attributes)) attributes[localName(name)] = attributes[name] = value
    events.push({ open: localName(tag.name), attributes })
  })
  parser.on('closetag', (tag) => events.push({ close: localName(tag.name) }))
  parser.on('text', (text) => events.push({ text }))
  parser.on('error', (error) => {
    throw new DocumentError('broken', error)
  })
  const decoder = new TextDecoder()
  for await (const bytes of stream) {
    parser.write(decoder.decode(bytes as Buffer, { stream: true }))
    const ready = events
    events = []
    yield* ready
  }
  parser.close()
  yield* events
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
