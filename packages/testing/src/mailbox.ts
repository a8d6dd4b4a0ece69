import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

/** A mail server that keeps what it is sent; `mode` makes it refuse for now or for good. */
export async function startMailbox() {
  const state = { mode: 'ok' as 'ok' | 'busy' | 'refuses', refused: 0 }
  const received: { to: string; mail: Email }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        if (state.mode !== 'ok') {
          state.refused++
          const responseCode = state.mode === 'busy' ? 451 : 550
          return done(Object.assign(new Error('Not now'), { responseCode }))
        }
        const mail = await PostalMime.parse(Buffer.concat(parts))
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, mail })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    state,
    received,
    /** The newest mail to an address, once there are `count`. */
    async mailTo(to: string, count = 1): Promise<Email> {
      const found = await until(`mail ${count} to ${to}`, () => {
        const mails = received.filter((each) => each.to === to)
        return mails.length >= count && mails.at(-1)
      })
      return found.mail
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
