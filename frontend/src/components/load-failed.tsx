import { messageOf } from '@lectern/conversation'
import { CloudAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Stands where something should be that could not be loaded. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      icon={<CloudAlert />}
      title="This could not be loaded"
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error)}
    </EmptyState>
  )
}
