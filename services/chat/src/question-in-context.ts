import { contentWords } from './words.ts'

const opening = /^\s*(and|but|or|also|so|then|what about|how about|why|why not|und|aber|et|mais|y|pero|e)\b/i
const pointing =
  /\b(it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|then|one|ones|same|former|latter|else|more)\b/i
/** With so few words of its own a question says nothing without the one before. */
const fewWords = 1
/** A question with so many says enough, whatever it points to. */
const manyWords = 6

/** Whether a question can only be understood by the one before it. */
export function isFollowUp(question: string): boolean {
  const words = new Set(contentWords(question)).size
  if (words <= fewWords) return true
  return words < manyWords && (opening.test(question) || pointing.test(question))
}

/**
 * The words to search by: a question that goes on from another is searched for together with it. `earlier` are the
 * questions so far, oldest first.
 */
export function questionInContext(question: string, earlier: string[]): string {
  const parts = [question]
  for (const before of [...earlier].reverse()) {
    if (!isFollowUp(parts[0] ?? '')) break
    parts.unshift(before)
    if (!isFollowUp(before)) break
  }
  return parts.join(' ')
}
