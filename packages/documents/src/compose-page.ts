import type { Heading, Page } from './page.ts'
import { cleanText } from './readers/clean-text.ts'
import type { Part } from './readers/reader.ts'

/** Makes the page of a part. `heading` is the one in force where it starts. */
export function composePage(index: number, part: Part, heading: string | null): Page {
  const headings: Heading[] = []
  let text = ''
  for (const block of part.blocks) {
    const words = cleanText(block.text)
    if (words.trim() === '') continue
    if (text !== '') text += '\n\n'
    if (block.level) headings.push({ offset: text.length, level: block.level, text: words })
    text += words
  }
  return { index, number: part.number, text, heading, headings }
}
