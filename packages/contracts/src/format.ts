const units = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes as people read them: 2904266 -> "2.77 MB". */
export function sizeFormat(bytes: number): string {
  const unit = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** unit
  return `${unit === 0 ? value : value.toFixed(2)} ${units[unit]}`
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A date as lists show it where the reader's zone is not known (UTC). */
export const dateFormat = (date: Date): string => dates.format(date)
