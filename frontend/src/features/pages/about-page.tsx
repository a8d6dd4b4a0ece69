import styles from './prose.module.css'

/** Who stands behind a chat, for visitors who want to know; linked from each public chat. */
export function AboutPage() {
  return (
    <article className={styles.prose}>
      <h1>About Lectern</h1>
      <p>
        Lectern turns documents into chat assistants. An organization uploads what it has written, and whoever asks gets
        an answer from it, with the file, the page and the exact words it relies on. Where the documents do not tell,
        the assistant says so.
      </p>
      <h2 id="privacy">Privacy</h2>
      <ul>
        <li>Questions and answers of a chat are kept for the organization that provides it, which can read them.</li>
        <li>A visitor of a public chat needs no account, and gets no cookie before asking.</li>
        <li>A signed-in person gets one cookie, for the session. There is no tracking and no advertising.</li>
        <li>Documents belong to the organization that uploaded them. Deleting one deletes what was read from it.</li>
      </ul>
      <h2 id="terms">Terms</h2>
      <ul>
        <li>The organization named on a chat is responsible for its documents and for what the chat is used for.</li>
        <li>Upload only documents you may share with the people who can ask the chat.</li>
        <li>Check an answer against its source before you rely on it. The source is one click away.</li>
      </ul>
    </article>
  )
}
