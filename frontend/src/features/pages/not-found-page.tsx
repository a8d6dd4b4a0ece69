import { Compass } from 'lucide-react'
import { page } from '../../app/page.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'

export function NotFoundPage() {
  return (
    <EmptyState
      icon={<Compass />}
      title={<h1>There is no page here</h1>}
      action={
        <Button asChild>
          <a href="/">{page.loggedIn ? 'Go to the dashboard' : 'Go to the home page'}</a>
        </Button>
      }
    >
      <p>The address may have a typing mistake, or the page was moved or deleted.</p>
    </EmptyState>
  )
}
