import type { AdminNumbers } from '@lectern/contracts'
import type { Context } from './app.ts'

type Counting = Pick<Context, 'organizations' | 'members' | 'copies'>

/** Counts what there is: of one organization, or of the whole platform (null). */
export async function countNumbers(
  { organizations, members, copies }: Counting,
  scope: number | null,
): Promise<AdminNumbers> {
  const [counted, organizationCount, users] = await Promise.all([
    copies.count(scope),
    organizations.count(scope),
    members.countUsers(scope),
  ])
  return { organizations: organizationCount, users, ...counted }
}

/** Keeps today's numbers; whichever instance counts last has them. */
export async function countPlatform(context: Counting & Pick<Context, 'platformDays'>): Promise<void> {
  await context.platformDays.keep(new Date(), await countNumbers(context, null))
}
