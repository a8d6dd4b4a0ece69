/** A stretch of the model's answer and the numbers of the sources it cites for it. */
export type Block = { text: string; marks: Set<number> }

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const ended = /[.!?。！？…][\p{Pf}\p{Pe}"'*_]*\s*$|\n\s*$/u

/** The marks that follow a block's words. */
export const markBlock = ({ marks }: Block) => (marks.size > 0 ? ` ${[...marks].map((n) => `[${n}]`).join('')}` : '')

/**
 * The whole answer with the marks of its sources. A sentence that cites nothing is marked by these words as not from the
 * documents, unless it is the beginning or the end of one that does.
 */
export function markUnsourced(blocks: Block[], words: string): string {
  const unsourced = ` *(${words})*`
  const runs = joinUncited(blocks)
  const texts = runs.map((block, index) => {
    if (block.marks.size > 0) return beforeBlanks(block.text, markBlock(block))
    const before = runs[index - 1]
    const parts = [...sentences.segment(block.text)].map(({ segment }) => segment)
    return parts
      .map((part, place) => {
        const goesOn = place === 0 && before !== undefined && !ended.test(before.text)
        const leadsIn = place === parts.length - 1 && index < runs.length - 1 && !ended.test(part)
        const saysNothing = !/[\p{L}\p{N}]/u.test(part) || /^\s*#|:[*_]*\s*$/.test(part)
        return goesOn || leadsIn || saysNothing ? part : beforeBlanks(part, unsourced)
      })
      .join('')
  })
  return texts.join('').trim()
}

function joinUncited(blocks: Block[]): Block[] {
  const runs: Block[] = []
  for (const block of blocks) {
    if (block.text.trim() === '' && block.marks.size === 0 && runs.length > 0) appendTo(runs, block.text)
    else if (block.marks.size === 0 && runs.at(-1)?.marks.size === 0) appendTo(runs, block.text)
    else if (block.text !== '') runs.push({ ...block })
  }
  return runs
}

function appendTo(runs: Block[], text: string) {
  const last = runs.at(-1)
  if (last) last.text += text
}

function beforeBlanks(text: string, mark: string): string {
  const words = text.trimEnd()
  return words + mark + text.slice(words.length)
}
