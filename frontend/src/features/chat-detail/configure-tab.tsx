import { defaults, type KnowledgeBase, SaveKnowledgeBase } from '@lectern/contracts'
import { LockKeyhole } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useContractForm } from '../../app/form.ts'
import { page } from '../../app/page.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { useImageChoice } from '../../components/image-input.tsx'
import { Input } from '../../components/input.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Textarea } from '../../components/textarea.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import styles from './chat-form.module.css'
import { enterHint } from './enter-hint.ts'
import { useSaveForm } from './use-save-form.ts'

const LookFields = lazy(async () => ({ default: (await import('./look-fields.tsx')).LookFields }))
const ChatPreview = lazy(async () => ({ default: (await import('./chat-preview.tsx')).ChatPreview }))

const isEnterprise = page.user?.organization?.enterprise ?? false

const fieldsOf = (chat: KnowledgeBase) => ({
  name: chat.name,
  title: chat.title,
  color: chat.color ?? chat.organization.color,
  button_color: chat.button_color,
  system_prompt: chat.system_prompt,
  intro_message: chat.intro_message,
})

/** What the chat is called, how it looks and how it behaves, with how that comes out beside it. */
export function ConfigureTab({ chat }: { chat: KnowledgeBase }) {
  const form = useContractForm(SaveKnowledgeBase, { defaultValues: fieldsOf(chat) })
  const picture = useImageChoice(chat.image_url)
  const { submit, isSaving } = useSaveForm(form, chat.id, fieldsOf, picture)
  const { errors, isDirty } = form.formState
  const { name, title, color, button_color, intro_message } = form.watch()
  return (
    <div className={styles.previewed}>
      <Card>
        <form className={styles.form} onSubmit={submit} noValidate>
          <Field label="Name" error={errors.name?.message}>
            <Input required autoComplete="off" {...form.register('name')} />
          </Field>
          {isEnterprise ? (
            <Suspense fallback={<Skeleton height="24rem" />}>
              <LookFields form={form} picture={picture} />
            </Suspense>
          ) : (
            <p className={styles.locked}>
              <LockKeyhole aria-hidden />
              Title, colors and image of a chat come with an enterprise plan. Until then it looks like your
              organization.
            </p>
          )}
          <Field
            label="System Prompt"
            hint={`Rules for every answer of this chat. ${enterHint}`}
            error={errors.system_prompt?.message}
          >
            <Textarea rows={5} {...form.register('system_prompt')} />
          </Field>
          <Field
            label="Intro Message"
            hint={`The first thing a visitor reads in the chat. ${enterHint}`}
            error={errors.intro_message?.message}
          >
            <Textarea rows={2} {...form.register('intro_message')} />
          </Field>
          <div className={styles.actions}>
            <Button type="submit" isBusy={isSaving}>
              Save
            </Button>
          </div>
        </form>
      </Card>
      <Suspense fallback={<Skeleton height="24rem" />}>
        <ChatPreview
          chat={chat}
          name={name ?? ''}
          title={title ?? ''}
          intro={intro_message ?? ''}
          color={color ?? ''}
          buttonColor={button_color ?? defaults.buttonColor}
          imageUrl={picture.preview}
        />
      </Suspense>
      <UnsavedChanges exist={(isDirty || picture.image !== null) && !isSaving} />
    </div>
  )
}
