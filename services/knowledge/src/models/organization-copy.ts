import { defaults } from '@lectern/contracts'
import { type IncomingEvent, keepCopy } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** What knowledge knows of an organization (org owns it). */
export type OrganizationCopy = {
  name: string
  color: string
  imageUrl: string
  enterprise: boolean
  /** Null while it is not known. */
  planId: number | null
}

const schema = new Schema<OrganizationCopy & { _id: string; orgId: number; version: number }>({
  _id: { type: String, required: true },
  orgId: Number,
  version: Number,
  name: String,
  color: String,
  imageUrl: String,
  enterprise: Boolean,
  planId: Number,
})

const unknown: OrganizationCopy = { name: '', color: defaults.chatColor, imageUrl: '', enterprise: false, planId: null }

export type OrganizationCopies = ReturnType<typeof organizationCopies>

export function organizationCopies(db: Connection) {
  const Copies = db.model<OrganizationCopy & { _id: string; orgId: number; version: number }>(
    'OrganizationCopy',
    schema,
  )
  return {
    keep: (event: IncomingEvent<'organization.changed'>) => {
      const { name, color, imageUrl, enterprise, planId } = event.payload
      return keepCopy(Copies, event, { name, color, imageUrl, enterprise, planId })
    },

    /** With the defaults while nothing is known of it yet. */
    async find(orgId: number): Promise<OrganizationCopy> {
      const found = await Copies.findOne({ _id: String(orgId), orgId }).lean<OrganizationCopy>()
      return found ? { ...unknown, ...found, color: found.color || unknown.color } : unknown
    },
  }
}
