// Scripts that tokenizers cut into single characters; a Hangul syllable becomes its two or three letters.
const wideCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const hangul = /\p{Script=Hangul}/gu
const digit = /\p{N}/gu
const latinWord = /^[a-z]+$/i
const wordOrSign = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu

/** About how many tokens a text has, for models whose tokenizer is not at hand. Rather too many than too few. */
export function estimateTokens(text: string): number {
  let tokens = 2
  for (const [piece] of text.matchAll(wordOrSign)) {
    if (latinWord.test(piece)) {
      tokens += Math.max(1, piece.length / 5)
      continue
    }
    const wide = piece.match(wideCharacter)?.length ?? 0
    const syllables = piece.match(hangul)?.length ?? 0
    const digits = piece.match(digit)?.length ?? 0
    const letters = piece.length - wide - syllables - digits
    tokens += wide + syllables * 2.5 + digits / 2 + (letters > 0 ? Math.max(1, letters / 5) : 0)
  }
  return Math.ceil(tokens)
}
