import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** While there are unsaved changes, leaving the screen asks first. */
export function UnsavedChanges({ exist }: { exist: boolean }) {
  const blocker = useBlocker(exist)
  useEffect(() => {
    if (!exist) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [exist])
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      action="Leave"
      onConfirm={() => blocker.proceed?.()}
    >
      Your changes are not saved yet. They are lost when you leave.
    </ConfirmDialog>
  )
}
