import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDocx, makeEncryptedPdf, makePdf, makePptx, makeScannedPdf, makeZip } from '@lectern/testing/documents'
import { DocumentError, readDocument } from '../src/index.ts'
import { startReadingProcess } from '../src/reading-process.ts'
import { errorOf, pagesOf, saved } from './reading.ts'

test('a PDF is read page by page, its lines joined to paragraphs and its headings known', async (t) => {
  const pages = ['# Golems\nThey are made of stone and\nsteel.\n\nNo one sells a golem.', 'Second page.']
  const [first, second] = await pagesOf(await saved(t, 'golems.pdf', makePdf(pages)))
  assert.equal(first?.number, 1)
  assert.equal(first?.text, 'Golems\n\nThey are made of stone and steel.\n\nNo one sells a golem.')
  assert.deepEqual(first?.headings, [{ offset: 0, level: 1, text: 'Golems' }])
  assert.equal(second?.number, 2)
  assert.equal(second?.text, 'Second page.')
  assert.equal(second?.heading, 'Golems', 'the heading goes on over the page')
})

test('the number of a PDF page at its foot is not part of its text', async (t) => {
  const [page] = await pagesOf(await saved(t, 'foot.pdf', makePdf([`Words.${'\n'.repeat(53)}12`])))
  assert.equal(page?.text, 'Words.')
})

test('a Word document gives headings, paragraphs and rows of tables', async (t) => {
  const docx = makeDocx([
    { heading: 'Prices' },
    'All in euro & cent.',
    {
      rows: [
        ['Tea', '2.50'],
        ['Coffee', '3.00'],
      ],
    },
  ])
  const [page] = await pagesOf(await saved(t, 'prices.docx', docx))
  assert.equal(page?.text, 'Prices\n\nAll in euro & cent.\n\nTea | 2.50\n\nCoffee | 3.00')
  assert.deepEqual(page?.headings, [{ offset: 0, level: 1, text: 'Prices' }])
  assert.equal(page?.number, null, 'it does not tell where its pages end')
})

test('a Word document that tells where its pages end has page numbers', async (t) => {
  const file = await saved(t, 'two.docx', makeDocx(['One.', { pageBreak: true }, 'Two.']))
  const pages = await pagesOf(file)
  assert.deepEqual(
    pages.map(({ number, text }) => ({ number, text })),
    [
      { number: 1, text: 'One.' },
      { number: 2, text: 'Two.' },
    ],
  )
})

test('a slide is a page, its title a heading, the notes at its end', async (t) => {
  const pptx = makePptx([{ title: 'Plan' }, { title: 'Budget', paragraphs: ['Ten million.'], notes: 'Speak slowly.' }])
  const pages = await pagesOf(await saved(t, 'plan.pptx', pptx))
  assert.deepEqual(
    pages.map(({ number, text }) => ({ number, text })),
    [
      { number: 1, text: 'Plan' },
      { number: 2, text: 'Budget\n\nTen million.\n\nSpeak slowly.' },
    ],
  )
})

test('a web page gives its title and main text, without menu, script and form', async (t) => {
  const html = `<html><head><title>Tea</title><script>track()</script></head><body>
    <nav><a href=/>Home</a><a href=/b>Shop</a></nav>
    <main><h2>Green tea</h2><p>Steep at <b>80</b>&nbsp;degrees.<br>Not more.</p>
    <ul><li>Sencha<li>Matcha</ul><table><tr><th>Kind<th>Minutes<tr><td>Sencha<td>2</table>
    <form><button>Buy</button></form></main><footer><a href=/i>Imprint</a></footer></body></html>`
  const [page] = await pagesOf(await saved(t, 'tea.html', html))
  assert.equal(
    page?.text,
    'Tea\n\nGreen tea\n\nSteep at 80 degrees.\nNot more.\n\n- Sencha\n\n- Matcha\n\nKind | Minutes\n\nSencha | 2',
  )
})

test('a web page that is laid out by a table is read as text, its paragraphs where it breaks twice', async (t) => {
  const html = `<table><tr><td><img src=logo.gif></td><td>January<br><br>New ideas are <ix:nonnumeric>anomalies</ix:nonnumeric>.
    <br><br>Look for them.<ul><li>Here</ul></td></tr></table>`
  const [page] = await pagesOf(await saved(t, 'ideas.html', html))
  assert.equal(page?.text, 'January\n\nNew ideas are anomalies.\n\nLook for them.\n\n- Here')
})

