import { type MailFields, mailEntry, mailFields, withMail } from '@lectern/mail'
import { duplicateKey } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** What an organization's owner was told, so that it is told once. */
export type Notice = MailFields & { _id: string; orgId: number; kind: NoticeKind; kbId: string | null; at: Date }
export type NoticeKind = 'model-away' | 'daily-cap'

const schema = new Schema<Notice>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  kind: { type: String, required: true },
  kbId: { type: String, default: null },
  at: { type: Date, required: true },
  ...mailFields,
})

/** What goes on for longer is told again. */
const toldForMs = 24 * 3600_000

export function noticeModel(db: Connection) {
  const Notices = db.model<Notice>('Notice', schema)

  return {
    model: Notices,

    /** False where it was told within the day. */
    async tell(orgId: number, kind: NoticeKind, kbId: string | null): Promise<boolean> {
      const at = new Date()
      const update = withMail({ $push: {}, $set: { orgId, kind, kbId, at } }, mailEntry(kind))
      try {
        await Notices.updateOne(
          { _id: [orgId, kind, kbId ?? ''].join(' '), at: { $lt: new Date(at.getTime() - toldForMs) } },
          update,
          { upsert: true },
        )
        return true
      } catch (error) {
        if ((error as { code?: number }).code === duplicateKey) return false
        throw error
      }
    },
  }
}
