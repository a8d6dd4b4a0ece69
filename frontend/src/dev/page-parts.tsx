import { Settings, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAppDispatch } from '../app/hooks.ts'
import { errorToast, successToast } from '../app/toasts.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadFailed } from '../components/load-failed.tsx'
import { Menu, MenuItem } from '../components/menu.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { Reveal } from '../components/reveal.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Spinner } from '../components/spinner.tsx'
import { Tooltip } from '../components/tooltip.tsx'
import { UnsavedChanges } from '../components/unsaved-changes.tsx'
import styles from './components-page.module.css'
import { nothing, Part } from './part.tsx'

export function Overlays() {
  const dispatch = useAppDispatch()
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <Part title="What opens over the page">
      <div className={styles.row}>
        <Menu head={<strong>Whose menu it is</strong>} trigger={<Button variant="secondary">Menu</Button>}>
          <MenuItem>
            <Settings aria-hidden /> Settings
          </MenuItem>
          <MenuItem tone="danger">
            <Trash2 aria-hidden /> Delete
          </MenuItem>
        </Menu>
        <Tooltip text="A few words">
          <Button variant="secondary">Tooltip</Button>
        </Tooltip>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Are you sure?
        </Button>
        <Button variant="secondary" onClick={() => dispatch(successToast('It is saved.'))}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => dispatch(errorToast('It could not be saved.'))}>
          Error
        </Button>
      </div>
      <Dialog isOpen={open === 'dialog'} onClose={close} title="A dialog" description="It keeps the focus.">
        <DialogActions>
          <Button onClick={close}>Done</Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog isOpen={open === 'confirm'} onClose={close} action="Delete" onConfirm={close}>
        It is gone for good.
      </ConfirmDialog>
    </Part>
  )
}

export function States() {
  return (
    <Part title="Loading, empty, failed">
      <Skeleton width="60%" />
      <Skeleton height="4rem" />
      <div className={styles.row}>
        <Spinner label="Loading" />
      </div>
      <ProgressBar label="Half of it" share={0.5} />
      <ProgressBar label="Nobody knows how much" share={null} />
      <EmptyState icon={<Sparkles />} title="Nothing here yet" action={<Button>Make one</Button>}>
        What is missing, and what to do about it.
      </EmptyState>
      <LoadFailed error="The server took too long to answer." onRetry={nothing} />
    </Part>
  )
}

/** What belongs to the whole page: the skip link is there at the first press of Tab, the loading bar while a screen is fetched. */
export function WholePage() {
  const [isChanged, setChanged] = useState(false)
  return (
    <Part title="The whole page">
      <div className={styles.row}>
        <Button variant="secondary" onClick={loseConnection}>
          Offline for five seconds
        </Button>
        <Button variant="secondary" aria-pressed={isChanged} onClick={() => setChanged(!isChanged)}>
          {isChanged ? 'Changes are not saved' : 'Change something'}
        </Button>
        <Link to="/about">Leave</Link>
      </div>
      <UnsavedChanges exist={isChanged} />
      <Reveal>
        <p>This fades in when it is scrolled into view.</p>
      </Reveal>
    </Part>
  )
}

function loseConnection() {
  const tell = (isOnline: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }
  tell(false)
  setTimeout(() => tell(true), 5000)
}
