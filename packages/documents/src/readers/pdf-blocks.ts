import type { Line } from './pdf-lines.ts'
import type { Block } from './reader.ts'

type Layout = { bodySize: number; bodyBold: boolean; leading: number; height: number }

/** Paragraphs and headings of a page from where its lines stand. `height` is the page's, in points. */
export function linesToBlocks(found: Line[], height: number): Block[] {
  const lines = withoutPageNumber(joinRows(found), height)
  const layout = measure(lines, height)
  const groups: Line[][] = []
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1]
    if (previous && continues(previous, line, lines, layout)) groups.at(-1)?.push(line)
    else groups.push([line])
  }
  return groups.map((group) => {
    const text = joinLines(group)
    const level = headingLevel(group, text, layout)
    return level ? { text, level } : { text }
  })
}

/** What stands beside the line before it (a raised figure, a cell of the same row) belongs to it. */
function joinRows(lines: Line[]): Line[] {
  const rows: Line[] = []
  for (const line of lines) {
    const row = rows.at(-1)
    if (!row || !isBeside(row, line)) {
      rows.push({ ...line })
      continue
    }
    const gap = line.left - row.right
    row.text += (gap > 0.15 * Math.max(row.size, line.size) ? ' ' : '') + line.text
    row.right = line.right
    row.bold &&= line.bold
    if (line.size > row.size) Object.assign(row, { size: line.size, top: line.top, bottom: line.bottom })
  }
  return rows
}

function isBeside(row: Line, line: Line): boolean {
  const overlap = Math.min(row.top, line.top) - Math.max(row.bottom, line.bottom)
  return overlap >= 0.5 * Math.min(row.size, line.size) && line.left >= row.right - 0.3 * row.size
}

function withoutPageNumber(lines: Line[], height: number): Line[] {
  const isPageNumber = (line: Line) =>
    /^(page\s+)?[-–—]?\s*\d{1,4}\s*[-–—]?(\s+of\s+\d+)?$/i.test(line.text) &&
    (line.bottom < 0.12 * height || line.top > 0.9 * height)
  return lines.filter((line, index) => !((index === 0 || index === lines.length - 1) && isPageNumber(line)))
}

function measure(lines: Line[], height: number): Layout {
  const weights = new Map<number, number>()
  let boldLetters = 0
  let letters = 0
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    weights.set(size, (weights.get(size) ?? 0) + line.text.length)
    letters += line.text.length
    if (line.bold) boldLetters += line.text.length
  }
  const bodySize = [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
  const gaps = lines
    .slice(1)
    .map((line, index) => (lines[index]?.bottom ?? 0) - line.bottom)
    .filter((gap) => gap > 0.5 * bodySize && gap < 2.5 * bodySize)
    .sort((a, b) => a - b)
  return { bodySize, bodyBold: boldLetters > letters / 2, leading: gaps[gaps.length >> 1] ?? bodySize, height }
}

const endOfSentence = /[.!?:;…。！？]["'”’)\]]*$/
const listMark = /^([•●○▪■◦‣∙·*–—-]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)/i
const dotLeader = /(\.\s?){4,}\s*\S{0,6}$/

/** Whether `line` is of the same paragraph as `previous`. */
function continues(previous: Line, line: Line, lines: Line[], layout: Layout): boolean {
  const gap = previous.bottom - line.bottom
  const sameType = Math.abs(previous.size - line.size) <= 0.12 * previous.size && previous.bold === line.bold
  if (!sameType || listMark.test(line.text)) return false
  if (dotLeader.test(line.text) || dotLeader.test(previous.text)) return dotLeader.test(line.text) && gap > 0
  const ended = endOfSentence.test(previous.text)
  // A new column, or below a figure: the sentence goes on, or it does not.
  if (gap < 0 || gap > 3 * layout.leading) return !ended && /^\p{Ll}/u.test(line.text)
  if (gap > 1.35 * layout.leading * Math.max(1, line.size / layout.bodySize)) return false
  const indent = line.left - previous.left
  if (ended && indent > 0.8 * line.size && indent < 5 * line.size) return false
  const columnRight = Math.max(
    ...lines.filter((each) => Math.abs(each.left - previous.left) < 20).map((each) => each.right),
  )
  const isShort = previous.right < columnRight - 0.12 * (columnRight - previous.left)
  return !(ended && isShort)
}

const cjkEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、；：]$/u
const cjkStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、；：]/u

/** A line that ends with U+FFFE ends within a word. */
function joinLines(lines: Line[]): string {
  let text = ''
  for (const line of lines) {
    const words = line.text.replace(/(\.\s?){4,}/g, ' … ').replace(/ {2,}/g, ' ')
    if (text === '' || text.endsWith('\ufffe')) text += words
    else if (dotLeader.test(line.text)) text += `\n${words}`
    else text += (cjkEnd.test(text) && cjkStart.test(words) ? '' : ' ') + words
  }
  // What fonts of TeX that do not name their letters make of "ff".
  return text
    .replaceAll('\ufffe', '')
    .replace(/(?<=\p{L})↵(?=[\p{L}-])/gu, 'ff')
    .trim()
}

function headingLevel(lines: Line[], text: string, layout: Layout): number | undefined {
  const [first] = lines
  if (!first || lines.length > 3 || text.length > 150 || !/\p{L}{2}/u.test(text) || /[.,;…]$/.test(text)) return
  const ratio = first.size / layout.bodySize
  if (ratio >= 1.6) return 1
  if (ratio >= 1.25) return 2
  if (ratio >= 1.1 || (first.bold && !layout.bodyBold && ratio > 0.95)) return 3
}
