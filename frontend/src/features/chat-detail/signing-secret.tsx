import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useRotateSigningSecretMutation, useSigningSecretQuery } from '../../api/visitors.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './scripts-tab.module.css'

const hidden = '•'.repeat(43)

/** What an organization's own server signs visitors' names with, and checks webhooks by. */
export function SigningSecret() {
  const dispatch = useAppDispatch()
  const { data } = useSigningSecretQuery()
  const [rotate, { isLoading }] = useRotateSigningSecretMutation()
  const [isShown, setIsShown] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const secret = data?.secret ?? ''
  const confirm = async () => {
    const { data: made } = await rotate()
    if (made) dispatch(successToast('The new secret holds from now on.'))
    setIsAsking(false)
  }
  return (
    <Card className={styles.card}>
      <header>
        <h2 className={styles.title}>Identify visitors</h2>
        <p className={styles.about}>
          Your site can tell who is asking: your server signs a token with this secret, and your page passes it on by{' '}
          <code>Lectern('identify', token)</code>. Transcripts and messages then show the name. Webhooks are signed with
          it too. It is one for your whole organization; keep it on your server.
        </p>
      </header>
      <div className={styles.row}>
        <div className={styles.grow}>
          <Field label="Signing Secret">
            <Input readOnly className={styles.mono} value={isShown ? secret : hidden} />
          </Field>
        </div>
        <Button variant="secondary" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <CopyButton text={secret} what="the signing secret" />
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          <RefreshCw aria-hidden /> Renew
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action="Renew"
        isBusy={isLoading}
        onConfirm={confirm}
      >
        Tokens that were signed with the secret so far stop working at once, and your server needs the new one.
      </ConfirmDialog>
    </Card>
  )
}
