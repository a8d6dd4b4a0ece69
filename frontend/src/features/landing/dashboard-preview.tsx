import styles from './preview.module.css'

const numbers = [
  { label: 'Chats Remaining', value: '1,204/2,000' },
  { label: 'Chat Logs', value: '318' },
  { label: 'Documents', value: '46' },
]

/** A picture of the dashboard's numbers and its line of daily chats. */
export function DashboardPreview() {
  return (
    <div className={styles.board} role="img" aria-label="A dashboard with its numbers and a chart of daily chats">
      <div className={styles.numbers}>
        {numbers.map(({ label, value }) => (
          <div key={label}>
            <span>{label}</span>
            <strong>{value}</strong>
          </div>
        ))}
      </div>
      <div className={styles.daily}>
        <span>Daily Chats</span>
        <svg viewBox="0 0 320 110" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.area} d="M0 92 40 78 80 84 120 52 160 60 200 34 240 44 280 20 320 26V110H0Z" />
          <path className={styles.line} d="M0 92 40 78 80 84 120 52 160 60 200 34 240 44 280 20 320 26" />
        </svg>
      </div>
    </div>
  )
}
