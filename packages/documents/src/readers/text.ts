import { cleanText } from './clean-text.ts'
import { readText } from './decode-text.ts'
import { type Block, inParts, type Part } from './reader.ts'

/** Plain text and source code: paragraphs are what blank lines part. */
export async function* readPlainText(path: string): AsyncGenerator<Part> {
  yield* inParts(paragraphs(await readText(path)))
}

/** Markdown: as plain text, with its headings known. Its marks stay, as the text is shown as Markdown. */
export async function* readMarkdown(path: string): AsyncGenerator<Part> {
  yield* inParts(markdownBlocks(await readText(path)))
}

/** LaTeX: as plain text, with its headings known. */
export async function* readTex(path: string): AsyncGenerator<Part> {
  yield* inParts(texBlocks(await readText(path)))
}

export function* paragraphs(text: string): Generator<Block> {
  for (const paragraph of cleanText(text).split(/\n[ \t]*\n/)) if (paragraph.trim() !== '') yield { text: paragraph }
}

function* markdownBlocks(text: string): Generator<Block> {
  let fenced = false
  for (const { text: paragraph } of paragraphs(text)) {
    let rest: string[] = []
    for (const line of paragraph.split('\n')) {
      if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced
      const heading = fenced ? null : /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line)
      const underline = fenced || rest.length !== 1 ? null : /^ {0,3}(=+|-+)$/.exec(line)
      if (heading?.[2]) {
        if (rest.length > 0) yield { text: rest.join('\n') }
        rest = []
        yield { text: heading[2], level: heading[1]?.length ?? 1 }
      } else if (underline) {
        yield { text: rest.join('\n'), level: line.includes('=') ? 1 : 2 }
        rest = []
      } else rest.push(line)
    }
    if (rest.length > 0) yield { text: rest.join('\n') }
  }
}

const texLevels = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph']

function* texBlocks(text: string): Generator<Block> {
  const withoutComments = text.replace(/(^|[^\\])%.*$/gm, '$1')
  for (const { text: paragraph } of paragraphs(withoutComments)) {
    let rest = ''
    for (const line of paragraph.split('\n')) {
      const heading = /^\s*\\(part|chapter|(?:sub){0,2}section|paragraph)\*?\{(.+?)\}/.exec(line)
      if (heading?.[1] && heading[2]) {
        if (rest.trim()) yield { text: rest.trim() }
        rest = `${line.slice(heading[0].length)}\n`
        yield { text: heading[2], level: texLevels.indexOf(heading[1]) + 1 }
      } else rest += `${line}\n`
    }
    if (rest.trim()) yield { text: rest.trim() }
  }
}
