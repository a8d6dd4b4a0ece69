import { limits } from '@lectern/contracts'
import { composeMail, type Mail } from '@lectern/mail'
import { macOf } from '@lectern/service'
import type { Config } from './config.ts'
import type { Member } from './models/member.ts'
import type { Organizations } from './models/organization.ts'

/** What the link of an invitation carries. It is made of the secret when it is needed, so that it is kept nowhere. */
export const inviteToken = ({ LECTERN_SECRET }: Pick<Config, 'LECTERN_SECRET'>, inviteId: string): string =>
  macOf(LECTERN_SECRET, 'org invite', inviteId).toString('base64url')

/** The mail to somebody who is invited; null when the invitation is not open any more. */
export const inviteMails =
  (config: Pick<Config, 'LECTERN_SECRET' | 'LECTERN_PUBLIC_URL'>, organizations: Organizations) =>
  async ({ _id, orgId, email, invitedBy, userId, deletedAt }: Member): Promise<Mail | null> => {
    if (userId || deletedAt) return null
    const organization = (await organizations.find(orgId))?.name ?? 'an organization'
    const link = `${config.LECTERN_PUBLIC_URL}/signup?ivt=${inviteToken(config, _id)}`
    return composeMail({
      to: email,
      subject: `You are invited to ${organization}`,
      paragraphs: [
        'Hello,',
        `${invitedBy ?? 'Somebody'} invites you to ${organization} on Lectern, where chat assistants answer from your own documents.`,
        `Sign up with this email address. The invitation is open for ${limits.inviteDays} days.`,
      ],
      action: { label: 'Accept the invitation', url: link },
      footer: 'If you do not know who sent this, ignore it. Nothing happens then.',
    })
  }
