import type { Member } from '@lectern/contracts'
import { useRemoveUserMutation } from '../../api/users.ts'
import { RemoveRow } from '../../components/remove-row.tsx'

/** Withdraws an invitation, or removes a member. */
export function RemoveUser({ member: { id, email, is_used } }: { member: Member }) {
  const [remove, { isLoading }] = useRemoveUserMutation()
  return (
    <RemoveRow label={`Remove ${email}`} isBusy={isLoading} onRemove={() => remove(id)}>
      {is_used
        ? `${email} is removed from your organization, and the account with it.`
        : `The invitation of ${email} is withdrawn. Its link stops working.`}
    </RemoveRow>
  )
}
