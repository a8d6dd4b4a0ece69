/** A heading inside a page's text. `offset` counts UTF-16 units; `level` is 1 for the highest. */
export type Heading = { offset: number; level: number; text: string }

/** A piece of a document, in reading order. */
export type Page = {
  /** Place in the document, from 0. The same file always gives the same pages, so this can be part of an id. */
  index: number
  /** The number a reader would look for (PDF page, slide), from 1; null for kinds without pages. */
  number: number | null
  /** Clean text: no control characters, paragraphs and table rows separated by one blank line or line break. */
  text: string
  /** The heading in force where the page starts, or null. */
  heading: string | null
  headings: Heading[]
}

/** `total` is the number of pages in the document, or null where only the end will tell. */
export type PageRead = { page: Page; total: number | null }
