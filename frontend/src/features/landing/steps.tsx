import configureDark from './pictures/configure-dark.webp'
import configureLight from './pictures/configure-light.webp'
import knowledgeDark from './pictures/knowledge-dark.webp'
import knowledgeLight from './pictures/knowledge-light.webp'
import publicDark from './pictures/public-chat-dark.webp'
import publicLight from './pictures/public-chat-light.webp'
import { Shot } from './shot.tsx'
import styles from './steps.module.css'

const steps = [
  {
    title: 'Drop in your files',
    text: 'Handbooks, price lists, tables, whole websites. Watch them being read page by page.',
    light: knowledgeLight,
    dark: knowledgeDark,
    alt: 'The documents of a chat, each with its size and date',
  },
  {
    title: 'Make it yours',
    text: 'A name, a voice, your colors, four questions to start with. You see at once how it comes out.',
    light: configureLight,
    dark: configureDark,
    alt: 'The settings of a chat with a live preview beside them',
  },
  {
    title: 'Share a link, or two lines of code',
    text: 'A page of its own, a button in the corner of your site, or a chat in the middle of a page.',
    light: publicLight,
    dark: publicDark,
    alt: 'A public chat with its name, its color and questions to start with',
  },
]

/** The way from files to a published chat, in pictures of the running product. */
export function Steps() {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text, ...shot }, index) => (
        <li key={title}>
          <Shot {...shot} />
          <h3>
            <span aria-hidden>{index + 1}</span>
            {title}
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
