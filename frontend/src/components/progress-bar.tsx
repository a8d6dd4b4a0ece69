import { Progress } from 'radix-ui'
import styles from './progress-bar.module.css'

type Props = {
  label: string
  /** 0 to 1; null: under way, nobody knows how far. */
  share: number | null
}

export function ProgressBar({ label, share }: Props) {
  const percent = share === null ? null : Math.round(share * 100)
  return (
    <Progress.Root value={percent} aria-label={label} className={styles.bar}>
      <Progress.Indicator
        className={styles.done}
        style={percent === null ? undefined : { transform: `translateX(${percent - 100}%)` }}
      />
    </Progress.Root>
  )
}
