/** The alias the passages are searched under; ingestion writes it, chat reads it. */
export const chunkIndex = (namespace: string) => `${namespace}-chunks`

/** A passage as Elasticsearch holds it. Its `_id` is made of file, page and place, so that writing it again changes nothing. */
export type ChunkDocument = {
  orgId: number
  kbId: string
  fileId: string
  fileName: string
  /** The address of the page it was read from; null for a file. */
  url: string | null
  /** Page or slide, from 1; null where the kind has none. */
  page: number | null
  /** Place of the page in the file and of the passage in the page, both from 0. */
  pageIndex: number
  ordinal: number
  heading: string | null
  text: string
  /** Where the text stands in its page's text, in UTF-16 units. */
  start: number
  end: number
  /** Which reading of the file it comes from; passages of an older one go when a newer one is whole. */
  revision: number
}
