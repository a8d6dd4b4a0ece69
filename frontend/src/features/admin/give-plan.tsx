import type { AdminSubscription } from '@lectern/contracts'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { useAdminSubscriptionQuery, useGivePlanMutation } from '../../api/payments.ts'
import { usePlansQuery } from '../../api/plans.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './give-plan.module.css'

type Props = { organizationId: number; name: string }
type Given = NonNullable<AdminSubscription['given']>

const nothing: Given = { plan_id: null, enterprise: false }

/** The button by which a root user gives an organization a plan by hand, or takes it back. */
export function GivePlan(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton label={`Give ${props.name} a plan`} size="sm" onClick={() => setOpen(true)}>
        <Gift />
      </IconButton>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Give a Plan"
        description={`${props.name} has what you choose here, whatever it pays. It stands in the audit log.`}
      >
        <GiveForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

/** Begins with what was given before, so that nothing is taken back unseen. */
function GiveForm({ organizationId, onClose }: Props & { onClose: () => void }) {
  const { data, error, refetch } = useAdminSubscriptionQuery(organizationId, { refetchOnMountOrArgChange: true })
  const { data: catalogue } = usePlansQuery()
  const dispatch = useAppDispatch()
  const [give, { isLoading }] = useGivePlanMutation()
  const [changed, setChanged] = useState<Partial<Given>>({})
  const { plan_id, enterprise }: Given = { ...nothing, ...data?.given, ...changed }
  const plans = (catalogue?.plans ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

  const submit = async () => {
    const { data: answer } = await give({ organization_id: organizationId, plan_id, enterprise })
    if (!answer) return
    dispatch(successToast(answer.message))
    onClose()
  }

  if (!data && error) return <LoadFailed error={error} onRetry={refetch} />
  if (!data) return <Skeleton height="10rem" />
  return (
    <div className={styles.form}>
      <Field label="Plan">
        <Select
          options={[{ value: '', label: 'What it pays for' }, ...plans]}
          value={plan_id === null ? '' : String(plan_id)}
          onChange={(value) => setChanged({ ...changed, plan_id: value === '' ? null : Number(value) })}
        />
      </Field>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={enterprise}
          onChange={({ target }) => setChanged({ ...changed, enterprise: target.checked })}
        />
        Also what is for enterprises: title, logo and colors of each chat
      </label>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button isBusy={isLoading} onClick={submit}>
          Save
        </Button>
      </DialogActions>
    </div>
  )
}
