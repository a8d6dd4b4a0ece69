import { defaultButtonColor } from '@lectern/contracts'
import { createChatFrame } from './chat-frame.ts'
import { addChat, lectern, tell } from './lectern.ts'
import css from './popup.css?inline'

const view = visualViewport as VisualViewport
/** Where there is less room than this, the panel takes all of it. */
const small = matchMedia('(width<=480px),(height<=480px)')
/** Less is no size for a panel: 100 and 150 are what the inline embed has of itself. */
const smallest = 280

/** The button in the corner, and the panel that it opens. */
function addPopup(script: HTMLScriptElement) {
  const { chat, color = '', width, height } = script.dataset
  const others = lectern.chats.filter(({ close }) => close)
  // Content that comes back brings its script along; the conversation goes on.
  if (others.some(({ id }) => id === chat)) return
  const panel = createChatFrame(script, css)
  const { host, root, frame } = panel
  const dialog = document.createElement('dialog')
  let before: Element | null
  dialog.ariaLabel = frame.title
  dialog.append(frame)
  root.append(dialog)
  // The first closes what fills the screen and covers the second.
  const buttons = [dialog, root].map((place) => {
    const button = document.createElement('button')
    button.ariaLabel = frame.title
    button.onclick = () => (dialog.open ? close() : open())
    place.append(button)
    return button
  })

  function open() {
    if (!dialog.open) {
      before = root.activeElement ?? document.activeElement
      panel.load(host.dir)
      if (small.matches) dialog.showModal()
      else dialog.show()
      changed('open')
    }
    frame.focus()
  }
  function close() {
    // A modal one gives it back itself; around it, nothing can have it yet.
    if (root.activeElement) (before as HTMLElement).focus()
    dialog.close()
  }
  function changed(event: string) {
    for (const button of buttons) button.ariaExpanded = `${dialog.open}`
    fit()
    tell(panel.id, event)
  }
  /** A phone's keyboard covers the page: the panel keeps to what is left. Zooming in is no such thing. */
  function fit() {
    dialog.style.cssText = small.matches
      ? `inset:0;border-radius:0;min-width:100%;${view.scale < 1.01 ? `top:${view.offsetTop}px;height:${view.height}px` : 'min-height:100%'}`
      : ''
  }
  /** Beside the body, since pages replace theirs; where the whole page is written anew, it comes back. */
  function keep() {
    host.dir = getComputedStyle(document.body || host).direction
    if (!host.isConnected) document.documentElement.append(host)
  }

  const background = CSS.supports('color', color) ? color : defaultButtonColor
  host.style.cssText = `--back:${background};--w:${size(width, 400)}px;--h:${size(height, 640)}px;--x:${20 + 72 * others.length}px`
  dialog.onclose = () => changed('close')
  host.onkeydown = ({ key }) => {
    if (key === 'Escape') close()
  }
  for (const event of ['resize', 'scroll']) view.addEventListener(event, fit)
  new MutationObserver(keep).observe(document.documentElement, { childList: true })

  addChat({ ...panel, open, close })
  keep()
}

const size = (given: unknown, usual: number) => (Number(given) >= smallest ? given : usual)

addPopup(document.currentScript as HTMLScriptElement)
