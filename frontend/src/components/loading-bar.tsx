import { useNavigation } from 'react-router'
import styles from './loading-bar.module.css'

/** A thin line at the top while the next screen is being fetched. */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'loading' ? <div className={styles.bar} aria-hidden /> : null
}
