import { type ListQuery, limits, userTypes } from '@lectern/contracts'
import {
  type Aggregate,
  aggregateFields,
  duplicateKey,
  folded,
  type OutboxEntry,
  searching,
  tell,
  toldAtBirth,
} from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/**
 * Somebody of an organization: invited first, and a member once they have an account. A removed one stays as a mark
 * without anything of the person, so that a late event does not bring it back.
 */
export type Member = Aggregate & {
  email: string
  name: string
  foldedName: string
  typeId: number
  /** Null until the invitation is accepted. */
  userId: string | null
  /** The newest version of the account that this row knows. */
  userVersion: number
  createdAt: Date
  deletedAt: Date | null
  /** Holds the place of an email in an organization. */
  place?: string
}

const schema = new Schema<Member>({
  _id: { type: String, required: true },
  ...aggregateFields,
  email: { type: String, default: '' },
  name: { type: String, default: '' },
  foldedName: { type: String, default: '' },
  typeId: { type: Number, required: true },
  userId: { type: String, default: null },
  userVersion: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
  deletedAt: { type: Date, default: null },
  place: { type: String, unique: true, sparse: true },
})
schema.index({ orgId: 1, createdAt: -1 })
schema.index({ orgId: 1, email: 1 })
schema.index({ createdAt: -1 })
schema.index({ email: 1 })
schema.index({ userId: 1 }, { sparse: true })

const orders = {
  newest: { createdAt: -1, _id: -1 },
  oldest: { createdAt: 1, _id: 1 },
  email: { email: 1, _id: 1 },
} as const
type MemberList = ListQuery<keyof typeof orders>

export type Invite = Pick<Member, '_id' | 'email' | 'typeId'>
export type Joining = Pick<Member, 'email' | 'name' | 'typeId'> & { userId: string; inviteId: string }
export type Members = ReturnType<typeof memberModel>

