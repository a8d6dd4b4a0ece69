import { type KnowledgeBase, SaveKnowledgeBase } from '@lectern/contracts'
import { useContractForm } from '../../app/form.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Textarea } from '../../components/textarea.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import styles from './publishing-form.module.css'
import { RefusedSites } from './refused-sites.tsx'
import { useSaveForm } from './use-save-form.ts'

const fieldsOf = (chat: KnowledgeBase) => ({
  allowed_domains: chat.allowed_domains,
  daily_cap: chat.daily_cap,
  contact_form: chat.contact_form,
  contact_email: chat.contact_email,
  contact_url: chat.contact_url,
})

/** Where the chat may be shown, how much it may answer, and who answers when it cannot. */
export function PublishingForm({ chat }: { chat: KnowledgeBase }) {
  const form = useContractForm(SaveKnowledgeBase, { defaultValues: fieldsOf(chat) })
  const { submit, isSaving } = useSaveForm(form, chat.id, fieldsOf)
  const { errors, isDirty } = form.formState
  const hasForm = form.watch('contact_form')
  return (
    <Card>
      <form className={styles.form} onSubmit={submit} noValidate>
        <section className={styles.section}>
          <h2 className={styles.title}>Where and how much</h2>
          <div className={styles.pairs}>
            <div className={styles.group}>
              <Field
                label="Allowed Domains"
                hint="One a line, each with its subdomains. Empty: every site may show the chat. Shift+Enter breaks the line."
                error={errors.allowed_domains?.message}
              >
                <Textarea rows={3} placeholder="example.com" spellCheck={false} {...form.register('allowed_domains')} />
              </Field>
              <RefusedSites unqid={chat.unqid} />
            </div>
            <Field
              label="Daily Cap"
              hint="Answers a day to visitors, so that nobody can use up your month at once. 0: as many as your plan allows."
              error={errors.daily_cap?.message}
            >
              <Input
                type="number"
                min={0}
                inputMode="numeric"
                className={styles.number}
                {...form.register('daily_cap', { valueAsNumber: true })}
              />
            </Field>
          </div>
        </section>
        <section className={styles.section}>
          <h2 className={styles.title}>Messages to a person</h2>
          <label className={styles.check}>
            <input type="checkbox" {...form.register('contact_form')} />
            <span>
              Visitors can leave their name, email and a message
              <small>It is offered above all where the chat cannot answer. Their conversation comes along.</small>
            </span>
          </label>
          {hasForm && (
            <div className={styles.pairs}>
              <Field
                label="Send to"
                hint="Empty: to the owner of your organization."
                error={errors.contact_email?.message}
              >
                <Input
                  type="email"
                  autoComplete="off"
                  placeholder="help@example.com"
                  {...form.register('contact_email')}
                />
              </Field>
              <Field
                label="Webhook"
                hint="Gets each message as signed JSON as well, e.g. for your help desk."
                error={errors.contact_url?.message}
              >
                <Input type="url" autoComplete="off" placeholder="https://" {...form.register('contact_url')} />
              </Field>
            </div>
          )}
        </section>
        <div className={styles.actions}>
          <Button type="submit" isBusy={isSaving}>
            Save
          </Button>
        </div>
      </form>
      <UnsavedChanges exist={isDirty && !isSaving} />
    </Card>
  )
}
