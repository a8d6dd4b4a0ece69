const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment, told in the reader's own time zone. */
export function Time({ value }: { value: string }) {
  return <time dateTime={value}>{format.format(new Date(value))}</time>
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** Its day alone, where the hour is of no interest. */
export function Day({ value }: { value: string }) {
  return <time dateTime={value}>{dayFormat.format(new Date(value))}</time>
}
