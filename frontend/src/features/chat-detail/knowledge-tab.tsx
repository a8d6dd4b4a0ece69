import type { KnowledgeBase } from '@lectern/contracts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { isSettled } from '../chats/chat-status.tsx'
import { counted } from '../chats/counted.ts'
import { AddDocuments } from './add-documents.tsx'
import { CrawlList } from './crawl-list.tsx'
import { DropZone, useFileDrop } from './drop-zone.tsx'
import { FileTable } from './file-table.tsx'
import styles from './knowledge-tab.module.css'
import { RetrievalTest } from './retrieval-test.tsx'
import { sendDocuments } from './send-documents.ts'
import { UploadList } from './upload-list.tsx'
import { useFiles } from './use-files.ts'
import { WrittenAnswers } from './written-answers.tsx'

/** The documents the chat answers from. */
export function KnowledgeTab({ chat }: { chat: KnowledgeBase }) {
  const dispatch = useAppDispatch()
  const [isAdding, setAdding] = useState(false)
  const uploads = useAppSelector((state) => state.uploads).filter(({ chatId }) => chatId === chat.id)
  const isIdle = isSettled(chat)
  const files = useFiles(chat.id, isIdle)
  const rows = files.data?.pages.flatMap((page) => page.files)

  const add = (chosen: File[]) => {
    setAdding(false)
    if (chosen.length > 0) dispatch(sendDocuments(chat.id, chosen))
  }
  const { isOver, target } = useFileDrop(add)
  const isEmpty = rows?.length === 0 && uploads.length === 0

  return (
    <section className={styles.tab} aria-label="Documents">
      <div className={styles.head}>
        <p className={styles.count}>{counted(chat.file_count, 'document')}</p>
        <Button disabled={!isIdle} onClick={() => setAdding(true)}>
          <Plus aria-hidden /> Add Documents
        </Button>
      </div>
      <UploadList uploads={uploads} />
      <CrawlList chatId={chat.id} />
      {!rows && files.error && <LoadFailed error={files.error} onRetry={files.refetch} />}
      {!rows && !files.error && (
        <Card aria-busy>
          <Skeleton height="10rem" />
        </Card>
      )}
      {isEmpty && isIdle && <DropZone onFiles={add} />}
      {rows && rows.length > 0 && (
        <Card className={classNames(styles.files, isOver && isIdle && styles.over)} {...(isIdle ? target : {})}>
          <FileTable chatId={chat.id} files={rows} />
        </Card>
      )}
      <LoadMore hasMore={files.hasNextPage} isLoading={files.isFetchingNextPage} onLoad={files.fetchNextPage} />
      <WrittenAnswers chatId={chat.id} />
      <RetrievalTest chatId={chat.id} />
      <AddDocuments chatId={chat.id} isOpen={isAdding} onClose={() => setAdding(false)} onFiles={add} />
    </section>
  )
}
