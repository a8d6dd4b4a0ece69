import styles from './skeleton.module.css'

type Props = { width?: string; height?: string }

/** The place of something that is still loading. What it stands for says `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em' }: Props) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />
}
