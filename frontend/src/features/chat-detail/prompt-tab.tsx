import { type KnowledgeBase, limits, SaveKnowledgeBase } from '@lectern/contracts'
import { FileText, MessageCircle } from 'lucide-react'
import { useContractForm } from '../../app/form.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Textarea } from '../../components/textarea.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import styles from './chat-form.module.css'
import { enterHint } from './enter-hint.ts'
import { Stat } from './stat.tsx'
import { useSaveForm } from './use-save-form.ts'

const questions = ['pre_question_1', 'pre_question_2', 'pre_question_3', 'pre_question_4'] as const

const fieldsOf = (chat: KnowledgeBase) => ({
  personality: chat.personality,
  pre_question_1: chat.pre_question_1,
  pre_question_2: chat.pre_question_2,
  pre_question_3: chat.pre_question_3,
  pre_question_4: chat.pre_question_4,
})

/** How the chat speaks, and what visitors may start with. */
export function PromptTab({ chat }: { chat: KnowledgeBase }) {
  const form = useContractForm(SaveKnowledgeBase, { defaultValues: fieldsOf(chat) })
  const { submit, isSaving } = useSaveForm(form, chat.id, fieldsOf)
  const { errors, isDirty } = form.formState
  return (
    <div className={styles.columns}>
      <Card>
        <form className={styles.form} onSubmit={submit} noValidate>
          <Field
            label="Personality / Role"
            hint={`Who the chat is and how it speaks, e.g. “You are a friendly guide for new colleagues.” ${enterHint}`}
            error={errors.personality?.message}
          >
            <Textarea rows={4} {...form.register('personality')} />
          </Field>
          <fieldset className={styles.group}>
            <legend>Helper Questions</legend>
            <p className={styles.note}>
              Buttons a visitor can start with, up to {limits.helperQuestion} characters each. Leave a field empty to
              show fewer.
            </p>
            <div className={styles.pairs}>
              {questions.map((name, index) => (
                <Field key={name} label={`Helper Question ${index + 1}`} error={errors[name]?.message}>
                  <Input autoComplete="off" {...form.register(name)} />
                </Field>
              ))}
            </div>
          </fieldset>
          <div className={styles.actions}>
            <Button type="submit" isBusy={isSaving}>
              Save
            </Button>
          </div>
        </form>
      </Card>
      <div className={styles.stats}>
        <Stat icon={<FileText aria-hidden />} label="Documents" value={chat.file_count} />
        <Stat icon={<MessageCircle aria-hidden />} label="Chats" value={chat.chat_count} />
      </div>
      <UnsavedChanges exist={isDirty && !isSaving} />
    </div>
  )
}
