import type { KnowledgeBase, SaveKnowledgeBase } from '@lectern/contracts'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { useSaveChatMutation } from '../../api/chats.ts'
import { showFieldErrors } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import type { ImageChoice } from '../../components/image-input.tsx'

type Values = SaveKnowledgeBase & FieldValues

/** Sends what was changed in a form of the chat's settings, and its picture; `fieldsOf` reads the form's fields from a saved chat. */
export function useSaveForm(
  form: UseFormReturn<Values>,
  chatId: string,
  fieldsOf: (chat: KnowledgeBase) => DefaultValues<Values>,
  picture?: ImageChoice,
) {
  const dispatch = useAppDispatch()
  const [save, { isLoading: isSaving }] = useSaveChatMutation()
  const { dirtyFields } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const fields = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields))
    const { data, error } = await save({ id: chatId, fields, image: picture?.image })
    if (!data) return showFieldErrors(form, error)
    form.reset(fieldsOf(data.knowledge_base))
    picture?.choose(null)
    dispatch(successToast(data.message))
  })
  return { submit, isSaving }
}
