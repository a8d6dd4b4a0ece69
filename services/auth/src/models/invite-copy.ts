import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type IncomingEvent, keepCopy } from '@lectern/service'
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
  orgId: Number,
  version: Number,
  deleted: Boolean,
  email: String,
  typeId: Number,
  tokenHash: { type: String, index: { sparse: true } },
  expires: Date,
})

export type InviteCopies = ReturnType<typeof inviteCopies>

export function inviteCopies(db: Connection) {
  const Copies = db.model('InviteCopy', schema)
  return {
    keep: (event: IncomingEvent<'invite.created'>) => {
      const { email, typeId, tokenHash, expires } = event.payload
      const expiresAt = expires ? timestampDate(expires) : new Date(0)
      return keepCopy(Copies, event, { email, typeId, tokenHash, expires: expiresAt, deleted: false })
    },

    forget: (event: IncomingEvent<'invite.deleted'>) =>
      keepCopy(Copies, event, { email: '', tokenHash: '', deleted: true }),

    /** Open still, of any organization: the token is all that its bearer has. */
    findOpen(tokenHash: string): Promise<InviteCopy | null> {
      return Copies.findOne({ tokenHash, deleted: false, expires: { $gt: new Date() } }).lean<InviteCopy>()
    },
  }
}
