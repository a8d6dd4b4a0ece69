import { useCallback, useEffect, useRef, useState } from 'react'

const near = 24

/** Keeps a growing list at its end, until its reader scrolls up; back at the end it follows again. */
export function useStickToEnd() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    following.current = true
    setAtEnd(true)
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [])

  useEffect(() => {
    const view = scroller.current
    const list = content.current
    if (!view || !list) return
    let lastTop = view.scrollTop
    const follow = () => {
      if (following.current) view.scrollTop = view.scrollHeight
      setAtEnd(isNearEnd(view))
    }
    const onScroll = () => {
      // Only going up says that the reader wants to stay: text that grew meanwhile says nothing.
      if (isNearEnd(view)) following.current = true
      else if (view.scrollTop < lastTop) following.current = false
      lastTop = view.scrollTop
      setAtEnd(isNearEnd(view))
    }
    const observer = new ResizeObserver(follow)
    observer.observe(list)
    observer.observe(view)
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      view.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { scroller, content, atEnd, toEnd }
}

const isNearEnd = (view: HTMLElement) => view.scrollHeight - view.scrollTop - view.clientHeight < near
