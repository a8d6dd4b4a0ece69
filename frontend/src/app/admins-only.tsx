import { errors, userTypes } from '@lectern/contracts'
import { LockKeyhole } from 'lucide-react'
import { Link, Outlet } from 'react-router'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { page } from './page.ts'

/** Around screens of admins: whoever else comes by their address is told so. */
export function AdminsOnly() {
  if (page.user && page.user.type_id >= userTypes.admin) return <Outlet />
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={<h1>This screen is for admins</h1>}
      action={
        <Button asChild>
          <Link to="/">Go to the dashboard</Link>
        </Button>
      }
    >
      {errors.forbidden.message}
    </EmptyState>
  )
}
