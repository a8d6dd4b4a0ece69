import { answerTexts } from '@lectern/contracts'
import { Lexer, type Token, type Tokens } from 'marked'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'

type Props = {
  text: string
  /** What is said of a sentence that cites nothing. */
  unsourced: string
  /** Shows the mark of a source in its place; null where there is no such source. */
  mark: (n: number) => ComponentChildren
}

/** How the server marks a sentence that cites nothing. */
const unsourcedMark = `(${answerTexts.unsourced})`

/**
 * A message's markdown as elements. What is HTML in it stays text, links lead to the web in a new tab, pictures are not loaded:
 * nothing of a message ever becomes markup of the page.
 */
export function Markdown({ text, unsourced, mark }: Props) {
  const tokens = useMemo(() => new Lexer({ gfm: true }).lex(text), [text])
  const inline = (given: Token[] | undefined): ComponentChildren =>
    given?.map((token) => renderInline(token as Tokens.Generic))
  const blocks = (given: Token[]): ComponentChildren => given.map((token) => renderBlock(token as Tokens.Generic))

  function renderBlock(token: Tokens.Generic): ComponentChildren {
    switch (token.type) {
      case 'heading':
        return token.depth < 3 ? <h2>{inline(token.tokens)}</h2> : <h3>{inline(token.tokens)}</h3>
      case 'paragraph':
        return <p>{inline(token.tokens)}</p>
      case 'blockquote':
        return <blockquote>{blocks(token.tokens ?? [])}</blockquote>
      case 'code':
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard too
          <pre tabIndex={0}>
            <code>{token.text}</code>
          </pre>
        )
      case 'list': {
        const items = (token as Tokens.List).items.map((item) => <li key={item.raw}>{blocks(item.tokens)}</li>)
        return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
      }
      case 'table':
        return renderTable(token as Tokens.Table)
      case 'hr':
        return <hr />
      case 'space':
      case 'def':
        return null
      default:
        return renderInline(token)
    }
  }

  function renderTable({ header, rows }: Tokens.Table) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
      <div class="table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {header.map((cell) => (
                <th key={cell.text}>{inline(cell.tokens)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.map(({ text }) => text).join()}>
                {row.map((cell) => (
                  <td key={cell.text}>{inline(cell.tokens)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }

  function renderInline(token: Tokens.Generic): ComponentChildren {
    switch (token.type) {
      case 'strong':
        return <strong>{inline(token.tokens)}</strong>
      case 'em':
        return token.text === unsourcedMark ? <small>{unsourced}</small> : <em>{inline(token.tokens)}</em>
      case 'del':
        return <del>{inline(token.tokens)}</del>
      case 'codespan':
        return <code>{token.text}</code>
      case 'br':
        return <br />
      case 'link':
        return isWebAddress(token.href) ? (
          <a href={token.href} target="_blank" rel="nofollow noopener noreferrer">
            {inline(token.tokens)}
          </a>
        ) : (
          inline(token.tokens)
        )
      case 'image':
        return token.text
      case 'text':
        return token.tokens ? inline(token.tokens) : withMarks(decoded(token.text))
      case 'html':
        return token.raw
      default:
        return decoded(String(token.text ?? token.raw))
    }
  }

  function withMarks(words: string): ComponentChildren {
    return words
      .split(/(\[\d{1,3}\])/)
      .map((part, index) => (index % 2 ? (mark(Number(part.slice(1, -1))) ?? part) : part))
  }

  return (
    <div class="markdown" dir="auto">
      {blocks(tokens)}
    </div>
  )
}

const isWebAddress = (href: string) => /^(https?:\/\/|mailto:)/i.test(href)

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Entities are part of markdown; they become the signs that they stand for, as text. */
const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w{2,4}));/g, (entity, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : (signs[name] ?? entity),
  )
