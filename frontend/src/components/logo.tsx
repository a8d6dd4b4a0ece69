import styles from './logo.module.css'

/** The product's mark and name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      Lectern
    </span>
  )
}