test('a web page in the encoding that it declares', async (t) => {
  const html = Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1')
  const [page] = await pagesOf(await saved(t, 'hello.html', html))
  assert.equal(page?.text, 'Привет')
})

test('each row of a table of text carries the names of its columns', async (t) => {
  const [page] = await pagesOf(await saved(t, 'teams.csv', 'Team;City\nBlues;"St. Louis; MO"\nFlyers;\n'))
  assert.equal(page?.text, 'Team: Blues; City: St. Louis; MO\n\nTeam: Flyers')
})

test('a table of text without a header, with a title, or with long cells', async (t) => {
  const text = async (csv: string) => (await pagesOf(await saved(t, 'a.csv', csv)))[0]?.text
  assert.equal(await text('1,2\n3,4\n'), '1; 2\n\n3; 4')
  assert.equal(await text('Cups,,\nTeam,City,Cups\nBlues,STL,1\n'), 'Cups\n\nTeam: Blues; City: STL; Cups: 1')
  assert.equal(await text('a\tb\n"one\ntwo"\tc\n'), 'a: one two; b: c')
})

test('JSON is read with the path of each value, or a line at a time, or else as text', async (t) => {
  const text = async (json: string) => (await pagesOf(await saved(t, 'a.json', json)))[0]?.text
  assert.equal(
    await text('{"tea":{"kind":"Sencha","minutes":2},"tags":["green"]}'),
    'tea.kind: Sencha\ntea.minutes: 2\n\ntags[0]: green',
  )
  assert.equal(await text('{"a":1}\n{"a":2}'), 'a: 1\n\na: 2')
  assert.equal(await text('{"a": 1,'), '{"a": 1,')
})

test('Markdown and TeX keep their text and give their headings', async (t) => {
  const [markdown] = await pagesOf(await saved(t, 'a.md', '# Tea\nGreen.\n\nBlack\n-----\n```\n# no heading\n```\n'))
  assert.deepEqual(
    markdown?.headings.map(({ level, text }) => [level, text]),
    [
      [1, 'Tea'],
      [2, 'Black'],
    ],
  )
  const [tex] = await pagesOf(await saved(t, 'a.tex', '\\section{Tea} % hot\nGreen, 100\\% fine.\n'))
  assert.equal(tex?.text, 'Tea\n\nGreen, 100\\% fine.')
})

test('plain text in UTF-8, UTF-16 and the old western encoding', async (t) => {
  const text = async (bytes: Buffer) => (await pagesOf(await saved(t, 'a.txt', bytes)))[0]?.text
  assert.equal(await text(Buffer.from('\ufeffCafé – déjà vu')), 'Café – déjà vu')
  assert.equal(await text(Buffer.from('\ufeffCafé – déjà vu', 'utf16le')), 'Café – déjà vu')
  assert.equal(
    await text(Buffer.from('Cafe without a mark, and then some', 'utf16le')),
    'Cafe without a mark, and then some',
  )
  assert.equal(
    await text(Buffer.from('Caf\xe9 \x96 d\xe9j\xe0 vu, \x93 tr\xe8s bien \x94', 'latin1')),
    'Café – déjà vu, “ très bien ”',
  )
  const twice = Buffer.from(Buffer.from('Café, 1986–1990').toString('latin1'))
  assert.equal(await text(twice), 'Café, 1986–1990', 'encoded twice')
  assert.equal(await text(Buffer.from('Ã is a letter, and so is Â')), 'Ã is a letter, and so is Â')
})

test('source code keeps its lines and their indentation', async (t) => {
  const code = 'def tea():\n\tif hot:\n\t\treturn 80\n\n\n# Not more.\n'
  for (const name of [
    'tea.py',
    'tea.rb',
    'tea.sh',
    'tea.go',
    'Tea.java',
    'tea.ts',
    'tea.css',
    'tea.c',
    'tea.cs',
    'tea.php',
  ]) {
    const [page] = await pagesOf(await saved(t, name, code))
    assert.equal(page?.text, 'def tea():\n\tif hot:\n\t\treturn 80\n\n# Not more.', name)
  }
})

test('what cannot be seen is not in the text', async (t) => {
  const [page] = await pagesOf(
    await saved(t, 'a.txt', 'soft\u00adhyphen zero\u200bwidth\r\nbell\u0007  \r\n\r\n\r\n\r\nend'),
  )
  assert.equal(page?.text, 'softhyphen zerowidth\nbell\n\nend')
})

