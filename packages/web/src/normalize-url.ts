// What campaigns and mailings hang on links; the page is the same without.
const tracking =
  /^(utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|mc_[ce]id|_ga|_gl|_hs(enc|mi)|mkt_tok|vero_id|oly_(anon|enc)_id|pk_campaign|pk_kwd|mtm_.*|_openstat)$/i

/**
 * The address to fetch a page from: without fragment and tracking parameters. The rest stays as the site spells it,
 * as servers differ in what they take for equal.
 */
export function normalizeUrl(url: URL): URL {
  const normal = new URL(url)
  normal.hash = ''
  const search = parameters(url).join('&')
  // A first question mark would be taken for the sign before the parameters.
  normal.search = search && `?${search}`
  return normal
}

/**
 * What tells pages apart: addresses with the same key are one page. Beside `normalizeUrl` it passes over http or https,
 * the slash at the end, the order of parameters and the spelling of escapes.
 */
export function pageKey(url: URL): string {
  const path = url.pathname.replace(/\/+$/, '')
  const search = parameters(url).map(plainEscapes).sort(byName).join('&')
  return `${url.host}${plainEscapes(path)}${search && `?${search}`}`
}

function parameters(url: URL): string[] {
  return url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !tracking.test(nameOf(parameter)))
}

const nameOf = (parameter: string) => parameter.split('=', 1)[0] ?? ''

/** Parameters of the same name stay in their order, which can mean something. */
function byName(one: string, other: string): number {
  const [a, b] = [nameOf(one), nameOf(other)]
  return a < b ? -1 : Number(a > b)
}

/** Letters, digits and `-._~` mean the same escaped or not. */
function plainEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (spelled) => {
    const character = String.fromCharCode(Number.parseInt(spelled.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : spelled.toUpperCase()
  })
}
