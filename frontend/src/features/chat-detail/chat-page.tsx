import { errors } from '@lectern/contracts'
import { isFailure } from '@lectern/conversation'
import { Code, FlaskConical, Library, MessageSquareQuote, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TabPanel, Tabs } from '../../components/tabs.tsx'
import { ChatStatus } from '../chats/chat-status.tsx'
import { useChat } from './use-chat.ts'

const PromptTab = lazy(async () => ({ default: (await import('./prompt-tab.tsx')).PromptTab }))
const KnowledgeTab = lazy(async () => ({ default: (await import('./knowledge-tab.tsx')).KnowledgeTab }))
const ConfigureTab = lazy(async () => ({ default: (await import('./configure-tab.tsx')).ConfigureTab }))
const ScriptsTab = lazy(async () => ({ default: (await import('./scripts-tab.tsx')).ScriptsTab }))

const tabs = [
  { value: 'prompt', label: 'Prompt', icon: <MessageSquareQuote aria-hidden /> },
  { value: 'knowledge', label: 'Knowledge', icon: <Library aria-hidden /> },
  { value: 'configure', label: 'Configure', icon: <SlidersHorizontal aria-hidden /> },
  { value: 'scripts', label: 'Scripts', icon: <Code aria-hidden /> },
]

export function ChatPage() {
  const { id = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const { data: chat, error, refetch } = useChat(id)
  const asked = query.get('tab')
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'prompt'

  if (!chat && isFailure(error) && error.status === errors.chat_not_found.status) return <ChatMissing />
  if (!chat && error) return <LoadFailed error={error} onRetry={refetch} />
  if (!chat) return <Loading />
  return (
    <>
      <title>{`${chat.name} · Lectern`}</title>
      <PageHead
        title={chat.name}
        badge={
          <span role="status">
            <ChatStatus chat={chat} />
          </span>
        }
      >
        <Button asChild variant="secondary">
          <Link to={`/chat/${chat.id}`}>
            <FlaskConical aria-hidden /> Try it
          </Link>
        </Button>
      </PageHead>
      <Tabs
        label="Chat"
        tabs={tabs}
        value={tab}
        onChange={(value) => setQuery({ tab: value }, { replace: true, preventScrollReset: true })}
      >
        <Suspense fallback={<PanelLoading />}>
          <TabPanel value="prompt">
            <PromptTab chat={chat} />
          </TabPanel>
          <TabPanel value="knowledge">
            <KnowledgeTab chat={chat} />
          </TabPanel>
          <TabPanel value="configure">
            <ConfigureTab chat={chat} />
          </TabPanel>
          <TabPanel value="scripts">
            <ScriptsTab chat={chat} />
          </TabPanel>
        </Suspense>
      </Tabs>
    </>
  )
}

function Loading() {
  return (
    <div aria-busy>
      <PageHead title={<Skeleton width="14rem" />} />
      <PanelLoading />
    </div>
  )
}

const PanelLoading = () => (
  <Card aria-busy>
    <Skeleton height="18rem" />
  </Card>
)

function ChatMissing() {
  return (
    <EmptyState
      title={<h1>{errors.chat_not_found.message}</h1>}
      action={
        <Button asChild>
          <Link to="/chats">Go to your chats</Link>
        </Button>
      }
    />
  )
}
