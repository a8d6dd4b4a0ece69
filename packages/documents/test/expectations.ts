/** What must be found in the corpus: for its tests, and for the bench that tells how well documents are read. */

/** What must be found in each document, and on which page where its kind has pages. */
export const documents: Record<string, { pages?: number; found: [words: string, page?: number][] }> = {
  'DA-619p.pdf': {
    pages: 619,
    found: [
      ['MAIN GAME … 6', 1],
      ['The nug is an omnivore common to the Deep Roads', 13],
      ['Gaze upon its white walls and golden spires', 401],
      ['Over-imbibing is strongly discouraged at all times.', 601],
    ],
  },
  'layout-parser-paper-fast.pdf': {
    pages: 2,
    found: [
      ['Abstract. Recent advances in document image analysis (DIA)', 1],
      ['and customized training is often required', 2],
    ],
  },
  'reliance.pdf': { pages: 3, found: [['Reliance is a proof of the power of dreams.', 2]] },
  'korean-text-with-tables.pdf': { pages: 1, found: [['빅포인트의 유효기간은 5년으로', 1]] },
  'fake-power-point-table.pptx': { pages: 1, found: [['Column 1 | Column 2 | Column 3', 1]] },
  'sample-presentation.pptx': {
    pages: 4,
    found: [
      ['There’s text here', 2],
      ['2 | A2 | B2 | C2', 4],
    ],
  },
  'handbook-872p.docx': {
    found: [
      ['CHAPTER 1 – INTRODUCTION'],
      ['The standing trustee has a fiduciary responsibility to the bankruptcy estate.'],
    ],
  },
  'docx-tables.docx': { found: [['Header Col 1 | Header Col 2'], ['Lorem ipsum | A link example']] },
  'simple.docx': { found: [['These are a few of my favorite things:'], ['DOYLESTOWN, PA 18901']] },
  'fake.doc': { found: [['Lorem ipsum dolor sit amet.']] },
  'simple.doc': { found: [['This is my first thought. This is my second thought.']] },
  'example-10k-1p.html': { found: [['voting and non-voting'], ['$70,923,698.'], ['Item 1A. | Risk Factors | 9']] },
  'example-with-scripts.html': { found: [['Belarusian forces remain unlikely to attack Ukraine']] },
  'fake-html-cp1252.html': { found: [['El niño comió paella con ñoquis.'], ['15,50 €']] },
  'ideas-page.html': { found: [['\n\nKnowledge grows fractally. From a distance its edges look smooth']] },
  'eng_spa_mult.md': { found: [['nacen libres e iguales en dignidad y derechos y, dotados como están de razón']] },
  'norwich-city.txt': { found: [['1986–1990 Watford 63 (9)']] },
  'fake-text-utf-16.txt': { found: [['    Doylestown, PA 18901']] },
  'csv-with-long-lines.csv': { found: [['1Freq Ki67CD8frequencyUnstim: -0.285021097']] },
  'semicolon-delimited.csv': { found: [['Lorem, ipsum: sed, do; dolor sit: eiusmod; amet: tempor incididunt']] },
  'stanley-cups.csv': { found: [['Team: Maple Leafs; Location: TOR; Stanley Cups: 13']] },
  'stanley-cups-utf-16.csv': { found: [['Team: Maple Leafs; Location: TOR; Stanley Cups: 13']] },
  'simple.json': { found: [['[1].text: Parrots']] },
  'fake.go': { found: [['\tfmt.Println("Hello Go!")']] },
  'logger.py': { found: [['    if self.isEnabledFor(DETAIL):']] },
}

/** What each bad file is refused as; null where there is text in it that can be read. */
export const bad: Record<string, string | null> = {
  'empty.txt': 'empty',
  'fake-text-all-whitespace.txt': 'empty',
  'password.pdf': 'encrypted',
  'loremipsum-flat.pdf': 'scanned',
  'fake.odt': 'unsupported',
  'simple.zip': 'unsupported',
  'copy-protected.pdf': null,
  'fake-incomplete-json.txt': null,
  'fake-power-point-malformed.pptx': null,
  'invalid-pdf-structure-pdfminer-one-page.pdf': null,
}
