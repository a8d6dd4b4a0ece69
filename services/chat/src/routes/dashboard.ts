import { readDashboard } from '@lectern/contracts'
import { type App, userOf } from '@lectern/service'
import type { Context } from '../app.ts'

const chartDays = 30

export async function dashboardRoutes(app: App, { allowedTo, allowances, conversations, copies }: Context) {
  app.route({
    ...readDashboard,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const { total, period } = await allowedTo(orgId)
      const [used, chats, transcripts, daily] = await Promise.all([
        allowances.used(orgId, period),
        copies.listChats(orgId),
        conversations.count(orgId),
        allowances.daily(orgId, chartDays),
      ])
      return {
        chat_remaining: Math.max(0, total - used),
        chat_total: total,
        kb_count: chats.length,
        transcript_count: transcripts,
        file_count: chats.reduce((sum, chat) => sum + chat.fileCount, 0),
        chat_data: daily,
      }
    },
  })
}
