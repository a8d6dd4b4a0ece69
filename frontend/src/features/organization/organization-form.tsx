import { type Organization, SaveOrganization } from '@lectern/contracts'
import { Controller } from 'react-hook-form'
import { useSaveOrganizationMutation } from '../../api/organization.ts'
import { showFieldErrors, useContractForm } from '../../app/form.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ColorInput } from '../../components/color-input.tsx'
import { Field } from '../../components/field.tsx'
import { ImageInput, useImageChoice } from '../../components/image-input.tsx'
import { Input } from '../../components/input.tsx'
import { Textarea } from '../../components/textarea.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { enterHint } from '../chat-detail/enter-hint.ts'
import styles from './organization-form.module.css'
import { ThemePreview } from './theme-preview.tsx'

const fieldsOf = ({ name, description, system_prompt, color }: Organization) => ({
  name,
  description,
  system_prompt,
  color,
})

export function OrganizationForm({ organization }: { organization: Organization }) {
  const dispatch = useAppDispatch()
  const [save, { isLoading }] = useSaveOrganizationMutation()
  const logo = useImageChoice(organization.image_url)
  const form = useContractForm(SaveOrganization, { defaultValues: fieldsOf(organization) })
  const { errors, isDirty, dirtyFields } = form.formState
  const [name = '', color = ''] = form.watch(['name', 'color'])

  const submit = form.handleSubmit(async (values) => {
    const changed = Object.entries(values).filter(([field]) => field in dirtyFields)
    const { data, error } = await save({ fields: Object.fromEntries(changed), image: logo.image })
    if (!data) return showFieldErrors(form, error)
    logo.choose(null)
    form.reset(values)
    dispatch(successToast(data.message))
  })

  return (
    <form className={styles.columns} onSubmit={submit} noValidate>
      <Card className={styles.fields}>
        <Field
          label="Logo"
          hint="Recommended 500x500. PNG, JPG, BMP or GIF, up to 5 MB."
          error={logo.problem ?? errors.image?.message?.toString()}
        >
          <ImageInput choice={logo} />
        </Field>
        <Field label="Name" hint="Visitors of your chats see it." error={errors.name?.message}>
          <Input autoComplete="organization" required {...form.register('name')} />
        </Field>
        <Field label="Description" hint="For you and your colleagues." error={errors.description?.message}>
          <Textarea rows={3} {...form.register('description')} />
        </Field>
        <Field
          label="Global Guardrails"
          hint={`Rules for every answer of every chat, e.g. “Never give legal advice.” ${enterHint}`}
          error={errors.system_prompt?.message}
        >
          <Textarea rows={5} {...form.register('system_prompt')} />
        </Field>
        <div className={styles.actions}>
          <Button type="submit" isBusy={isLoading}>
            Save
          </Button>
        </div>
      </Card>
      <Card className={styles.fields}>
        <Field label="Theme Base Color" hint="Public chats take their colors from it." error={errors.color?.message}>
          <Controller
            control={form.control}
            name="color"
            render={({ field: { value, onChange, onBlur } }) => (
              <ColorInput value={value ?? ''} onChange={onChange} onBlur={onBlur} />
            )}
          />
        </Field>
        <ThemePreview color={color} title={name} imageUrl={logo.preview} />
      </Card>
      <UnsavedChanges exist={(isDirty || logo.image !== null) && !isLoading} />
    </form>
  )
}
