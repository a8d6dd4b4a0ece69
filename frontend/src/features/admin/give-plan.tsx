import type { AdminSubscription } from '@lectern/contracts'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { useGivePlanMutation } from '../../api/payments.ts'
import { usePlansQuery } from '../../api/plans.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { successToast } from '../../app/toasts.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import styles from './give-plan.module.css'

type Props = { organizationId: number; name: string; given?: AdminSubscription['given'] }

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

function GiveForm({ organizationId, given, onClose }: Props & { onClose: () => void }) {
  const dispatch = useAppDispatch()
  const { data } = usePlansQuery()
  const [give, { isLoading }] = useGivePlanMutation()
  const [plan, setPlan] = useState(String(given?.plan_id ?? ''))
  const [enterprise, setEnterprise] = useState(given?.enterprise ?? false)
  const plans = (data?.plans ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

  const submit = async () => {
    const { data: answer } = await give({
      organization_id: organizationId,
      plan_id: plan === '' ? null : Number(plan),
      enterprise,
    })
    if (!answer) return
    dispatch(successToast(answer.message))
    onClose()
  }

  return (
    <div className={styles.form}>
      <Field label="Plan">
        <Select options={[{ value: '', label: 'What it pays for' }, ...plans]} value={plan} onChange={setPlan} />
      </Field>
      <label className={styles.check}>
        <input type="checkbox" checked={enterprise} onChange={({ target }) => setEnterprise(target.checked)} />
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
