/** What can be wrong with an address, each with the words for the person who gave it, and whether it may pass. */
const reasons = {
  bad_address: [
    'This is not the address of a web page. It begins with http:// or https:// and the name of the site.',
    false,
  ],
  forbidden_address: [
    'Pages at this address cannot be fetched, as it belongs to a private network or to an unusual port. Use the address that every visitor of the site uses.',
    false,
  ],
  not_found: [
    'There is no page at this address. Check it for typing errors, or see in your browser where it has gone.',
    false,
  ],
  refused: ['The site does not let this page be fetched. Save it from your browser and upload the file.', false],
  too_large: ['This page is too large to fetch. Save it from your browser, split it and upload the parts.', false],
  timeout: ['The site took too long to answer. Try again later.', true],
  unreachable: ['The site cannot be reached. Check the address, or try again later.', true],
  not_a_document: [
    'There is no page with text at this address. Web pages, PDF, Word and PowerPoint files and kinds of text can be read.',
    false,
  ],
  too_many_redirects: [
    'This address leads on and on to others. Open it in your browser and use the address where it ends.',
    false,
  ],
  server_error: ['The site answered with an error. Try again later.', true],
} as const

export type WebErrorCode = keyof typeof reasons

type Details = { message?: string; temporary?: boolean; status?: number; retryAfterMs?: number; cause?: unknown }

/**
 * A page that could not be fetched. `message` can be shown to the person who asked for it; `cause` is for the log.
 * `temporary` tells whether the same call may succeed later, `retryAfterMs` when, if the site said so.
 */
export class WebError extends Error {
  override readonly name = 'WebError'
  readonly code: WebErrorCode
  readonly temporary: boolean
  /** The site's answer, if there was one. */
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: WebErrorCode, { message, temporary, status, retryAfterMs, cause }: Details = {}) {
    const [reason, passes] = reasons[code]
    super(message ?? reason, { cause })
    this.code = code
    this.temporary = temporary ?? passes
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}
