import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'

/** Stands in for a screen that broke, or whose code could not be fetched. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <EmptyState
      icon={<RotateCw />}
      title={<h1>This page did not work</h1>}
      action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    >
      <p>It could not be loaded, or something in it broke. Nothing you saved is lost. Reload it to try again.</p>
    </EmptyState>
  )
}
