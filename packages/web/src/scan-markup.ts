import { Tokenizer } from 'htmlparser2'

export type MarkupHandler = {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}

/**
 * Goes through HTML or XML tag by tag. No tree is built, so that the time is in proportion to the length,
 * however deep the tags are nested. Names are in lower case.
 */
export function scanMarkup(source: string, xml: boolean, handler: MarkupHandler): void {
  let name = ''
  let attributes: Record<string, string> = {}
  let attribute = ''
  let value = ''
  const opened = () => handler.open(name, attributes)
  const tokenizer = new Tokenizer(
    { xmlMode: xml, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = source.slice(start, end).toLowerCase()
        attributes = Object.create(null)
      },
      onattribname(start, end) {
        attribute = source.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata(start, end) {
        value += source.slice(start, end)
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint)
      },
      onattribend() {
        attributes[attribute] ??= value
      },
      onopentagend: opened,
      onselfclosingtag() {
        opened()
        handler.close(name)
      },
      onclosetag: (start, end) => handler.close(source.slice(start, end).toLowerCase()),
      ontext: (start, end) => handler.text(source.slice(start, end)),
      ontextentity: (codepoint) => handler.text(String.fromCodePoint(codepoint)),
      oncdata: (start, end, offset) => handler.text(source.slice(start, end - offset)),
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(source)
  tokenizer.end()
}
