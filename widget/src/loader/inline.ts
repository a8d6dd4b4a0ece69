import { createChatFrame } from './chat-frame.ts'
import css from './inline.css?inline'
import { addChat } from './lectern.ts'

/** Room for a conversation, once there is one. */
const roomy = 420

/** The panel in the page itself, where the script stands. */
function addInline(script: HTMLScriptElement) {
  const { width = '100', height = '150' } = script.dataset
  const panel = createChatFrame(script, css)
  const { host, root, frame } = panel
  // The browser ignores what is no length.
  host.style.width = length(width, Number(width) > 100 ? 'px' : '%')
  host.style.height = length(height, 'px')
  root.append(frame)

  // A copy of earlier content may hold the empty element of then.
  const { nextElementSibling: old } = script
  if (old?.localName === host.localName) old.remove()
  if (script.closest('body')) script.after(host)
  else document.body.append(host)

  const seen = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load()
    },
    { rootMargin: '200px' },
  )
  function load() {
    seen.disconnect()
    panel.load()
  }
  function open() {
    load()
    host.scrollIntoView({ block: 'nearest' })
    frame.focus()
  }
  seen.observe(host)

  function grow() {
    host.style.minHeight = `${roomy}px`
  }
  addChat({ ...panel, open, grow })
}

const length = (given: string, unit: string) => (/^\d+$/.test(given) ? given + unit : given)

addInline(document.currentScript as HTMLScriptElement)
