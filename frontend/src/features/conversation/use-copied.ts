import { timings } from '@lectern/contracts'
import { writeClipboard } from '@lectern/conversation'
import { useEffect, useState } from 'react'

/** Copies text and tells for a moment that it did. */
export function useCopied() {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), timings.copied)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    setCopied(await writeClipboard(text))
  }
  return { copied, copy }
}
