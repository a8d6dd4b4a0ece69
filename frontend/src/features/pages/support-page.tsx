import { Link } from 'react-router'
import { page } from '../../app/page.ts'
import styles from './prose.module.css'

/** Help for visitors of public chats and for those who want to run one. */
export function SupportPage() {
  return (
    <article className={styles.prose}>
      <h1>Support</h1>
      <h2>You asked a chat</h2>
      <p>
        The organization named on the chat wrote the documents it answers from, and can see what was asked. Turn to it
        when an answer is wrong or missing.
      </p>
      <ul>
        <li>Use the words that the document is likely to use, and ask one thing at a time.</li>
        <li>Open the sources under an answer to read the exact words and where they stand.</li>
        <li>“The documents of this chat do not tell.” means that no passage supports an answer.</li>
      </ul>
      <h2>You run a chat</h2>
      <ul>
        <li>Processing: the documents are being read. You can follow it page by page under Knowledge.</li>
        <li>Failed: the reason stands beside the file, with what you can do about it.</li>
        <li>Chats Remaining counts the answers left this month; a failed answer is not counted.</li>
      </ul>
      {!page.loggedIn && (
        <p>
          <Link to="/login">Login</Link> to see your chats, or <Link to="/signup">create an account</Link>.
        </p>
      )}
    </article>
  )
}
