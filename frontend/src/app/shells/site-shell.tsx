import { Link, Outlet } from 'react-router'
import { Button } from '../../components/button.tsx'
import { Logo } from '../../components/logo.tsx'
import { mainId, SkipLink } from '../../components/skip-link.tsx'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import { page } from '../page.ts'
import { SiteFooter } from './site-footer.tsx'
import styles from './site-shell.module.css'

export const anchors = [
  { to: '/#home', label: 'Home' },
  { to: '/#features', label: 'Features' },
  { to: '/#about', label: 'About' },
  { to: '/#pricing', label: 'Pricing' },
]

/** The public pages: navigation above, footer below. */
export function SiteShell() {
  return (
    <div className={styles.shell}>
      <SkipLink />
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.brand} aria-label="Lectern, home" reloadDocument={page.loggedIn}>
            <Logo />
          </Link>
          <nav className={styles.anchors} aria-label="Main">
            {anchors.map(({ to, label }) => (
              <Link key={to} to={to} reloadDocument={page.loggedIn}>
                {label}
              </Link>
            ))}
          </nav>
          <div className={styles.actions}>
            <ThemeToggle />
            {page.loggedIn ? (
              <Button asChild>
                <a href="/">Dashboard</a>
              </Button>
            ) : (
              <>
                <Button asChild variant="ghost">
                  <Link to="/login">Login</Link>
                </Button>
                <Button asChild>
                  <Link to="/signup">Sign Up</Link>
                </Button>
              </>
            )}
          </div>
        </div>
      </header>
      <main id={mainId} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}
