/** The time an allowance is for. `key` names it for ever, so that what is used in it is counted once. */
export type Period = { key: string; resets: Date }

type Paid = { periodStart: Date | null; periodEnd: Date | null }

/**
 * The period of an organization that a moment lies in: what it has paid for, or a calendar month (UTC). A renewal that was
 * not told of yet begins where the paid period ends, as it will when it is.
 */
export function periodOf(now: Date, subscription: Paid | null): Period {
  const { periodStart, periodEnd } = subscription ?? {}
  if (!periodStart || !periodEnd) return { key: now.toISOString().slice(0, 7), resets: monthsAfter(firstOf(now), 1) }
  let [start, end] = [periodStart, periodEnd]
  for (let months = 1; now >= end; months++) [start, end] = [end, monthsAfter(periodEnd, months)]
  return { key: start.toISOString(), resets: end }
}

const firstOf = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()))

/** The same day of a later month, or that month's last one. */
function monthsAfter(date: Date, months: number): Date {
  const later = new Date(date)
  later.setUTCMonth(date.getUTCMonth() + months)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}
