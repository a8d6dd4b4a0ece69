import { useAppSelector } from '../app/hooks.ts'
import { later, useLater } from './later.ts'

const parts = later(() => import('./toasts.tsx'))

/** Where toasts appear. */
export function ToastArea() {
  const isNeeded = useAppSelector((state) => state.toasts.length > 0)
  const part = useLater(parts, isNeeded ? 'now' : 'rest')
  return part && isNeeded && <part.Toasts />
}
