/** Text as lists search and sort it, whatever its case and accents. Kept beside the text, since not every store can sort so by itself. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toLowerCase()

/** The part of a query that finds rows which have each word of a search in one of these fields, all of them folded. */
export function searching(search: string | undefined, ...fields: string[]) {
  const words = folded(search ?? '')
    .split(' ')
    .filter(Boolean)
  if (words.length === 0) return {}
  return {
    $and: words.map((word) => ({ $or: fields.map((field) => ({ [field]: { $regex: literally(word) } })) })),
  }
}

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
