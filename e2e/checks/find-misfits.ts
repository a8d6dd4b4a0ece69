/// <reference lib="dom" />
import type { Page } from 'playwright-core'

/**
 * What does not fit on the page as it is now, a line each: it scrolls sideways, is taller than what is on it, an element
 * stands outside of it, a text is cut off, or something that can be pressed lies under something else.
 */
export const findMisfits = (page: Page): Promise<string[]> => page.evaluate(misfits)

/** Runs in the page. */
function misfits(): string[] {
  const found: string[] = []
  const root = document.documentElement
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const ancestors = (element: Element): Element[] =>
    element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : []
  const cuts = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
  const isIn = (element: Element, selector: string) =>
    [element, ...ancestors(element)].some((each) => each.matches(selector))

  if (root.scrollWidth > root.clientWidth) found.push(`it scrolls sideways: ${root.scrollWidth} px`)
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => isShown(element) && !isIn(element, '.visually-hidden'),
  )
  // What lies behind an open window is seen, but neither used nor read.
  const elements = shown.filter((element) => !isIn(element, '[inert]'))
  const bottom = Math.max(...shown.map((element) => element.getBoundingClientRect().bottom + scrollY))
  const room = root.scrollHeight - Math.max(bottom, root.clientHeight)
  if (room > 120) found.push(`it is ${Math.round(room)} px taller than what is on it`)

  for (const element of elements) {
    const { left, right } = element.getBoundingClientRect()
    if (
      (left < -1 || right > root.clientWidth + 1) &&
      !ancestors(element).some((each) => each !== document.body && cuts(each))
    )
      found.push(`stands outside: ${nameOf(element)}`)
    const style = getComputedStyle(element)
    const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    if (
      isText &&
      hides(style.overflowX) &&
      style.textOverflow !== 'ellipsis' &&
      element.scrollWidth > element.clientWidth + 1
    )
      found.push(`is cut off: ${nameOf(element)}`)
    if (
      isText &&
      hides(style.overflowY) &&
      style.webkitLineClamp === 'none' &&
      element.scrollHeight > element.clientHeight + 2
    )
      found.push(`is cut off below: ${nameOf(element)}`)
  }

  for (const element of elements.filter((each) => each.matches('a, button, input, textarea, select, [role=tab]'))) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const [box] = element.getClientRects()
    // What waits above the page until it has the focus, like a skip link, is not on it.
    if (!box || box.bottom <= 0) continue
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    // A label or a card that is pressed in place of its control is no obstacle.
    const isOwn = top && (element.contains(top) || top.contains(element) || top.closest('label')?.control === element)
    // What has popped up leaves again.
    const isPassing = top?.closest('[role=menu], [role=listbox], [role=tooltip], [data-toasts]')
    if (!isOwn && !isPassing) found.push(`lies under ${top ? nameOf(top) : 'nothing'}: ${nameOf(element)}`)
  }
  scrollTo(0, 0)
  return found
}
