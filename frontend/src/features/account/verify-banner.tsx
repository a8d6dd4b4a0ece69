import { MailWarning } from 'lucide-react'
import { page } from '../../app/page.ts'
import { Note } from '../../components/note.tsx'
import { SendVerification } from './send-verification.tsx'
import styles from './verify-banner.module.css'

/** Reminds whoever has not opened the link of the verification mail yet. */
export function VerifyBanner() {
  if (page.verified) return null
  return (
    <div className={styles.banner}>
      <Note icon={<MailWarning aria-hidden />} action={<SendVerification />}>
        Please verify your email address: open the link in the mail we sent to {page.user?.email ?? 'you'}.
      </Note>
    </div>
  )
}
