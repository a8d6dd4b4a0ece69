import type { SaveKnowledgeBase } from '@lectern/contracts'
import { Controller } from 'react-hook-form'
import type { useContractForm } from '../../app/form.ts'
import { ColorInput } from '../../components/color-input.tsx'
import { Field } from '../../components/field.tsx'
import { ImageInput, type useImageChoice } from '../../components/image-input.tsx'
import { Input } from '../../components/input.tsx'
import styles from './chat-form.module.css'

type Props = {
  form: ReturnType<typeof useContractForm<typeof SaveKnowledgeBase>>
  picture: ReturnType<typeof useImageChoice>
}

/** A look of the chat's own, which comes with an enterprise plan. */
export function LookFields({ form, picture }: Props) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Image"
        hint="Recommended 500x500. PNG, JPG, BMP or GIF, up to 5 MB. Shown instead of your organization's logo."
        error={picture.problem ?? errors.image?.message?.toString()}
      >
        <ImageInput choice={picture} />
      </Field>
      <Field
        label="Title"
        hint="Stands above the chat instead of your organization's name."
        error={errors.title?.message}
      >
        <Input autoComplete="off" {...form.register('title')} />
      </Field>
      <div className={styles.pairs}>
        <Field label="Color" error={errors.color?.message}>
          <Controller
            control={form.control}
            name="color"
            render={({ field: { value, onChange, onBlur } }) => (
              <ColorInput value={value ?? ''} onChange={onChange} onBlur={onBlur} />
            )}
          />
        </Field>
        <Field label="Pop-up Button Color" error={errors.button_color?.message}>
          <Controller
            control={form.control}
            name="button_color"
            render={({ field: { value, onChange, onBlur } }) => (
              <ColorInput value={value ?? ''} onChange={onChange} onBlur={onBlur} />
            )}
          />
        </Field>
      </div>
    </>
  )
}
