import styles from './skip-link.module.css'

export const mainId = 'main'

/** The first stop of the Tab key: past the navigation. */
export function SkipLink() {
  return (
    <a href={`#${mainId}`} className={styles.link}>
      Skip to content
    </a>
  )
}
