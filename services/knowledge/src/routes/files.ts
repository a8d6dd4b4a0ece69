import { check, deleteFile, FileOfChat, limits, listFiles, ScrapePage, uploadFile } from '@lectern/contracts'
import { type App, CallError, causeOf, invalid, notFound, userOf } from '@lectern/service'
import type { Context } from '../app.ts'
import * as deletion from '../delete-file.ts'
import { presentChat, presentFile } from '../present.ts'
import { receiveUpload } from '../receive-upload.ts'
import { scrapePage } from '../scrape-page.ts'

export function fileRoutes(app: App, context: Context) {
  const { chats, files, organizations } = context

  app.route({
    ...listFiles,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const chat = await chats.find(orgId, request.query.id)
      if (!chat) throw notFound('chat_not_found')
      const found = await files.list(orgId, chat._id, request.query.page ?? 1)
      const kb = presentChat(chat, await organizations.find(orgId))
      return { kb, files: found.map(presentFile), amount: limits.pageSize }
    },
  })

  app.route({
    ...uploadFile,
    handler: async (request, reply) => {
      const { orgId } = userOf(request)
      if (!request.isMultipart()) {
        const { id, scrape_url, r_ref = null } = pageOf(request.body)
        const file = await scrapePage(context, orgId, { chatId: id, address: scrape_url }, causeOf(request))
        return { file: presentFile(file), r_ref, message: 'We are fetching the page now.' }
      }
      const { file, ref } = await receiveUpload(context, orgId, request, reply)
      return { file: presentFile(file), r_ref: ref, message: 'Uploaded. We are reading it now.' }
    },
  })

  app.route({
    ...deleteFile,
    handler: async (request) => {
      const { orgId } = userOf(request)
      const ofChat = check(FileOfChat, request.body ?? {})
      if (!ofChat.ok) throw invalid(ofChat.errors)
      const file = await files.find(orgId, request.params.id)
      const named = [request.query.kb_id, ofChat.value.kb_id].filter((id) => id !== undefined)
      if (!file || named.some((id) => id !== file.chatId)) throw notFound('file_not_found')
      const isDeleted = await deletion.deleteFile(context, orgId, file.chatId, file._id, causeOf(request))
      if (!isDeleted) throw notFound('file_not_found')
      return { message: 'Deleted.' }
    },
  })
}

/** @throws CallError unsupported_body, invalid */
function pageOf(body: unknown) {
  if (body === undefined)
    throw new CallError('unsupported_body', { message: 'Send the file as a form (multipart/form-data).' })
  const checked = check(ScrapePage, body)
  if (!checked.ok) throw invalid(checked.errors)
  return checked.value
}
