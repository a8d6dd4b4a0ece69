import { type IncomingEvent, keepCopy } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** Which plan an organization has (org owns it). */
type OrganizationCopy = { _id: string; orgId: number; version: number; planId: number }

const schema = new Schema<OrganizationCopy>({
  _id: { type: String, required: true },
  orgId: Number,
  version: Number,
  planId: Number,
})

export type OrganizationCopies = ReturnType<typeof organizationCopies>

export function organizationCopies(db: Connection) {
  const Copies = db.model<OrganizationCopy>('OrganizationCopy', schema)
  return {
    keep: (event: IncomingEvent<'organization.changed'>) => keepCopy(Copies, event, { planId: event.payload.planId }),

    /** Null while nothing is known of the organization. */
    async planIdOf(orgId: number): Promise<number | null> {
      return (await Copies.findOne({ _id: String(orgId), orgId }).lean<OrganizationCopy>())?.planId ?? null
    },
  }
}