test('a long text without pages comes in parts, none of them endless', async (t) => {
  const pages = await pagesOf(await saved(t, 'long.txt', 'word '.repeat(20_000)))
  assert.ok(pages.length >= 5)
  assert.ok(pages.every((page, index) => page.index === index && page.number === null && page.text.length < 25_000))
  assert.equal(pages.map((page) => page.text).join(' '), 'word '.repeat(20_000).trim())
})

test('a reading that was broken off goes on at any page, with the same pages', async (t) => {
  const file = await saved(
    t,
    'ten.pdf',
    makePdf(Array.from({ length: 10 }, (_, index) => `# Part ${index}\nText ${index}.`)),
  )
  const whole = await pagesOf(file)
  assert.equal(whole.length, 10)
  assert.deepEqual(await pagesOf(file, { fromIndex: 6 }), whole.slice(6))
})

test('the first page is there before the last is read, and no more is read than is taken', async (t) => {
  const file = await saved(t, 'many.pdf', makePdf(Array.from({ length: 400 }, (_, index) => `Page ${index + 1}.`)))
  const reading = readDocument(file)
  const first = await reading.next()
  assert.deepEqual([first.value?.page.number, first.value?.total], [1, 400])
  await reading.return(undefined)
  assert.equal((await reading.next()).done, true)
})

const bad: [string, string | Uint8Array, string][] = [
  ['empty.txt', '', 'empty'],
  ['blank.txt', ' \n\t\r\n ', 'empty'],
  ['empty.pdf', '', 'empty'],
  ['blank.pdf', makePdf(['']), 'empty'],
  ['scanned.pdf', makeScannedPdf(), 'scanned'],
  ['secret.pdf', makeEncryptedPdf(), 'encrypted'],
  ['broken.pdf', '%PDF-1.7\nthis is none', 'broken'],
  ['locked.docx', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'), 'encrypted'],
  ['cut.docx', makeDocx(['A text.']).subarray(0, 300), 'broken'],
  ['wrong.docx', makeZip({ 'word/document.xml': '<w:document><w:body>' }), 'broken'],
  ['old.doc', Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex'), 'broken'],
  ['photo.txt', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unsupported'],
  ['things.zip', makeZip({ 'a.txt': 'a' }), 'unsupported'],
]
for (const [name, content, code] of bad) {
  test(`${name} is refused as ${code}, with words for the person who uploaded it`, async (t) => {
    const error = await errorOf(await saved(t, name, content))
    assert.equal(error.code, code)
    assert.match(error.message, /^[A-Z].{40,}\.$/)
  })
}

test('a file that takes too long or too much memory fails alone', async (t) => {
  const long = await saved(t, 'long.txt', 'Sentence after sentence. '.repeat(400_000))
  const [slow, greedy, fine] = await Promise.all([
    errorOf(long, { limits: { pageMs: 1 } }),
    errorOf(long, { limits: { memoryMb: 40 } }),
    pagesOf(await saved(t, 'fine.txt', 'Fine.')),
  ])
  assert.equal(slow.code, 'timeout')
  assert.equal(greedy.code, 'too_large')
  assert.equal(fine[0]?.text, 'Fine.')
})

test('where the reading cannot begin in time, the document is not to blame', async (t) => {
  const file = await saved(t, 'a.txt', 'Text.')
  await assert.rejects(pagesOf(file, { limits: { beginMs: 1 } }), (error: Error) => {
    assert.ok(!(error instanceof DocumentError))
    assert.match(error.message, /did not begin in 1 ms/)
    return true
  })
})

test('nor where the disk does not give it', async () => {
  const reading = startReadingProcess(256)
  reading.send({ type: 'read', path: '/there/is/none.txt', kind: 'text', fromIndex: 0 })
  assert.equal((await reading.next(30_000)).type, 'begun')
  const { type, ...failure } = await reading.next(30_000)
  assert.equal(type, 'failed')
  assert.deepEqual(failure, {
    code: 'unreachable',
    detail: "ENOENT: no such file or directory, open '/there/is/none.txt'",
  })
  await reading.stop()
})

test('a reading can be called off', async (t) => {
  const file = await saved(t, 'a.txt', 'Text.')
  await assert.rejects(
    pagesOf(file, { signal: AbortSignal.abort(new Error('the file was deleted')) }),
    /the file was deleted/,
  )
})
