import { duplicateKey, type IncomingEvent, keepCopy } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** What billing knows of an organization (org owns it). */
type OrganizationCopy = { _id: string; orgId: number; version: number; name: string }
/** And of who founded it, to whom mails go (auth). */
type OwnerCopy = { _id: string; orgId: number; email: string }

const copied = { _id: { type: String, required: true }, orgId: { type: Number, required: true, index: true } }

export type OrganizationCopies = ReturnType<typeof organizationCopies>

export function organizationCopies(db: Connection) {
  const Copies = db.model<OrganizationCopy>(
    'OrganizationCopy',
    new Schema<OrganizationCopy>({ ...copied, version: Number, name: String }),
  )
  const Owners = db.model<OwnerCopy>('OwnerCopy', new Schema<OwnerCopy>({ ...copied, email: String }))

  return {
    keep: (event: IncomingEvent<'organization.changed'>) => keepCopy(Copies, event, { name: event.payload.name }),

    async keepOwner({ orgId, payload }: IncomingEvent<'user.registered'>): Promise<void> {
      if (!payload.founder) return
      try {
        await Owners.create({ _id: String(orgId), orgId, email: payload.email })
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
    },

    exists: async (orgId: number): Promise<boolean> => (await Copies.exists({ _id: String(orgId), orgId })) !== null,

    /** Null while it is not known. */
    emailOfOwner: async (orgId: number): Promise<string | null> =>
      (await Owners.findOne({ _id: String(orgId), orgId }).lean<OwnerCopy>())?.email ?? null,

    async names(orgIds: number[]): Promise<Map<number, string>> {
      const found = await Copies.find({ orgId: { $in: orgIds } }).lean<OrganizationCopy[]>()
      return new Map(found.map(({ orgId, name }) => [orgId, name]))
    },
  }
}
