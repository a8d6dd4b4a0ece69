import type { ToPanel } from '../protocol.ts'

/** "Chat", for those of the panel's languages in whose script it reads otherwise. */
const words: Record<string, string> = { ja: 'チャット', zh: '聊天', ar: 'دردشة' }

/** An element of our own, out of reach of the page's styles, and an empty frame for its panel. */
export function createChatFrame(script: HTMLScriptElement, css: string) {
  const { origin } = new URL(script.src)
  const { org, chat = '', lang } = script.dataset
  const host = document.createElement('lectern-chat')
  const root = host.attachShadow({ mode: 'open' })
  // Not a <style>, which the page's policy may refuse.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const frame = document.createElement('iframe')
  frame.title = words[(lang || navigator.language).slice(0, 2)] ?? 'Chat'
  // Tells our server which site this is, whatever the page's own policy.
  frame.referrerPolicy = 'origin'
  const waiting: ToPanel[] = []
  let send = (message: ToPanel) => {
    waiting.push(message)
  }

  return {
    id: chat,
    host,
    root,
    frame,
    /** Loads the panel, once. `close`: a button of the loader lies above it, at the end of lines that run in this direction. */
    load(close = '') {
      frame.src ||= `${origin}/embed/${org}/${chat}?${new URLSearchParams({ ...script.dataset, close })}`
    },
    /** The panel is there, and hears what it was to be told. */
    ready() {
      send = (message) => frame.contentWindow?.postMessage(message, origin)
      waiting.splice(0).forEach(send)
    },
    ask: (text: string) => send({ lectern: 'ask', text }),
    identify: (text: string) => send({ lectern: 'identify', text }),
  }
}
