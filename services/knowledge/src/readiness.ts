import { setTimeout as pause } from 'node:timers/promises'
import { type Cause, outboxEntry } from '@lectern/service'
import type { Context } from './app.ts'
import type { FileStatus } from './models/file.ts'

/** What a chat tells of its files. Neither ready nor failed: some are still being read. */
export type Readiness = { fileCount: number; isReady: boolean; isFailed: boolean }

export function readinessOf({ processing, ready, failed }: Record<FileStatus, number>): Readiness {
  const fileCount = processing + ready + failed
  return {
    fileCount,
    isReady: processing === 0 && (ready > 0 || fileCount === 0),
    isFailed: processing === 0 && ready === 0 && failed > 0,
  }
}

/**
 * Makes a chat tell what its files are by now. Each change of a file is followed by a refresh, and a refresh that
 * counted before another was kept counts again, so that the last one kept has seen every change.
 * False when the chat is gone.
 */
export async function refreshReadiness(
  { chats, files, outboxes }: Pick<Context, 'chats' | 'files' | 'outboxes'>,
  orgId: number,
  chatId: string,
  cause: Cause,
): Promise<boolean> {
  for (;;) {
    const chat = await chats.find(orgId, chatId)
    if (!chat) return false
    const now = readinessOf(await files.count(orgId, chatId))
    const isNews = now.fileCount !== chat.fileCount || now.isReady !== chat.isReady || now.isFailed !== chat.isFailed
    if (await chats.keepReadiness(orgId, chat, now, isNews ? outboxEntry('kb.changed', cause) : null)) {
      if (isNews) outboxes.chats.wake(chatId)
      return true
    }
    await pause(Math.random() * 20)
  }
}
