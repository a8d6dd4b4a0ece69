import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import styles from './first-steps.module.css'

const steps = [
  { title: 'Create', text: 'Make a chat and give it a name.' },
  { title: 'Upload', text: 'Drop in the documents it should answer from.' },
  { title: 'Try', text: 'Ask it in the Playground and check its sources.' },
  { title: 'Publish', text: 'Share its link, or put it on your website.' },
]

/** The way from nothing to a chat that answers. */
export function FirstSteps({ name }: { name?: string }) {
  return (
    <Card className={styles.card}>
      <div>
        <h2>{name ? `Welcome, ${name}` : 'Welcome'}</h2>
        <p className={styles.intro}>Four steps to a chat that answers from your documents.</p>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Button asChild>
        <Link to="/chats" className={styles.start}>
          Create your first chat <ArrowRight aria-hidden />
        </Link>
      </Button>
    </Card>
  )
}
