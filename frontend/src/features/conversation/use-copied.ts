import { timings } from '@lectern/contracts'
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

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** A frame may not be allowed the clipboard, and plain http has none; a selection can be copied there too. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
