import { Plus, Settings, Sparkles, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAppDispatch } from '../app/hooks.ts'
import { errorToast, successToast } from '../app/toasts.ts'
import { Badge } from '../components/badge.tsx'
import { Button, IconButton } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { ColorInput } from '../components/color-input.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Field } from '../components/field.tsx'
import { ImageInput, useImageChoice } from '../components/image-input.tsx'
import { Input } from '../components/input.tsx'
import { LoadFailed } from '../components/load-failed.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { Logo } from '../components/logo.tsx'
import { Menu, MenuItem } from '../components/menu.tsx'
import { Note } from '../components/note.tsx'
import { PageHead } from '../components/page-head.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { Select } from '../components/select.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Spinner } from '../components/spinner.tsx'
import { Table } from '../components/table.tsx'
import { TabPanel, Tabs } from '../components/tabs.tsx'
import { Textarea } from '../components/textarea.tsx'
import { ThemeToggle } from '../components/theme-toggle.tsx'
import { Time } from '../components/time.tsx'
import { Tooltip } from '../components/tooltip.tsx'
import styles from './components-page.module.css'

const nothing = () => {}
const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const
const variants = ['primary', 'secondary', 'ghost', 'danger'] as const
const options = [
  { value: 'a', label: 'The first' },
  { value: 'b', label: 'The second, whose name is longer than the field is wide' },
]
const rows = [
  { id: 1, name: 'Ada', note: 'Admin' },
  { id: 2, name: 'Charles', note: 'User' },
]
const columns = [
  { head: 'Name', cell: ({ name }: { name: string }) => name },
  { head: 'Note', isDetail: true, cell: ({ note }: { note: string }) => note },
]

/** Every component in all its states, for developers: `npx vite` in frontend, then /components. No production build has it. */
export function ComponentsPage() {
  return (
    <div className={styles.page}>
      <PageHead title="Components" badge={<Badge>for developers</Badge>}>
        <ThemeToggle />
      </PageHead>
      <Buttons />
      <Words />
      <Fields />
      <Surfaces />
      <Overlays />
      <States />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className={styles.part}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

function Buttons() {
  return (
    <Part title="Buttons">
      {variants.map((variant) => (
        <div key={variant} className={styles.row}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="sm">
            small
          </Button>
          <Button variant={variant} size="lg">
            <Plus aria-hidden /> large
          </Button>
          <Button variant={variant} isBusy>
            busy
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <IconButton variant={variant} label={`Settings, ${variant}`}>
            <Settings />
          </IconButton>
        </div>
      ))}
    </Part>
  )
}

function Words() {
  return (
    <Part title="Badges, times, notes">
      <div className={styles.row}>
        <Logo />
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Time value="2026-01-31T12:00:00Z" />
      </div>
      <Note icon={<Sparkles aria-hidden />} action={<Button size="sm">Do it</Button>}>
        Something to know, with something to do about it.
      </Note>
    </Part>
  )
}

function Fields() {
  const [color, setColor] = useState('#0f6a5c')
  const [chosen, setChosen] = useState('')
  const picture = useImageChoice(null)
  return (
    <Part title="Fields">
      <div className={styles.fields}>
        <Field label="Text" hint="What it is for.">
          <Input placeholder="A placeholder" />
        </Field>
        <Field label="Wrong" hint="What it is for." error="Please fill this in.">
          <Input />
        </Field>
        <Field label="Disabled">
          <Input disabled value="Not to be changed" />
        </Field>
        <Field label="Long text">
          <Textarea defaultValue="It grows with what is in it." />
        </Field>
        <Field label="Choice">
          <Select options={options} value={chosen} onChange={setChosen} placeholder="Choose one" />
        </Field>
        <Field label="Disabled choice">
          <Select options={options} value="a" onChange={nothing} isDisabled />
        </Field>
        <Field label="Color">
          <ColorInput value={color} onChange={setColor} />
        </Field>
        <Field label="Picture" error={picture.problem}>
          <ImageInput choice={picture} />
        </Field>
      </div>
    </Part>
  )
}

function Surfaces() {
  const [tab, setTab] = useState('one')
  return (
    <Part title="Tabs and tables">
      <Tabs
        label="Example"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'One', icon: <Settings aria-hidden /> },
          { value: 'two', label: 'Two' },
        ]}
      >
        <TabPanel value="one">
          <Table label="People" columns={columns} rows={rows} />
        </TabPanel>
        <TabPanel value="two">The other panel.</TabPanel>
      </Tabs>
      <LoadMore hasMore isLoading={false} onLoad={nothing} />
      <LoadMore hasMore isLoading onLoad={nothing} />
    </Part>
  )
}

function Overlays() {
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

function States() {
  return (
    <Part title="Loading, empty, failed">
      <Skeleton width="60%" />
      <Skeleton height="4rem" />
      <div className={styles.row}>
        <Spinner label="Loading" />
      </div>
      <ProgressBar label="Half of it" share={0.5} />
      <EmptyState icon={<Sparkles />} title="Nothing here yet" action={<Button>Make one</Button>}>
        What is missing, and what to do about it.
      </EmptyState>
      <LoadFailed error={new Error('The network was away.')} onRetry={nothing} />
    </Part>
  )
}
