import { limits } from '@lectern/contracts'
import { composeMail, type Mail, type MailEntry } from '@lectern/mail'
import type { Config } from './config.ts'
import type { InviteCopy } from './models/invite-copy.ts'
import type { User, Users } from './models/user.ts'
import type { Tokens } from './tokens.ts'

/** The mails about accounts. */
export type UserMail = 'verification' | 'reset' | 'password-changed'

/** What a mail to a user says; null when it is true no more. */
export const userMails =
  ({ LECTERN_PUBLIC_URL: home }: Pick<Config, 'LECTERN_PUBLIC_URL'>, tokens: Tokens) =>
  (user: User, entry: MailEntry): Mail | null => {
    const { email: to, name, reset } = user
    const greeting = `Hello ${name},`
    switch (entry.kind as UserMail) {
      case 'verification':
        if (user.verified) return null
        return composeMail({
          to,
          subject: 'Please verify your email address',
          paragraphs: [greeting, 'welcome to Lectern. Please open this link, so that we know this address is yours.'],
          action: { label: 'Verify my email address', url: `${home}/api/verify-email/${tokens.verification(user)}` },
          footer: 'You get this mail because an account was made with this address. If it was not you, ignore it.',
        })
      case 'reset': {
        if (!reset || reset.expiresAt < new Date()) return null
        const code = tokens.resetCode(reset.id)
        return composeMail({
          to,
          subject: 'Your code for a new password',
          paragraphs: [
            greeting,
            `with this code you can set a new password. It is good for ${limits.resetMinutes} minutes.`,
          ],
          code,
          action: { label: 'Set a new password', url: `${home}/renew-password/${code}` },
          footer: 'If you did not ask for it, ignore this mail. Your password stays as it is.',
        })
      }
      case 'password-changed':
        return composeMail({
          to,
          subject: 'Your password was changed',
          paragraphs: [greeting, 'your password was changed, and you were logged out everywhere else.'],
          footer: `If it was not you, set a new password at once: ${home}/forgot-password`,
        })
    }
  }

/** The mail to somebody who is invited; null when the invitation is not open any more. */
export const inviteMail =
  ({ LECTERN_PUBLIC_URL: home }: Pick<Config, 'LECTERN_PUBLIC_URL'>, tokens: Tokens, users: Users) =>
  async (invite: InviteCopy): Promise<Mail | null> => {
    const { orgId, email: to, organizationName, inviterId, deleted, expires } = invite
    if (deleted || expires < new Date() || (await users.hasAccepted(invite._id))) return null
    const inviter = (await users.find(orgId, inviterId))?.email ?? 'Somebody'
    return composeMail({
      to,
      subject: `You are invited to ${organizationName}`,
      paragraphs: [
        'Hello,',
        `${inviter} invites you to ${organizationName} on Lectern, where chat assistants answer from your own documents.`,
        `Sign up with this email address. The invitation is open for ${limits.inviteDays} days.`,
      ],
      action: { label: 'Accept the invitation', url: `${home}/signup?ivt=${tokens.invite(invite)}` },
      footer: 'If you do not know who sent this, ignore it. Nothing happens then.',
    })
  }
