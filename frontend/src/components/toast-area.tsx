import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useAppSelector } from '../app/hooks.ts'

const load = () => import('./toasts.tsx')
const Toasts = lazy<() => ReactNode>(() =>
  load().then(
    ({ Toasts }) => ({ default: Toasts }),
    // Without a connection there is nothing to show them with; the page goes on.
    () => ({ default: () => null }),
  ),
)

/** Toasts come seldom: their code is fetched after the page has come to rest, or with the first of them. */
export function ToastArea() {
  const isNeeded = useAppSelector((state) => state.toasts.length > 0)
  useEffect(() => {
    const timer = setTimeout(() => load().catch(console.error), 2000)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{isNeeded && <Toasts />}</Suspense>
}
