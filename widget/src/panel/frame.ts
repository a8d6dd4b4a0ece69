import type { FromPanel, ToPanel } from '../protocol.ts'

const query = new URLSearchParams(location.search)

/** How the page around wants the panel. */
export const settings = {
  theme: query.get('theme') || 'light',
  language: query.get('lang') ?? '',
  /** The loader's own button to close the panel lies above its header, at the end of lines that run in this direction. */
  closeAt: query.get('close') ?? '',
}

/** The site that embeds the panel: the browser tells, in Firefox by the referrer, which the loader asks for. */
const site = originOf(location.ancestorOrigins?.[0] ?? document.referrer)
const isFramed = window.parent !== window

export function tellPage(message: FromPanel) {
  if (isFramed && site) window.parent.postMessage(message, site)
}

/** Who asks, by a token that the page around has from its own server. */
export const visitor = { token: '' }

export function onAsked(ask: (text: string) => void) {
  addEventListener('message', ({ source, origin, data }: MessageEvent<ToPanel | null>) => {
    if (!isFramed || source !== window.parent || origin !== site) return
    if (typeof data?.text !== 'string') return
    if (data.lectern === 'ask') ask(data.text)
    if (data.lectern === 'identify') visitor.token = data.text
  })
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}
