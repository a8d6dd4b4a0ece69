import { findAndReplace } from 'mdast-util-find-and-replace'

const prefix = '#source-'

/** A remark plugin: marks like [1] become links to the sources that are there; other numbers stay text. */
export function sourceMarks(numbers: readonly number[]) {
  const replace = (mark: string, digits: string) => {
    const n = Number(digits)
    if (!numbers.includes(n)) return false as const
    return { type: 'link' as const, url: `${prefix}${n}`, children: [{ type: 'text' as const, value: mark }] }
  }
  return (tree: Parameters<typeof findAndReplace>[0]) =>
    findAndReplace(tree, [/\[(\d{1,3})\]/g, replace], { ignore: ['link', 'linkReference'] })
}

/** The number of the source a link made above opens, or null for any other link. */
export function markedSource(href: string | undefined): number | null {
  return href?.startsWith(prefix) ? Number(href.slice(prefix.length)) : null
}
