import { errors, type KnowledgeBase } from '@lectern/contracts'
import { helperQuestionsOf } from '@lectern/conversation'
import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useChatsInfiniteQuery } from '../../api/chats.ts'
import { page } from '../../app/page.ts'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Select } from '../../components/select.tsx'
import { Conversation } from '../conversation/conversation.tsx'
import styles from './playground-page.module.css'

/** Where members try their chats; the path may name one. */
export function PlaygroundPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { data, isSuccess, hasNextPage, isFetching, fetchNextPage } = useChatsInfiniteQuery({ sort: 'name' })
  const chats = data?.pages.flatMap((answer) => answer.knowledge_bases) ?? []
  const chat = chats.find((each) => each.id === id)

  const isMissing = id !== '' && isSuccess && !hasNextPage && !chat

  // One chooses from all chats, not from the first page of them.
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])

  return (
    <div className={styles.page}>
      <PageHead title="Playground">
        <div className={styles.choice}>
          <Field
            label="Knowledge base"
            isLabelHidden
            hint={chat && hintFor(chat)}
            error={isMissing ? errors.chat_not_found.message : undefined}
          >
            <Select
              options={chats.map(({ id: value, name: label }) => ({ value, label }))}
              value={chat?.id ?? ''}
              onChange={(chosen) => navigate(`/chat/${chosen}`, { replace: true })}
              placeholder="Select Knowledge Base"
            />
          </Field>
        </div>
      </PageHead>
      <Card className={styles.box}>
        <Conversation
          chatId={chat?.id ?? ''}
          organizationId={page.user?.organization_id ?? null}
          intro={chat?.intro_message ?? ''}
          playground
          helperQuestions={chat ? helperQuestionsOf(chat) : []}
        />
      </Card>
    </div>
  )
}

/** What there is to know about the chat before asking it. */
function hintFor({ id, file_count, is_ready, is_failed }: KnowledgeBase) {
  if (file_count === 0)
    return (
      <>
        This chat has no documents yet. <Link to={`/chats/${id}`}>Add some</Link>
      </>
    )
  if (is_failed) return <Link to={`/chats/${id}`}>Some documents could not be read.</Link>
  return is_ready ? undefined : 'Documents are still being read.'
}
