import { ChevronDown, LogOut, Settings, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { useLogoutMutation } from '../../api/account.ts'
import { Button } from '../../components/button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { useReader } from '../reader.ts'
import { hasScreen } from './sidebar.tsx'

export function AccountMenu() {
  const [logout] = useLogoutMutation()
  const { name, email } = useReader()
  const leave = async () => {
    const { data } = await logout()
    // A page of its own, since nothing of the signed-in one may stay.
    if (data) window.location.assign(data.url)
  }
  return (
    <Menu
      head={
        <>
          <strong>{name}</strong>
          <span>{email}</span>
        </>
      }
      trigger={
        <Button variant="ghost">
          <UserRound aria-hidden /> Account <ChevronDown aria-hidden />
        </Button>
      }
    >
      {hasScreen('/settings') && (
        <MenuItem asChild>
          <Link to="/settings">
            <Settings aria-hidden /> Settings
          </Link>
        </MenuItem>
      )}
      <MenuItem onSelect={leave}>
        <LogOut aria-hidden /> Logout
      </MenuItem>
    </Menu>
  )
}
