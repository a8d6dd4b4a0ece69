import type { LoginSession } from '@lectern/contracts'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useRevokeSessionMutation, useSessionsQuery } from '../../api/settings.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { deviceOf } from './device-of.ts'
import styles from './settings-page.module.css'

/** Where the reader is logged in; each place but this one can be logged out. */
export function Sessions() {
  const dispatch = useAppDispatch()
  const { data: sessions, error, refetch } = useSessionsQuery()
  const [revoke, { isLoading }] = useRevokeSessionMutation()
  const [leaving, setLeaving] = useState<LoginSession | null>(null)
  const confirm = async () => {
    if (!leaving) return
    const { data } = await revoke(leaving.id)
    if (data) dispatch(successToast(data.message))
    setLeaving(null)
  }
  return (
    <Card className={styles.sessions} aria-busy={!sessions && !error}>
      <div>
        <h2>Where you are logged in</h2>
        <p className={styles.note}>Log out what you do not know, and change your password then.</p>
      </div>
      {!sessions && error && <LoadFailed error={error} onRetry={refetch} />}
      {!sessions && !error && <Skeleton height="6rem" />}
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onLogOut={() => setLeaving(session)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        action="Log out"
        isBusy={isLoading}
        onConfirm={confirm}
      >
        {leaving && deviceOf(leaving.agent).name} has to log in again with your password.
      </ConfirmDialog>
    </Card>
  )
}

function SessionRow({ session, onLogOut }: { session: LoginSession; onLogOut: () => void }) {
  const { name, isMobile } = deviceOf(session.agent)
  const Icon = isMobile ? Smartphone : Monitor
  return (
    <li className={styles.session}>
      <Icon aria-hidden />
      <div className={styles.about}>
        <p className={styles.device}>
          {name}
          {session.is_current && <Badge tone="accent">This device</Badge>}
        </p>
        <p className={styles.note}>
          Since <Time value={session.created_at} />
        </p>
      </div>
      {!session.is_current && (
        <Button variant="secondary" size="sm" onClick={onLogOut}>
          Log out
        </Button>
      )}
    </li>
  )
}
