const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const blanks = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
// Controls but for tab and line end, and what is drawn as nothing; not the joiners, which some scripts need.
const invisible = /(?![\t\n])\p{Cc}|[\u00ad\u200b\u2060\ufeff\ufffe\uffff]/gu

/** Text as people see it: no control or invisible characters, one kind of line end, no blanks at line ends, composed letters. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(lineEnds, '\n')
    .replace(blanks, ' ')
    .replace(invisible, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '')
}

/** One line: every run of blanks and line ends is one space. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}
