import { defaults, readPublicChat } from '@lectern/contracts'
import { type App, notFound } from '@lectern/service'
import type { Context } from '../app.ts'

/** What anyone may see of a chat: no more than its public page shows. */
export async function publicChatRoutes(app: App, context: Context) {
  app.route({
    ...readPublicChat,
    handler: async (request) => {
      const { organization_id: orgId, unqid } = request.params
      const chat = await context.chatOf(orgId, unqid)
      if (!chat || chat.unqid !== unqid) throw notFound('chat_not_found')
      const organization = await context.organizationOf(orgId)
      const [one = '', two = '', three = '', four = ''] = chat.preQuestions
      return {
        organization: {
          id: orgId,
          name: organization?.name ?? '',
          color: organization?.color || defaults.chatColor,
          image_url: organization?.imageUrl || null,
        },
        kb: {
          unqid,
          name: chat.name,
          title: chat.title || (organization?.name ?? ''),
          intro_message: chat.introMessage,
          color: chat.color || null,
          button_color: chat.buttonColor || defaults.buttonColor,
          image_url: chat.imageUrl || null,
          pre_question_1: one,
          pre_question_2: two,
          pre_question_3: three,
          pre_question_4: four,
          contact_form: !chat.noContactForm,
          has_model: context.askModel !== null,
        },
        // Copies of earlier events have none.
        allowed_domains: chat.allowedDomains ?? [],
      }
    },
  })
}
