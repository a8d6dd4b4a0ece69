import { useEffect, useState } from 'preact/hooks'
import type { Markdown } from './markdown.tsx'

let loading: Promise<typeof Markdown | null> | null = null
let loaded: typeof Markdown | null = null

/** Markdown is needed with the first answer: fetched while the question is being typed. Without it, text is shown as it is. */
export function prepareMarkdown(): Promise<typeof Markdown | null> {
  loading ??= import('./markdown.tsx').then(
    (module) => {
      loaded = module.Markdown
      return loaded
    },
    () => {
      loading = null
      return null
    },
  )
  return loading
}

/** Shows markdown, or null until that is there. */
export function useMarkdown(): typeof Markdown | null {
  const [shown, setShown] = useState(() => loaded)
  useEffect(() => {
    if (!shown) prepareMarkdown().then((found) => setShown(() => found))
  }, [shown])
  return shown
}
