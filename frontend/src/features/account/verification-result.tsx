import { Link, useSearchParams } from 'react-router'
import { page } from '../../app/page.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { SendVerification } from './send-verification.tsx'

/** What the link of the verification mail led to; the address says whether it was right. */
export function VerificationResult() {
  const [query, setQuery] = useSearchParams()
  const isRight = query.get('verified') === '1'
  const close = () => {
    query.delete('verified')
    setQuery(query, { replace: true })
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      title={isRight ? 'Your email address is verified' : 'This link does not work any more'}
      description={isRight ? right() : wrong()}
    >
      <DialogActions>
        {!isRight && page.loggedIn && !page.verified && <SendVerification />}
        {page.loggedIn ? (
          <Button onClick={close}>Go to the dashboard</Button>
        ) : (
          <Button asChild>
            <Link to="/login">Login</Link>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const right = () =>
  page.loggedIn ? 'Thank you. You can invite others to your organization now.' : 'Thank you. Log in to go on.'

function wrong() {
  if (!page.loggedIn) return 'It may be incomplete, or a newer mail was sent since. Log in to have a new one sent.'
  if (page.verified) return 'Your address is verified already, so there is nothing left to do.'
  return 'It may be incomplete, or a newer mail was sent since. Have a new one sent and open its link.'
}
