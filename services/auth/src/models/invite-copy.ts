import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type MailFields, mailEntry, mailedAtBirth, mailFields } from '@lectern/mail'
import { forgetCopy, type IncomingEvent, keepCopy } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** An invitation to join an organization (org owns it), with its mail as long as that waits. */
export type InviteCopy = MailFields & {
  _id: string
  orgId: number
  version: number
  deleted: boolean
  email: string
  typeId: number
  expires: Date
  organizationName: string
  /** Who sent it; they may have no account any more. */
  inviterId: string
}

const schema = new Schema<InviteCopy>({
  _id: { type: String, required: true },
  orgId: { type: Number, index: true },
  version: Number,
  deleted: Boolean,
  email: String,
  typeId: Number,
  expires: Date,
  organizationName: String,
  inviterId: String,
  ...mailFields,
})

export type InviteCopies = ReturnType<typeof inviteCopies>

export function inviteCopies(db: Connection) {
  const Copies = db.model<InviteCopy>('InviteCopy', schema)
  return {
    model: Copies,

    /** Its mail is sent once it is known here: whoever follows the link then can join. */
    keep: ({ actor, payload, ...event }: IncomingEvent<'invite.created'>) => {
      const { email, typeId, expires, organizationName } = payload
      const fields = { email, typeId, organizationName, inviterId: actor?.id ?? '', deleted: false }
      const expiresAt = expires ? timestampDate(expires) : new Date(0)
      return keepCopy(Copies, event, { ...fields, expires: expiresAt, ...mailedAtBirth(mailEntry('invite')) })
    },

    forget: (event: IncomingEvent<'invite.deleted'>) => forgetCopy(Copies, event),

    /** Of an accepted one: who accepted it is gone. */
    async empty(orgId: number, id: string): Promise<void> {
      await Copies.updateOne(
        { _id: id, orgId },
        { $set: { deleted: true, mails: [] }, $unset: { email: 1, mailsAt: 1 } },
      )
    },

    /** Open still, of any organization: links of mails name the invitation alone. */
    findOpen(id: string): Promise<InviteCopy | null> {
      return Copies.findOne({ _id: id, deleted: false, expires: { $gt: new Date() } }).lean<InviteCopy>()
    },
  }
}
