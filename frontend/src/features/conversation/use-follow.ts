import { useCallback, useEffect, useRef, useState } from 'react'

const near = 24

/**
 * Follows a growing conversation until its newest question (marked by `data-role="user"`) stands at the top, so that a long
 * answer is read from its beginning. Whoever scrolls up is left alone; the next question is followed again.
 */
export function useFollow() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  const follow = useCallback(() => {
    following.current = true
  }, [])
  const toEnd = useCallback(() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }), [])

  useEffect(() => {
    const view = scroller.current
    const list = content.current
    if (!view || !list) return
    let lastTop = view.scrollTop
    const onGrowth = () => {
      const top = topOfNewest(view, list)
      if (following.current && top > view.scrollTop) view.scrollTop = top
      setAtEnd(isNearEnd(view))
    }
    const onScroll = () => {
      // Only going up says that the reader wants to stay: text that grew meanwhile says nothing.
      if (view.scrollTop < lastTop && !isNearEnd(view)) following.current = false
      lastTop = view.scrollTop
      setAtEnd(isNearEnd(view))
    }
    const observer = new ResizeObserver(onGrowth)
    observer.observe(list)
    observer.observe(view)
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      view.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { scroller, content, atEnd, follow, toEnd }
}

const isNearEnd = (view: HTMLElement) => view.scrollHeight - view.scrollTop - view.clientHeight < near

/** How far down the newest question stands at the top. */
function topOfNewest(view: HTMLElement, list: HTMLElement): number {
  const newest = [...list.querySelectorAll('[data-role="user"]')].at(-1)
  if (!newest) return 0
  return view.scrollTop + newest.getBoundingClientRect().top - view.getBoundingClientRect().top - near
}
