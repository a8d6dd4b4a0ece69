import { limits, sizeFormat } from '@lectern/contracts'
import {
  CircleAlert,
  FileText,
  LifeBuoy,
  type LucideIcon,
  MessageSquareQuote,
  Rocket,
  Share2,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Topic = { id: string; title: string; icon: LucideIcon; text: ReactNode }

/** What the help tells, in the order in which people need it. */
export const helpTopics: Topic[] = [
  {
    id: 'first-steps',
    title: 'First steps',
    icon: Rocket,
    text: (
      <ol>
        <li>
          <strong>Create.</strong> Open <Link to="/chats">Chats</Link>, press Create Chat and give it a name. Visitors
          see the name, so choose what the chat is about.
        </li>
        <li>
          <strong>Upload.</strong> Under Knowledge, press Add Documents and drop in what the chat should answer from.
          You can follow page by page how they are read. The chat is Ready when all are.
        </li>
        <li>
          <strong>Try.</strong> Ask it in the <Link to="/chat">Playground</Link>. Below each answer stand its sources:
          the file, the page and the exact words.
        </li>
        <li>
          <strong>Publish.</strong> Under Scripts, copy the link and send it to those who should ask.
        </li>
      </ol>
    ),
  },
  {
    id: 'documents',
    title: 'Kinds of documents',
    icon: FileText,
    text: (
      <>
        <ul>
          <li>
            <strong>Documents:</strong> PDF, Word (docx and doc), PowerPoint (pptx), TeX.
          </li>
          <li>
            <strong>Text:</strong> plain text, Markdown, HTML, CSV, JSON.
          </li>
          <li>
            <strong>Program code:</strong> C, C++, C#, CSS, Go, Java, JavaScript, PHP, Python, Ruby, shell, TypeScript.
          </li>
        </ul>
        <p>
          A file may have up to {sizeFormat(limits.uploadBytes).replace('.00', '')}, and a chat up to{' '}
          {limits.filesPerChat.toLocaleString('en-US')} files. Several small documents on one subject each answer better
          than one large collection. Headings help: an answer names the place it comes from.
        </p>
      </>
    ),
  },
  {
    id: 'failed-files',
    title: 'When a file fails',
    icon: CircleAlert,
    text: (
      <>
        <p>
          The reason stands below the name of the file, under Knowledge. Delete the file there and upload the mended
          one. The other files of the chat are not affected.
        </p>
        <dl>
          <div>
            <dt>It has a password</dt>
            <dd>Open it, save a copy without the password and upload the copy.</dd>
          </div>
          <div>
            <dt>It holds pictures of pages and no text</dt>
            <dd>It was scanned. Run text recognition (OCR) on it, or upload the document it was printed from.</dd>
          </div>
          <div>
            <dt>It is damaged</dt>
            <dd>Open it on your computer, save it again and upload the new copy.</dd>
          </div>
          <div>
            <dt>There is no text in it</dt>
            <dd>Check that it is the right file, and that it was saved with its content.</dd>
          </div>
          <div>
            <dt>It is too large, or reading it took too long</dt>
            <dd>Split it into parts, for instance one for each chapter, and upload these.</dd>
          </div>
          <div>
            <dt>It is not a document type</dt>
            <dd>What counts is what is inside, not the name. Save it as PDF and upload that.</dd>
          </div>
        </dl>
      </>
    ),
  },
  {
    id: 'answers',
    title: 'Better answers',
    icon: MessageSquareQuote,
    text: (
      <ul>
        <li>
          “The documents of this chat do not tell.” means that no passage supports an answer. Add a document that does,
          or ask in the words that the document uses.
        </li>
        <li>
          Under Prompt you say who the chat is and how it speaks, and give up to four helper questions that visitors can
          start with.
        </li>
        <li>
          Under Configure, the system prompt holds rules for one chat. The global guardrails of your organization hold
          for all of them.
        </li>
        <li>
          <Link to="/chat-logs">Chat Logs</Link> show what was asked and answered. They tell best which document is
          missing.
        </li>
        <li>
          Chats Remaining counts the answers left this month. An answer that failed is not counted.{' '}
          <Link to="/plans">Plans</Link> with more answers can be chosen at any time.
        </li>
      </ul>
    ),
  },
  {
    id: 'publishing',
    title: 'Publishing',
    icon: Share2,
    text: (
      <>
        <p>All of it is under Scripts of a chat. Whoever comes that way can ask without an account.</p>
        <dl>
          <div>
            <dt>Direct Link</dt>
            <dd>A page of its own, with your logo and color. Send it, or link to it.</dd>
          </div>
          <div>
            <dt>Pop-up Embed and Html Embed</dt>
            <dd>
              A few lines to copy into the source of your own pages: a button that opens the chat, or the chat in its
              place within the page.
            </dd>
          </div>
        </dl>
        <p>Logo, name and color come from your organization. Own ones for each chat come with the enterprise plan.</p>
      </>
    ),
  },
  {
    id: 'people',
    title: 'Working together',
    icon: UsersRound,
    text: (
      <ul>
        <li>
          Admins invite others under Users. An invitation is open for {limits.inviteDays} days, for the address it was
          sent to, and can be withdrawn until it is accepted.
        </li>
        <li>
          Users work with chats, documents and chat logs. Admins also manage the organization, its users and its logs.
        </li>
        <li>
          Under <Link to="/settings">Settings</Link> you change your name and password, and see where you are logged in.
        </li>
      </ul>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    icon: LifeBuoy,
    text: (
      <>
        <p>
          Ask an admin of your organization first: they see all chats and the logs. For anything else, answer to any
          mail you got from Lectern; it reaches those who run it.
        </p>
        <p>
          Tell what you did, what you expected and what the message said, word by word, and when it was. Never send a
          password. The <Link to="/support">Support</Link> page is for those who ask your chats.
        </p>
      </>
    ),
  },
]
