import { Clock, Globe, LibraryBig, Wand } from 'lucide-react'
import { Card } from '../../components/card.tsx'
import styles from './features.module.css'

const features = [
  {
    Icon: Wand,
    title: 'Easy setup',
    text: 'Name a chat, drop in your files, share the link. There is nothing to install and nothing to program.',
  },
  {
    Icon: LibraryBig,
    title: 'Customizable knowledge base',
    text: 'PDF, Word, web pages, tables and more. Decide what each chat knows, how it speaks and what it must never do.',
  },
  {
    Icon: Globe,
    title: 'Website integration',
    text: 'Publish a chat under a link of its own or inside a page of your website, in colors that fit.',
  },
  {
    Icon: Clock,
    title: '24/7 support',
    text: 'Your visitors are answered at any hour. What you wrote once helps everyone who asks again.',
  },
]

export function Features() {
  return (
    <ul className={styles.features}>
      {features.map(({ Icon, title, text }) => (
        <li key={title}>
          <Card className={styles.feature}>
            <span className={styles.icon}>
              <Icon aria-hidden />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