export function memberModel(db: Connection) {
  const Members = db.model<Member>('Member', schema, 'members')
  const live = (orgId: number) => ({ orgId, deletedAt: null })
  const named = (name: string) => ({ name, foldedName: folded(name) })
  const place = (orgId: number, email: string) => `${orgId} ${email}`
  const ifFree = async (insert: Promise<unknown>): Promise<boolean> => {
    try {
      await insert
      return true
    } catch (error) {
      if ((error as { code?: number }).code === duplicateKey) return false
      throw error
    }
  }
  const list = (filter: object, { page = 1, search, sort = 'newest' }: MemberList) =>
    Members.find({ ...filter, ...searching(search, 'email', 'foldedName') })
      .sort(orders[sort])
      .skip((page - 1) * limits.pageSize)
      .limit(limits.pageSize)
      .lean<Member[]>()
  const emptied = () => ({
    $set: { deletedAt: new Date(), email: '', name: '', foldedName: '' },
    $unset: { place: 1 },
  })
  const remove = async (filter: object, entry: OutboxEntry): Promise<boolean> => {
    const [told, { $set, $unset }] = [tell(entry), emptied()]
    const update = { ...told, $set: { ...told.$set, ...$set }, $unset }
    return (await Members.updateOne({ ...filter, deletedAt: null }, update)).matchedCount === 1
  }

  return {
    model: Members,
    ready: () => Members.init(),

    /** An invitation and its event in one write. False when the email has its place already. */
    invite(orgId: number, invite: Invite, entry: OutboxEntry): Promise<boolean> {
      const fields = { ...invite, orgId, place: place(orgId, invite.email), createdAt: new Date() }
      return ifFree(Members.create({ ...fields, ...toldAtBirth(entry) }))
    },

    /** Makes an account a member: by its invitation, or anew. False when its invitation was withdrawn before. */
    async join(orgId: number, { userId, inviteId, email, name, typeId }: Joining, version: number): Promise<boolean> {
      const accept = async () => {
        const invitation = { ...live(orgId), userId: null, $or: [{ _id: inviteId }, { email }] }
        const accepted = { $set: { userId, ...named(name), userVersion: version } }
        return (await Members.updateOne(invitation, accepted)).matchedCount === 1
      }
      if (await Members.exists({ orgId, userId })) return true
      if (await accept()) return true
      if (await Members.exists({ _id: inviteId, orgId, userId: null, deletedAt: { $ne: null } })) return false
      const row = {
        _id: userId,
        orgId,
        userId,
        email,
        ...named(name),
        typeId,
        userVersion: version,
        createdAt: new Date(),
      }
      if (!(await ifFree(Members.create({ ...row, place: place(orgId, email) })))) await accept()
      return true
    },

    /** An account that is nobody's here: only a mark is left of it, and the event that takes it away. */
    async refuse(orgId: number, { userId, typeId }: Joining, entry: OutboxEntry): Promise<void> {
      const mark = { _id: userId, orgId, userId, typeId, createdAt: new Date(), deletedAt: new Date() }
      await ifFree(Members.create({ ...mark, ...toldAtBirth(entry) }))
    },

    async rename(orgId: number, userId: string, name: string, version: number): Promise<void> {
      await Members.updateOne(
        { ...live(orgId), userId, userVersion: { $lt: version } },
        { $set: { ...named(name), userVersion: version } },
      )
    },

    find(orgId: number, id: string): Promise<Member | null> {
      return Members.findOne({ _id: id, ...live(orgId) }).lean<Member>()
    },

    /** Whether they had an account that is gone. */
    async isForgotten(orgId: number, userId: string): Promise<boolean> {
      return (await Members.exists({ orgId, userId, deletedAt: { $ne: null } })) !== null
    },

    findByUserId(orgId: number, userId: string): Promise<Member | null> {
      return Members.findOne({ ...live(orgId), userId }).lean<Member>()
    },

    findByEmail(orgId: number, email: string): Promise<Member | null> {
      return Members.findOne({ ...live(orgId), email }).lean<Member>()
    },

    /** Members and open invitations. */
    list: (orgId: number, query: MemberList): Promise<Member[]> => list(live(orgId), query),

    /** Of one organization, or of all (null). */
    listUsers: (orgId: number | null, query: MemberList): Promise<Member[]> =>
      list({ ...(orgId === null ? { deletedAt: null } : live(orgId)), userId: { $ne: null } }, query),

    /** How many places are taken, by members and invitations, apart from these. */
    count: (orgId: number, except: string[] = []): Promise<number> =>
      Members.countDocuments({ ...live(orgId), _id: { $nin: except } }),

    /** Of one organization, or of all (null). */
    countUsers: (orgId: number | null): Promise<number> =>
      Members.countDocuments({ ...(orgId === null ? { deletedAt: null } : live(orgId)), userId: { $ne: null } }),

    /** How many members each of these organizations has. */
    async countByOrganization(orgIds: number[]): Promise<Map<number, number>> {
      const counted = await Members.aggregate<{ _id: number; users: number }>([
        { $match: { orgId: { $in: orgIds }, deletedAt: null, userId: { $ne: null } } },
        { $group: { _id: '$orgId', users: { $sum: 1 } } },
      ])
      return new Map(counted.map(({ _id, users }) => [_id, users]))
    },

    /** False when it was accepted or withdrawn meanwhile. */
    withdraw: (orgId: number, id: string, entry: OutboxEntry): Promise<boolean> =>
      remove({ _id: id, orgId, userId: null }, entry),

    /** False when there is none. */
    remove: (orgId: number, id: string, entry: OutboxEntry): Promise<boolean> =>
      remove({ _id: id, orgId, userId: { $ne: null } }, entry),

    /** What is left to do when an account is gone; it leaves a mark even where it was not heard of yet. */
    async forget(orgId: number, userId: string): Promise<void> {
      await Members.updateOne({ ...live(orgId), userId }, emptied())
      if (await Members.exists({ orgId, userId })) return
      const mark = { _id: userId, orgId, userId, typeId: userTypes.user, createdAt: new Date() }
      await ifFree(Members.create({ ...mark, deletedAt: new Date() }))
    },
  }
}
