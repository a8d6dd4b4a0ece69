import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { choosePorts, createProcesses, portFrom } from '@lectern/engines'

const maildev = fileURLToPath(new URL('../node_modules/maildev/bin/maildev', import.meta.url))
const stopWithinMs = 5000

export type Mailbox = { settings: { SMTP_URL: string }; page: string; stop(): Promise<void> }

/** A mailbox on this machine that takes every mail of the product, with a page to read them. Nothing leaves the machine. */
export async function startMailbox(dataDir: string, logs: string): Promise<Mailbox> {
  const { smtp, web } = await choosePorts({
    smtp: { setting: 'MAILBOX_SMTP_PORT' },
    web: { port: portFrom(process.env, 'MAILBOX_PORT'), setting: 'MAILBOX_PORT' },
  })
  const processes = createProcesses()
  const addresses = ['--ip', '127.0.0.1', '--smtp', String(smtp), '--web', String(web)]
  processes.start('mailbox', {
    command: process.execPath,
    args: [maildev, ...addresses, '--mail-directory', join(dataDir, 'mails'), '--silent'],
    logFile: join(logs, 'mailbox.log'),
  })
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${smtp}` },
    page: `http://localhost:${web}`,
    stop: () => processes.stopAll(stopWithinMs),
  }
}
