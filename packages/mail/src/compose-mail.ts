/** What a mail says, before it has a form. */
export type Letter = {
  to: string
  /** Who answers go to, where that is not the sender. */
  replyTo?: string
  subject: string
  paragraphs: string[]
  /** Shown large, to be typed in. */
  code?: string
  action?: { label: string; url: string }
  /** Why the reader gets this, and what to do if it was not them. */
  footer: string
}

export type Mail = { to: string; replyTo?: string; subject: string; text: string; html: string }

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escaped[character] ?? '')

/** The same words as text and as HTML that every mail reader shows. */
export function composeMail({ to, replyTo, subject, paragraphs, code, action, footer }: Letter): Mail {
  const text = [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    `-- \n${footer}`,
  ].join('\n\n')
  const body = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(paragraph)}</p>`),
    ...(code
      ? [`<p style="margin:0 0 16px;font:700 28px/1.3 monospace;letter-spacing:4px">${escapeHtml(code)}</p>`]
      : []),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#5b21b6;border-radius:6px;color:#fff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
    `<p style="border-top:1px solid #ddd;color:#555;font-size:13px;margin:24px 0 0;padding-top:12px">${escapeHtml(footer)}</p>`,
  ].join('\n')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="background:#fff;color:#222;font:16px/1.5 sans-serif;margin:0 auto;max-width:560px;padding:24px">
${body}
</body></html>`
  return { to, ...(replyTo ? { replyTo } : {}), subject, text, html }
}
