import { dateFormat, type KnowledgeBase, type KnowledgeBaseFile, sizeFormat } from '@lectern/contracts'
import { type Chat, settingsOf } from './models/chat.ts'
import type { ChatFile } from './models/file.ts'
import type { OrganizationCopy } from './models/organization-copy.ts'

export const presentChat = (chat: Chat, { name, color, imageUrl }: OrganizationCopy): KnowledgeBase => ({
  ...settingsOf(chat),
  id: chat._id,
  unqid: chat.unqid,
  organization_id: chat.orgId,
  organization: { name, color, image_url: imageUrl || null },
  image_url: chat.imageUrl ?? null,
  has_image: chat.imageUrl !== undefined,
  file_count: chat.fileCount,
  chat_count: chat.chatCount,
  is_ready: chat.isReady,
  is_failed: chat.isFailed,
  date_format: dateFormat(chat.createdAt),
  created_at: chat.createdAt.toISOString(),
})

export const presentFile = (file: ChatFile): KnowledgeBaseFile => ({
  id: file._id,
  knowledge_base_id: file.chatId,
  name: file.name,
  url: file.url ?? null,
  crawl_id: file.crawlId ?? null,
  ext: file.ext,
  size: file.size,
  size_format: sizeFormat(file.size),
  date_format: dateFormat(file.createdAt),
  created_at: file.createdAt.toISOString(),
  status: file.status,
  error: file.error,
  pages: file.pages,
  pages_done: file.pagesDone,
})
