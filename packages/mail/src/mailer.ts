import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Mail } from './compose-mail.ts'

export type Mailer = {
  /** @throws Error of the mail server; see isFinal */
  send(mail: Mail, id: string): Promise<void>
  close(): void
}

/** Sends mails by SMTP. Without a server it warns of each mail, never with what is in it. */
export function createMailer(settings: { SMTP_URL?: string; MAIL_FROM: string }, log: FastifyBaseLogger): Mailer {
  const { SMTP_URL, MAIL_FROM } = settings
  if (!SMTP_URL)
    return {
      async send(_mail, id) {
        log.warn({ mail: id }, 'a mail was not sent: SMTP_URL is not set')
      },
      close() {},
    }
  const transport = createTransport(
    { url: SMTP_URL, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000, dnsTimeout: 5000 },
    { from: MAIL_FROM },
  )
  return {
    async send({ to, replyTo, subject, text, html }, id) {
      // The same id at each try, so that a mail sent twice can be told by its reader's server.
      const domain = MAIL_FROM.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
      await transport.sendMail({ to, replyTo, subject, text, html, messageId: `<${id}@${domain}>` })
    },
    close: () => transport.close(),
  }
}

/** Whether the server refused for good, so that trying again is in vain. */
export const isFinal = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500
