/** What was looked at, how it is, and what to do where it is not well. */
export type Finding = { about: string; state: 'well' | 'mind' | 'wrong'; says: string; todo?: string }

export const well = (about: string, says: string): Finding => ({ about, state: 'well', says })
export const mind = (about: string, says: string, todo: string): Finding => ({ about, state: 'mind', says, todo })
export const wrong = (about: string, says: string, todo: string): Finding => ({ about, state: 'wrong', says, todo })

export type Engines = {
  KAFKA_BROKERS?: string
  MONGODB_URL?: string
  REDIS_URL?: string
  ELASTICSEARCH_URL?: string
}

/** `1.10` is newer than `1.9`. */
export function isAtLeast(version: string, wanted: string): boolean {
  const [have, want] = [version, wanted].map((each) => each.split('.').map(Number))
  for (const [place, part] of (want ?? []).entries()) {
    const own = have?.[place] ?? 0
    if (own !== part) return own > part
  }
  return true
}
