import { Link } from 'react-router'
import { Card } from '../../components/card.tsx'
import { PageHead } from '../../components/page-head.tsx'
import styles from './help-page.module.css'
import { helpTopics } from './help-topics.tsx'

/** How to do what people come for, and what to do when it does not work. */
export function HelpPage() {
  return (
    <>
      <PageHead title="Help & Support" />
      <div className={styles.page}>
        <nav className={styles.topics} aria-label="Topics">
          <ul>
            {helpTopics.map(({ id, title, icon: Icon }) => (
              <li key={id}>
                <Link to={`#${id}`}>
                  <Icon aria-hidden /> {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.answers}>
          {helpTopics.map(({ id, title, text }) => (
            <Card key={id}>
              <section id={id} aria-labelledby={`${id}-title`} className={styles.topic}>
                <h2 id={`${id}-title`}>{title}</h2>
                {text}
              </section>
            </Card>
          ))}
        </div>
      </div>
    </>
  )
}
