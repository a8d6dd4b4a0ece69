import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

const gap = 12

/**
 * Follows a growing conversation until its newest question stands at the top, so that a long answer is read from its beginning.
 * Whoever scrolls up is left alone until the next question.
 */
export function useFollow(content: RefObject<HTMLElement | null>) {
  const following = useRef(false)
  useEffect(() => {
    const list = content.current
    if (!list) return
    let lastTop = scrollY
    const onGrowth = () => {
      const newest = [...list.querySelectorAll('[data-role="user"]')].at(-1)
      if (!following.current || !newest) return
      const top = scrollY + newest.getBoundingClientRect().top - list.offsetTop - gap
      if (top > scrollY) scrollTo({ top })
    }
    const onScroll = () => {
      if (scrollY < lastTop) following.current = false
      lastTop = scrollY
    }
    const observer = new ResizeObserver(onGrowth)
    observer.observe(list)
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', onScroll)
    }
  }, [content])
  return () => {
    following.current = true
  }
}
