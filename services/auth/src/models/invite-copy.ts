import { timestampDate } from '@bufbuild/protobuf/wkt'
import { forgetCopy, type IncomingEvent, keepCopy } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** An invitation to join an organization (org owns it). */
export type InviteCopy = {
  _id: string
  orgId: number
  version: number
  deleted: boolean
  email: string
  typeId: number
  tokenHash: string
  expires: Date
}

const schema = new Schema<InviteCopy>({
  _id: { type: String, required: true },
  orgId: { type: Number, index: true },
  version: Number,
  deleted: Boolean,
  email: String,
  typeId: Number,
  tokenHash: { type: String, index: { sparse: true } },
  expires: Date,
})

export type InviteCopies = ReturnType<typeof inviteCopies>

export function inviteCopies(db: Connection) {
  const Copies = db.model<InviteCopy>('InviteCopy', schema)
  return {
    keep: (event: IncomingEvent<'invite.created'>) => {
      const { email, typeId, tokenHash, expires } = event.payload
      const expiresAt = expires ? timestampDate(expires) : new Date(0)
      return keepCopy(Copies, event, { email, typeId, tokenHash, expires: expiresAt, deleted: false })
    },

    forget: (event: IncomingEvent<'invite.deleted'>) => forgetCopy(Copies, event),

    /** Of an accepted one: who accepted it is gone. */
    async empty(orgId: number, id: string): Promise<void> {
      await Copies.updateOne({ _id: id, orgId }, { $set: { deleted: true }, $unset: { email: 1, tokenHash: 1 } })
    },

    /** Open still, of any organization: the token is all that its bearer has. */
    findOpen(tokenHash: string): Promise<InviteCopy | null> {
      return Copies.findOne({ tokenHash, deleted: false, expires: { $gt: new Date() } }).lean<InviteCopy>()
    },
  }
}
