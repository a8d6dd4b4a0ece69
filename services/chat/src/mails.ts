import { composeMail, type Mail } from '@lectern/mail'
import type { Config } from './config.ts'
import { messagesSent } from './deliver-messages.ts'
import type { ContactMessage } from './models/contact-message.ts'
import type { Conversations } from './models/conversation.ts'
import type { Copies } from './models/copies.ts'
import type { Notice } from './models/notice.ts'

type Home = Pick<Config, 'LECTERN_PUBLIC_URL'>

/** A visitor's message, to whom the chat names or the owner; null where nobody is known. Answers go to the visitor. */
export const contactMails =
  ({ LECTERN_PUBLIC_URL: home }: Home, copies: Copies, conversations: Conversations) =>
  async ({ orgId, kbId, conversationId, name, email, message, visitorId }: ContactMessage): Promise<Mail | null> => {
    const chat = await copies.findChat(orgId, kbId)
    const to = chat?.contactEmail || (await copies.ownerEmail(orgId))
    if (!chat || !to) return null
    const conversation = conversationId ? await conversations.find(orgId, conversationId) : null
    const said = (conversation?.messages ?? [])
      .slice(-messagesSent)
      .map(({ role, content }) => `${role === 'user' ? 'Visitor' : 'Chat'}: ${content}`)
    return composeMail({
      to,
      replyTo: email,
      subject: `${oneLine(name)} wrote to ${oneLine(chat.name)}`,
      paragraphs: [
        `${name} <${email}>${visitorId ? ` (signed in on your site as ${visitorId})` : ''} left a message in the chat “${chat.name}”:`,
        message,
        ...(said.length > 0 ? ['The conversation before it:', ...said] : []),
      ],
      action: {
        label: conversation ? 'Open the conversation' : 'Open the messages',
        url: conversation
          ? `${home}/chat-logs/${encodeURIComponent(conversation._id)}`
          : `${home}/chat-logs?show=messages`,
      },
      footer: 'Answer this mail to write to the visitor. Where such messages go is set in the Scripts tab of the chat.',
    })
  }

/** What the owner should know of a chat that cannot answer as it should. */
export const noticeMails =
  ({ LECTERN_PUBLIC_URL: home }: Home, copies: Copies) =>
  async ({ orgId, kind, kbId }: Notice): Promise<Mail | null> => {
    const to = await copies.ownerEmail(orgId)
    if (!to) return null
    if (kind === 'model-away')
      return composeMail({
        to,
        subject: 'The language model does not answer',
        paragraphs: [
          'Hello,',
          'the language model behind your chats cannot be reached. Until it is back, your visitors get the exact passages from your documents instead of written answers.',
          'You need not do anything: the chats use the model again as soon as it answers.',
        ],
        action: { label: 'Open the chat logs', url: `${home}/chat-logs` },
        footer: 'You get this mail at most once a day.',
      })
    const chat = kbId ? await copies.findChat(orgId, kbId) : null
    if (!chat) return null
    return composeMail({
      to,
      subject: `${oneLine(chat.name)} has given all answers of today`,
      paragraphs: [
        'Hello,',
        `the chat “${chat.name}” has reached its cap of ${chat.dailyCap} answers a day. Visitors are told to come back tomorrow, and can leave you a message if the chat offers that.`,
      ],
      action: { label: 'Change the cap', url: `${home}/chats/${chat._id}?tab=scripts` },
      footer: 'You get this mail at most once a day.',
    })
  }

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 80)
