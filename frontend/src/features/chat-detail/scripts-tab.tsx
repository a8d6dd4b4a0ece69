import { type KnowledgeBase, userTypes } from '@lectern/contracts'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { page } from '../../app/page.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CopyButton } from './copy-button.tsx'
import { EmbedCard } from './embed-card.tsx'
import styles from './scripts-tab.module.css'
import { SigningSecret } from './signing-secret.tsx'

// Below what is seen first, and a form library with it.
const PublishingForm = lazy(async () => ({ default: (await import('./publishing-form.tsx')).PublishingForm }))

/** How the chat reaches its visitors, where, and what happens when it cannot help them. */
export function ScriptsTab({ chat }: { chat: KnowledgeBase }) {
  const link = `${window.location.origin}/chat/${chat.organization_id}/${chat.unqid}`
  const isAdmin = (page.user?.type_id ?? 0) >= userTypes.admin
  return (
    <div className={styles.cards}>
      <Card>
        <div className={styles.row}>
          <div className={styles.grow}>
            <Field label="Direct Link" hint="Whoever has this link can ask the chat, without signing in.">
              <Input readOnly value={link} onFocus={(event) => event.target.select()} />
            </Field>
          </div>
          <CopyButton text={link} what="the direct link" />
          <Button asChild variant="secondary">
            <a href={link} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden /> Open
            </a>
          </Button>
        </div>
      </Card>
      <EmbedCard chat={chat} kind="popup" />
      <EmbedCard chat={chat} kind="inline" />
      <Suspense fallback={<Skeleton height="30rem" />}>
        <PublishingForm chat={chat} />
      </Suspense>
      {isAdmin && <SigningSecret />}
    </div>
  )
}
