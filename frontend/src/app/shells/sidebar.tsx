import {
  Building2,
  CircleHelp,
  CreditCard,
  FlaskConical,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { Link, matchRoutes } from 'react-router'
import { Logo } from '../../components/logo.tsx'
import { type DestinationPath, destinationsFor, isCurrent } from '../navigation.ts'
import { page } from '../page.ts'
import { routes } from '../routes.tsx'
import styles from './sidebar.module.css'

export const sidebarId = 'sidebar'

const icons: Record<DestinationPath, LucideIcon> = {
  '/': LayoutDashboard,
  '/admin': ShieldCheck,
  '/chats': MessagesSquare,
  '/chat-logs': ScrollText,
  '/chat': FlaskConical,
  '/organization': Building2,
  '/users': Users,
  '/logs': History,
  '/plans': CreditCard,
  '/settings': Settings,
  '/help': CircleHelp,
}

/** Only what the route table answers is linked to. */
export const hasScreen = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path !== '*'

type Props = { isShown: boolean; pathname: string; onClose: () => void }

export function Sidebar({ isShown, pathname, onClose }: Props) {
  const links = destinationsFor(page.user ?? { organization_id: 0, type_id: 0 }).filter(({ path }) => hasScreen(path))
  return (
    // A click anywhere on it closes it; so does Escape, for those who do not click.
    <aside
      id={sidebarId}
      className={styles.sidebar}
      data-active={isShown}
      inert={!isShown}
      onClick={onClose}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Link to="/" className={styles.brand} aria-label="Lectern, dashboard">
        <Logo />
      </Link>
      <nav aria-label="Main">
        <ul className={styles.links}>
          {links.map(({ path, label }) => {
            const Icon = icons[path]
            return (
              <li key={path}>
                <Link to={path} className={styles.link} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
                  <Icon aria-hidden />
                  {label}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
    </aside>
  )
}
