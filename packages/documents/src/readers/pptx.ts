import { posix } from 'node:path'
import { oneLine } from './clean-text.ts'
import type { Block, Part } from './reader.ts'
import { type OfficePackage, openOfficePackage } from './zip.ts'

/** PowerPoint: a slide is a page, with its tables as rows and its speaker's notes last. */
export async function* readPptx(path: string): AsyncGenerator<Part> {
  const document = await openOfficePackage(path)
  try {
    const slides = await slideNames(document)
    for (const [index, slide] of slides.entries()) {
      const related = await relations(document, slide)
      const notes = [...related.values()].find((relation) => relation.type.endsWith('/notesSlide'))
      const blocks = await shapeBlocks(document, slide)
      if (notes) blocks.push(...(await shapeBlocks(document, notes.target)).map(({ text }) => ({ text })))
      yield { number: index + 1, total: slides.length, blocks }
    }
  } finally {
    document.close()
  }
}

async function slideNames(document: OfficePackage): Promise<string[]> {
  const presentation = 'ppt/presentation.xml'
  const related = await relations(document, presentation)
  const names: string[] = []
  for await (const event of document.xml(presentation)) {
    if (!('open' in event) || event.open !== 'sldId') continue
    // One of its attributes is the id of a relation, under a prefix that the document chose.
    const slide = Object.values(event.attributes)
      .map((value) => related.get(value))
      .find((relation) => relation)
    if (slide && document.has(slide.target)) names.push(slide.target)
  }
  return names
}

async function relations(
  document: OfficePackage,
  part: string,
): Promise<Map<string, { type: string; target: string }>> {
  const found = new Map<string, { type: string; target: string }>()
  const { dir, base } = posix.parse(part)
  for await (const event of document.xml(`${dir}/_rels/${base}.rels`)) {
    if (!('open' in event) || event.open !== 'Relationship') continue
    const { Id = '', Type = '', Target = '' } = event.attributes
    found.set(Id, { type: Type, target: Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target) })
  }
  return found
}

// Furniture of the slide: its number, date, header, footer.
const furniture = new Set(['sldNum', 'dt', 'hdr', 'ftr'])

async function shapeBlocks(document: OfficePackage, part: string): Promise<Block[]> {
  const blocks: Block[] = []
  let placeholder = ''
  let row: string[] | undefined
  let paragraph = ''
  let inText = false
  for await (const event of document.xml(part)) {
    if ('open' in event) {
      if (event.open === 'sp' || event.open === 'graphicFrame') placeholder = ''
      else if (event.open === 'ph') placeholder = event.attributes.type ?? ''
      else if (event.open === 'tr') row = []
      else if (event.open === 'tc') row?.push('')
      else if (event.open === 'br') paragraph += '\n'
      else if (event.open === 't') inText = true
    } else if ('text' in event) {
      if (inText) paragraph += event.text
    } else if (event.close === 't') inText = false
    else if (event.close === 'p') {
      const text = oneLine(paragraph)
      paragraph = ''
      if (text === '' || furniture.has(placeholder)) continue
      if (row) row[row.length - 1] = `${row.at(-1) ?? ''} ${text}`.trim()
      else if (placeholder === 'title' || placeholder === 'ctrTitle') blocks.push({ text, level: 1 })
      else blocks.push({ text })
    } else if (event.close === 'tr' && row) {
      const text = row.filter((cell) => cell !== '').join(' | ')
      if (text !== '') blocks.push({ text })
      row = undefined
    }
  }
  return blocks
}
