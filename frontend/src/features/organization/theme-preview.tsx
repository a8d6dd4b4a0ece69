import { defaults } from '@lectern/contracts'
import { panelOf, shadesOf, textOn } from '@lectern/conversation'
import styles from './theme-preview.module.css'

const names = ['Darker', 'Base', 'Lighter', 'Lightest']

type Props = { color: string; title: string; imageUrl: string | null }

/** What becomes of a theme color while it is chosen: its shades, and the panel beside each public chat. */
export function ThemePreview({ color, title, imageUrl }: Props) {
  const base = /^#[0-9a-f]{6}$/i.test(color) ? color : defaults.chatColor
  const { from, to, text } = panelOf(base)
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>Preview</figcaption>
      <ol className={styles.shades} aria-label="Shades">
        {shadesOf(base).map((shade, index) => (
          <li key={names[index]}>
            <span className={styles.shade} style={{ background: shade, color: textOn(shade) }} aria-hidden>
              Aa
            </span>
            <span className={styles.name}>{names[index]}</span>
            <span className={styles.hex}>{shade}</span>
          </li>
        ))}
      </ol>
      <div
        className={styles.panel}
        style={{ background: `linear-gradient(to bottom, ${from}, ${to} 60%)`, color: text }}
      >
        {imageUrl && <img src={imageUrl} alt="" />}
        <p className={styles.title}>{title}</p>
        <p>Name of the chat</p>
      </div>
    </figure>
  )
}
