import { ArrowUp } from 'lucide-react'
import styles from './preview.module.css'

/** A picture of a published chat with its helper questions. */
export function EmbedPreview() {
  return (
    <div className={styles.published} role="img" aria-label="A published chat with three helper questions">
      <div className={styles.panel}>
        <span className={styles.portrait}>H</span>
        <strong>Harbor Museum</strong>
        <span>Visitor guide</span>
      </div>
      <div className={styles.talk}>
        <p className={styles.bubble}>Hi, how can I help you today?</p>
        <div className={styles.helpers}>
          <span>When are you open?</span>
          <span>Is there a family ticket?</span>
          <span>Where can I park?</span>
        </div>
        <div className={styles.ask}>
          Ask me anything..
          <b>
            <ArrowUp />
          </b>
        </div>
      </div>
    </div>
  )
}
