import { Button } from './button.tsx'
import styles from './load-more.module.css'

type Props = { hasMore: boolean; isLoading: boolean; onLoad: () => void }

/** Ends a list that may go on. */
export function LoadMore({ hasMore, isLoading, onLoad }: Props) {
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button variant="secondary" isBusy={isLoading} onClick={onLoad}>
        Load more
      </Button>
    </div>
  )
}
