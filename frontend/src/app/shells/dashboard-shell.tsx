import { Menu as MenuIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { organizationApi } from '../../api/organization.ts'
import { IconButton } from '../../components/button.tsx'
import { mainId, SkipLink } from '../../components/skip-link.tsx'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import { VerifyBanner } from '../../features/account/verify-banner.tsx'
import { PaymentBanner } from '../../features/plans/payment-banner.tsx'
import { page } from '../page.ts'
import { AccountMenu } from './account-menu.tsx'
import styles from './dashboard-shell.module.css'
import { Sidebar, sidebarId } from './sidebar.tsx'
import { useMediaQuery } from './use-media-query.ts'

/** The signed-in screens: sidebar, top bar, content. On small screens the sidebar lies over the page when it is asked for. */
export function DashboardShell() {
  const isSmall = useMediaQuery('(max-width: 1023px)')
  const [isActive, setActive] = useState(false)
  const isOver = isSmall && isActive
  const menuButton = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const { useQueryState, useQuerySubscription } = organizationApi.endpoints.organization
  // Newer than the page metadata once it was read or saved.
  const { data: organization = page.user?.organization } = useQueryState()
  // That of a new account is there a moment after the account.
  const isAwaited = page.user !== null && page.user.organization === null
  useQuerySubscription(undefined, { skip: !isAwaited, pollingInterval: organization ? 0 : 1000 })

  const close = () => {
    setActive(false)
    if (isOver) requestAnimationFrame(() => menuButton.current?.focus())
  }

  useEffect(() => {
    if (!isOver) return
    document.querySelector<HTMLElement>(`#${sidebarId} a`)?.focus()
  }, [isOver])

  return (
    <div className={styles.shell}>
      <SkipLink />
      <Sidebar isShown={!isSmall || isActive} pathname={pathname} onClose={close} />
      {isOver && <div className={styles.overlay} onClick={close} aria-hidden />}
      <div className={styles.page} inert={isOver}>
        <header className={styles.topbar}>
          <IconButton
            ref={menuButton}
            label="Menu"
            className={styles.menuButton}
            aria-expanded={isActive}
            aria-controls={sidebarId}
            onClick={() => setActive(!isActive)}
          >
            <MenuIcon />
          </IconButton>
          <p className={styles.title}>{organization?.name ?? 'Lectern'}</p>
          <ThemeToggle />
          <AccountMenu />
        </header>
        <main id={mainId} tabIndex={-1} className={styles.main}>
          <PaymentBanner />
          <VerifyBanner />
          <Outlet />
        </main>
      </div>
    </div>
  )
}
