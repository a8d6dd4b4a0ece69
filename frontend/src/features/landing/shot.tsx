import styles from './shot.module.css'
import { Window } from './window.tsx'

type Props = { light: string; dark: string; alt: string }

/** A picture of the running product, in the theme of the page. What is not shown is not loaded. */
export function Shot({ light, dark, alt }: Props) {
  return (
    <Window>
      <img className={styles.light} src={light} alt={alt} width={1120} height={700} loading="lazy" decoding="async" />
      <img className={styles.dark} src={dark} alt={alt} width={1120} height={700} loading="lazy" decoding="async" />
    </Window>
  )
}
