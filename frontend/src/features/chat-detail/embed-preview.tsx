import { useEffect, useRef } from 'react'
import styles from './embed-preview.module.css'

type Props = { title: string; script: string; isDark: boolean }

const settleMs = 400

/** A page like a customer's, with the script in it as it stands there: what shows is the real thing. */
export function EmbedPreview({ title, script, isDark }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // Not with each key that is pressed.
    const timer = setTimeout(() => {
      if (frame.current) frame.current.srcdoc = pageWith(script)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [script])
  return (
    <figure className={styles.preview} data-dark={isDark}>
      <div className={styles.bar} aria-hidden>
        <i />
        <i />
        <i />
        <span>your-site.example</span>
      </div>
      <iframe ref={frame} title={title} onLoad={({ currentTarget }) => dress(currentTarget, isDark)} />
    </figure>
  )
}

const lines = [72, 100, 94, 60]
const paragraph = `<p>${lines.map((width) => `<i data-width="${width}"></i>`).join('')}</p>`

const pageWith = (script: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><h1>Your page</h1>${paragraph}${script}${paragraph}</body></html>`

/** By a style sheet of its own, since our policy refuses styles that are written into a page. */
function dress({ contentWindow }: HTMLIFrameElement, isDark: boolean) {
  const view = contentWindow as (Window & typeof globalThis) | null
  if (!view) return
  const sheet = new view.CSSStyleSheet()
  const [back, ink, line] = isDark ? ['#15181f', '#e8eaf0', '#2b3040'] : ['#fff', '#20242c', '#e6e8ee']
  sheet.replaceSync(`
    body { margin: 0; padding: 24px; background: ${back}; color: ${ink}; font: 16px/1.5 system-ui, sans-serif }
    h1 { margin: 0 0 16px; font-size: 22px }
    p, lectern-chat { margin: 0 0 20px }
    i { display: block; height: 10px; margin: 0 0 10px; border-radius: 5px; background: ${line} }
    ${lines.map((width) => `i[data-width="${width}"] { width: ${width}% }`).join('')}
  `)
  view.document.adoptedStyleSheets = [sheet]
}
