import type { KnowledgeBase } from '@lectern/contracts'
import { Check, Copy, ExternalLink } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { useCopied } from '../conversation/use-copied.ts'
import styles from './scripts-tab.module.css'

/** How the chat reaches its visitors. */
export function ScriptsTab({ chat }: { chat: KnowledgeBase }) {
  const link = `${window.location.origin}/chat/${chat.organization_id}/${chat.unqid}`
  const { copied, copy } = useCopied()
  return (
    <Card className={styles.card}>
      <Field label="Direct Link" hint="Whoever has this link can ask the chat, without signing in.">
        <Input readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
      <div className={styles.actions}>
        <Button onClick={() => copy(link)}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          <span aria-live="polite">{copied ? 'Copied!' : 'Copy'}</span>
        </Button>
        <Button asChild variant="secondary">
          <a href={link} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden /> Open
          </a>
        </Button>
      </div>
    </Card>
  )
}
