import { limits } from '@lectern/contracts'
import { CallError, type Entering, notFound } from '@lectern/service'
import type { Context } from './app.ts'
import type { PlanCopy } from './models/plan-copy.ts'

/** What the organization's plan allows; null while that is not known here, and then it limits nothing. */
export async function planOf(
  { organizations, plans }: Pick<Context, 'organizations' | 'plans'>,
  orgId: number,
): Promise<PlanCopy | null> {
  const { planId } = await organizations.find(orgId)
  return planId === null ? null : plans.find(planId)
}

export const filesPerChat = async (context: Context, orgId: number): Promise<number> =>
  Math.min((await planOf(context, orgId))?.filesPerChat ?? limits.filesPerChat, limits.filesPerChat)

const idsOf = (entering: Entering[]) => entering.map(({ id }) => id)

/** As gates know those that are being added. */
export const places = { chats: 'chats', filesOf: (chatId: string) => `files of ${chatId}` }
const isFile = ({ of }: Entering) => of.startsWith(places.filesOf(''))

/** @throws CallError chat_limit */
export async function checkRoomForChat(context: Context, orgId: number, others: Entering[]): Promise<void> {
  const plan = await planOf(context, orgId)
  if (!plan) return
  const ids = idsOf(others.filter(({ of }) => of === places.chats))
  if ((await context.chats.count(orgId, ids)) + ids.length >= plan.chats) throw new CallError('chat_limit')
}

/**
 * Whether a chat can take a file of so many bytes more. `others` are being added at this moment.
 * @throws CallError chat_not_found, file_limit, storage_limit
 */
export async function checkRoomForFile(
  context: Context,
  orgId: number,
  chatId: string,
  size = 0,
  others: Entering[] = [],
): Promise<void> {
  const { chats, files } = context
  if (!(await chats.find(orgId, chatId))) throw notFound('chat_not_found')
  const ids = idsOf(others.filter(({ of }) => of === places.filesOf(chatId)))
  if ((await files.countOf(orgId, chatId, ids)) + ids.length >= (await filesPerChat(context, orgId)))
    throw new CallError('file_limit')
  await checkRoomForBytes(context, orgId, size, others)
}

/**
 * Whether all files of an organization may have so many bytes more; `replaced` is the one whose bytes these are now.
 * @throws CallError storage_limit
 */
export async function checkRoomForBytes(
  context: Context,
  orgId: number,
  size: number,
  others: Entering[],
  replaced?: string,
): Promise<void> {
  const plan = await planOf(context, orgId)
  if (!plan) return
  const entering = others.filter(isFile)
  const known = await context.files.bytes(orgId, [...idsOf(entering), ...(replaced ? [replaced] : [])])
  const bytes = entering.reduce((sum, each) => sum + each.size, known)
  // Where not a byte is left, not even an empty page begins.
  if (bytes + size > plan.storageBytes || bytes >= plan.storageBytes) throw new CallError('storage_limit')
}
