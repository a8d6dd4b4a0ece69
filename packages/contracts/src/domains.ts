const label = '[a-zA-Z0-9\\u00a1-\\uffff-]+'
const domain = `${label}(?:\\.${label})*(?::\\d{1,5})?`

/** Domains as a person writes them: one a line, or with commas or blanks between. */
export const domainsPattern = `^[\\s,]*(?:${domain}(?:[\\s,]+${domain})*[\\s,]*)?$`

/** The domains of such a text as browsers write them, each once. */
export const domainsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).flatMap(asHost))]

const asHost = (written: string) => (URL.canParse(`https://${written}`) ? new URL(`https://${written}`).host : [])

/** Whether a site is one of these domains or below one of them. No domains: any site is. */
export function isOfDomains(domains: string[], origin: string): boolean {
  if (domains.length === 0) return true
  const { host } = new URL(origin)
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
