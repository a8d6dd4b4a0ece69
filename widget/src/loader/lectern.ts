/** A chat on this page, and what can be asked of it: by the page's `Lectern('open')` or, by name, by its panel. */
export type PageChat = {
  id: string
  host: HTMLElement
  frame: HTMLIFrameElement
  open(): void
  ask(text: string): void
  identify?(token: string): void
  ready(): void
  close?(): void
  grow?(): void
}

type Command = 'open' | 'ask' | 'ready' | 'close' | 'grow'

type Listener = (event: { chat: string; type?: string }) => void

/** Both scripts make it where it is not there yet. One of an older copy may have: within v1 its fields stay as they are. */
type Lectern = {
  (command: string, value?: string, third?: unknown): void
  /** Calls for chats that are not there yet. */
  q: Parameters<Lectern>[]
  chats: PageChat[]
  heard: [name: string, Listener][]
}

declare global {
  interface Window {
    Lectern?: Partial<Lectern>
  }
}

function createLectern(): Lectern {
  const made = ((command, value = '', third) => {
    const id = command === 'ask' ? third : value
    const chat = made.chats.find((chat) => !id || chat.id === id)
    if (command === 'on') made.heard.push([value, third as Listener])
    else if (command === 'identify') {
      // Holds for all chats of the page, those to come as well.
      made.q.push([command, value])
      for (const each of made.chats) each.identify?.(value)
    } else if (chat) {
      if (command === 'ask') chat.open()
      chat[command as Command]?.(value)
    } else made.q.push([command, value, third])
  }) as Lectern
  made.chats = []
  made.heard = []
  made.q = window.Lectern?.q ?? []
  addEventListener('message', ({ source, origin, data }) => {
    for (const chat of made.chats)
      if (chat.frame.contentWindow === source && chat.frame.src.startsWith(`${origin}/`)) {
        if (data.lectern in chat) chat[data.lectern as Command]?.('')
        else tell(chat.id, data.lectern, data.type)
      }
  })
  return made
}

export const lectern: Lectern = window.Lectern?.chats ? (window.Lectern as Lectern) : createLectern()
window.Lectern = lectern

/** Makes a chat known, and does what was asked of it before. Those of content that has left the page are forgotten. */
export function addChat(chat: PageChat) {
  const waiting = lectern.q
  lectern.q = []
  lectern.chats = lectern.chats.filter(({ close, host }) => close || host.isConnected)
  lectern.chats.push(chat)
  for (const call of waiting) lectern(...call)
}

/** Tells the page's own listeners. An error of theirs is not ours. */
export function tell(chat: string, name: string, type?: string) {
  for (const [heard, listener] of lectern.heard) if (heard === name) setTimeout(listener, 0, { chat, type })
}
