import { type ChildNode, type Element, isTag, isText, Text } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'
import { oneLine } from './clean-text.ts'
import { readText } from './decode-text.ts'
import { type Block, inParts, type Part } from './reader.ts'

/** A web page: its title and main text, without menus, scripts and forms. */
export async function* readHtml(path: string): AsyncGenerator<Part> {
  yield* inParts(htmlBlocks(await readText(path, declaredEncoding)))
}

function declaredEncoding(head: string): string | undefined {
  return (/<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? /<\?xml[^>]+encoding=["']([\w-]+)/i.exec(head))?.[1]
}

const dropped = new Set(
  'script style noscript template svg math canvas iframe object video audio nav aside button select input textarea dialog head header-nav'.split(
    ' ',
  ),
)
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const droppedRoles = new Set(['navigation', 'search', 'banner', 'contentinfo', 'complementary', 'menu', 'dialog'])

/** The blocks of a page, its title first. */
export function htmlBlocks(source: string): Block[] {
  const document = parseDocument(source)
  flattenDeep(document.children)
  const title = DomUtils.getElementsByTagName('title', document, true, 1)[0]
  const body = DomUtils.getElementsByTagName('body', document, true, 1)[0]
  const whole = walk(body ? body.children : document.children)
  const main = mainElement(document.children)
  const mainBlocks = main ? walk(main.children) : []
  const blocks = length(mainBlocks) > 0.25 * length(whole) ? mainBlocks : whole
  const name = title ? oneLine(DomUtils.textContent(title)) : ''
  const known = blocks.some((block) => block.text === name)
  return name && !known && blocks.length > 0 ? [{ text: name, level: 1 }, ...blocks] : blocks
}

/** Elements nested deeper than any layout needs are but their text: what goes through them does so level by level. */
const deepest = 200

function flattenDeep(nodes: ChildNode[]): void {
  let level = nodes
  for (let depth = 0; level.length > 0 && depth < deepest; depth += 1)
    level = level.flatMap((node) => (isTag(node) ? node.children : []))
  for (const node of level) if (isTag(node)) node.children = [new Text(textOf(node))]
}

function textOf(element: Element): string {
  let text = ''
  const waiting: ChildNode[] = [element]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isText(node)) text += `${node.data} `
    else if (isTag(node) && !dropped.has(node.name))
      for (const child of [...node.children].reverse()) waiting.push(child)
  }
  return text
}

function length(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + block.text.length, 0)
}

function mainElement(nodes: ChildNode[]): Element | undefined {
  const isMain = (element: Element) => element.name === 'main' || element.attribs.role === 'main'
  const main = DomUtils.findOne(isMain, nodes)
  if (main) return main
  const articles = DomUtils.getElementsByTagName('article', nodes)
  return articles.length === 1 ? articles[0] : undefined
}

function walk(nodes: ChildNode[]): Block[] {
  const blocks: Block[] = []
  let line = ''

  function flush(level?: number, prefix = ''): void {
    const text = oneLineKeepingBreaks(line)
    line = ''
    if (text !== '') blocks.push(level ? { text: oneLine(text), level } : { text: prefix + text })
  }

  function visit(node: ChildNode): void {
    if (isText(node)) {
      line += node.data.replace(/\s+/g, ' ')
      return
    }
    if (!isTag(node) || isDropped(node)) return
    const { name } = node
    if (name === 'br') line += '\n'
    // Marks of XBRL and the like stand within sentences.
    else if (inline.has(name) || name.includes(':')) node.children.forEach(visit)
    else if (name === 'pre') {
      flush()
      blocks.push({ text: DomUtils.textContent(node) })
    } else if (name === 'tr') {
      flush()
      const filled = node.children
        .filter(isTag)
        .map((cell) => walk(cell.children))
        .filter((cell) => cell.length > 0)
      // A row of one cell is layout rather than data.
      if (filled.length === 1) blocks.push(...filled.flat())
      else blocks.push({ text: filled.map((cell) => oneLine(cell.map(({ text }) => text).join(' '))).join(' | ') })
    } else {
      flush()
      node.children.forEach(visit)
      flush(/^h[1-6]$/.test(name) ? Number(name[1]) : undefined, name === 'li' ? '- ' : '')
    }
  }

  nodes.forEach(visit)
  flush()
  return blocks
}

function oneLineKeepingBreaks(text: string): string {
  return text.split('\n').map(oneLine).join('\n').trim()
}

function isDropped(element: Element): boolean {
  const { attribs, name } = element
  if (dropped.has(name) || droppedRoles.has(attribs.role ?? '')) return true
  if ('hidden' in attribs || attribs['aria-hidden'] === 'true' || /display:\s*none/i.test(attribs.style ?? ''))
    return true
  if (name === 'footer' || name === 'header')
    return !DomUtils.findOne((each) => /^(h[1-6]|p)$/.test(each.name), element.children)
  return (name === 'ul' || name === 'ol' || name === 'div') && isMenu(element)
}

/** Three links or more and next to no words beside them. */
function isMenu(element: Element): boolean {
  const links = DomUtils.getElementsByTagName('a', element)
  if (links.length < 3) return false
  const linked = links.reduce((sum, link) => sum + oneLine(DomUtils.textContent(link)).length, 0)
  const all = oneLine(DomUtils.textContent(element)).length
  return linked > 0.8 * all && all / links.length < 60
}
