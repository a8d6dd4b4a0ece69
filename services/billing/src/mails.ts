import { composeMail, type Mail, type MailEntry } from '@lectern/mail'
import type { CataloguePlan } from './catalogue.ts'
import type { Config } from './config.ts'
import { payUntil } from './entitlement.ts'
import type { OrganizationCopies } from './models/organization-copy.ts'
import type { Subscriber } from './models/subscriber.ts'

type Words = { subject: string; paragraphs: string[]; label: string }

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** What the owner of an organization is told; null when it is not so any more. */
export const subscriberMails =
  (
    { LECTERN_PUBLIC_URL }: Pick<Config, 'LECTERN_PUBLIC_URL'>,
    catalogue: CataloguePlan[],
    organizations: OrganizationCopies,
  ) =>
  async (subscriber: Subscriber, { kind }: MailEntry): Promise<Mail | null> => {
    const words = letters[kind]?.(subscriber, catalogue)
    if (!words) return null
    const to = await organizations.emailOfOwner(subscriber.orgId)
    if (!to) throw new Error('the owner is not known yet')
    const { subject, paragraphs, label } = words
    const name = (await organizations.names([subscriber.orgId])).get(subscriber.orgId) ?? 'your organization'
    return composeMail({
      to,
      subject,
      paragraphs: ['Hello,', ...paragraphs],
      action: { label, url: `${LECTERN_PUBLIC_URL}/plans` },
      footer: `You get this as the owner of ${name} on Lectern.`,
    })
  }

const letters: Record<string, (subscriber: Subscriber, catalogue: CataloguePlan[]) => Words | null> = {
  'payment-failed': (subscriber, catalogue) => {
    const until = payUntil(subscriber)
    const plan = catalogue.find(({ id }) => id === subscriber.subscription?.planId)
    if (!until || !plan) return null
    return {
      subject: 'Your payment did not go through',
      paragraphs: [
        `We could not collect the payment for your ${plan.name} plan. It may be that your card has expired or was declined.`,
        `Nothing changes for now: your plan stays until ${dates.format(until)}. Please check your card before then.`,
      ],
      label: 'Check your payment',
    }
  },
  'plan-ended': () => ({
    subject: 'Your plan has ended',
    paragraphs: [
      'Your paid plan has ended, and your organization is on the free plan now.',
      'Your chats and documents are all still there. What the free plan has no room for stays, but nothing can be added to it.',
    ],
    label: 'Choose a plan',
  }),
  'quota-80': ({ quota }) =>
    quota && {
      subject: '80 % of your chats are used',
      paragraphs: [
        `Of the ${quota.total} chats of this period 80 % are used. The next period begins on ${dates.format(quota.resets)}.`,
        'If that is too long to wait, a larger plan gives you more at once.',
      ],
      label: 'See the plans',
    },
  'quota-100': ({ quota }) =>
    quota && {
      subject: 'All your chats are used',
      paragraphs: [
        `All ${quota.total} chats of this period are used, so your assistants do not answer until ${dates.format(quota.resets)}.`,
        'With a larger plan they answer again at once.',
      ],
      label: 'Choose a larger plan',
    },
}
