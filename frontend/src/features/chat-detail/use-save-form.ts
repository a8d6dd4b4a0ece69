import type { KnowledgeBase, SaveKnowledgeBase } from '@lectern/contracts'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { useSaveChatMutation } from '../../api/chats.ts'
import { showFieldErrors } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'

type Values = SaveKnowledgeBase & FieldValues

/** Sends what was changed in a form of the chat's settings; `fieldsOf` reads the form's fields from a saved chat. */
export function useSaveForm(
  form: UseFormReturn<Values>,
  chatId: string,
  fieldsOf: (chat: KnowledgeBase) => DefaultValues<Values>,
) {
  const dispatch = useAppDispatch()
  const [save, { isLoading: isSaving }] = useSaveChatMutation()
  const { dirtyFields } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const fields = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields))
    const { data, error } = await save({ id: chatId, fields })
    if (!data) return showFieldErrors(form, error)
    form.reset(fieldsOf(data.knowledge_base))
    dispatch(successToast(data.message))
  })
  return { submit, isSaving }
}
