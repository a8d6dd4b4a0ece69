import type { OfficePackage } from './zip.ts'

type Style = { name: string; basedOn?: string; outline?: number }

/** The heading level of each paragraph style that has one, by the style's id. */
export async function headingLevels(document: OfficePackage): Promise<Map<string, number>> {
  const styles = new Map<string, Style>()
  let current: Style | undefined
  for await (const event of document.xml('word/styles.xml')) {
    if (!('open' in event)) continue
    const value = event.attributes.val ?? ''
    if (event.open === 'style') {
      current = { name: '' }
      styles.set(event.attributes.styleId ?? '', current)
    } else if (!current) continue
    else if (event.open === 'name') current.name = value.toLowerCase()
    else if (event.open === 'basedOn') current.basedOn = value
    else if (event.open === 'outlineLvl') current.outline = Number(value)
  }
  const levels = new Map<string, number>()
  for (const id of styles.keys()) {
    const level = levelOf(id, styles)
    if (level) levels.set(id, level)
  }
  return levels
}

function levelOf(id: string, styles: Map<string, Style>): number | undefined {
  let style = styles.get(id)
  // A style may, by mistake, be based on itself.
  for (let depth = 0; style && depth < 10; depth += 1) {
    const heading = /^heading (\d)$/.exec(style.name)
    if (heading) return Number(heading[1])
    if (style.name === 'title') return 1
    if (style.name.startsWith('toc')) return undefined
    if (style.outline !== undefined) return style.outline < 9 ? style.outline + 1 : undefined
    style = style.basedOn ? styles.get(style.basedOn) : undefined
  }
}
