export type Form = { [name: string]: FormValue }
type FormValue = string | Form

/** A form as Stripe's clients send it: `a[b][0][c]=x`. Lists have numbers for names. */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[|\]/).filter((part) => part !== '')
    let at = form
    for (const part of path.slice(0, -1)) {
      const known = at[part]
      const inner: Form = typeof known === 'object' ? known : {}
      at[part] = inner
      at = inner
    }
    const last = path.at(-1) ?? ''
    at[last || String(Object.keys(at).length)] = value
  }
  return form
}

export const textOf = (form: Form, name: string): string | null => {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : null
}
export const partOf = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}
/** The entries of a list. */
export const listOf = (form: Form, name: string): FormValue[] => Object.values(partOf(form, name))
export const firstOf = (form: Form, name: string): Form => {
  const [first] = listOf(form, name)
  return typeof first === 'object' ? first : {}
}
/** Metadata and the like: names and texts. */
export const textsOf = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(partOf(form, name)).map(([key, value]) => [key, String(value)]))

/** A part of a form as Stripe shows it again: with truths and lists. */
export function shownPart(value: FormValue): unknown {
  if (typeof value === 'string') return value === 'true' || (value === 'false' ? false : value)
  const entries = Object.entries(value).map(([name, inner]) => [name, shownPart(inner)] as const)
  return entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
}
