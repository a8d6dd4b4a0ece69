import type { FieldErrors } from '@lectern/contracts'
import { isFailure } from '@lectern/conversation'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { Static, TObject } from 'typebox'

/** Rules beyond the schema, e.g. that two fields agree: messages by field. */
type Rules<Values> = (values: Values) => FieldErrors

/** Checks a form against the schema of the call it is sent with; the messages are the contract's. */
export function contractResolver<S extends TObject>(
  schema: S,
  rules?: Rules<Static<S>>,
): Resolver<Static<S> & FieldValues> {
  return async (values) => {
    // Loaded with the first form that is checked, since no page needs it to be shown.
    const { check } = await import('@lectern/contracts/check')
    const checked = check(schema, values)
    const errors = { ...rules?.(values), ...(checked.ok ? {} : checked.errors) }
    const messages = Object.entries(errors).map(([field, [message]]) => [field, { type: 'contract', message }])
    if (checked.ok && messages.length === 0) return { values: checked.value as Static<S> & FieldValues, errors: {} }
    return { values: {}, errors: Object.fromEntries(messages) }
  }
}

type Options<S extends TObject> = {
  defaultValues: DefaultValues<Static<S> & FieldValues>
  rules?: Rules<Static<S>>
}

/** A form of one call of the contracts. Fields are checked when they are left, then as they change. */
export function useContractForm<S extends TObject>(schema: S, { rules, ...options }: Options<S>) {
  return useForm<Static<S> & FieldValues>({
    mode: 'onTouched',
    resolver: contractResolver(schema, rules),
    ...options,
  })
}

/** Puts what the server found wrong beside the fields it is about. */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) {
  if (!isFailure(error)) return
  const fields = Object.entries(error.errors)
  fields.forEach(([field, [message]], index) => {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
}
