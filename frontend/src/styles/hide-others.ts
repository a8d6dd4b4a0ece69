/**
 * While a window or a list is open over the page, the rest of the page can neither be reached nor read.
 * In place of the library that the primitives use for this, which hides it from screen readers alone.
 */
export function hideOthers(content: Element) {
  const others = [...document.body.children].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && !element.inert && !element.contains(content) && !element.matches(spared),
  )
  for (const element of others) element.inert = true
  return () => {
    for (const element of others) element.inert = false
  }
}

const spared = 'script, [data-radix-focus-guard], :has([data-toasts])'
