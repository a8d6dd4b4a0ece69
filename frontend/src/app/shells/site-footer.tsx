import { Link } from 'react-router'
import { Logo } from '../../components/logo.tsx'
import { page } from '../page.ts'
import styles from './site-footer.module.css'

const columns = [
  {
    title: 'Quick links',
    links: [
      { to: '/#home', label: 'Home' },
      { to: '/#features', label: 'Features' },
      { to: '/#pricing', label: 'Pricing' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/about#privacy', label: 'Privacy' },
      { to: '/about#terms', label: 'Terms' },
    ],
  },
  {
    title: 'Contact',
    links: [
      { to: '/support', label: 'Support' },
      { to: '/about', label: 'About' },
    ],
  },
]

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.brand}>
          <Logo />
          <p>Chat assistants that speak from your own documents, and show the exact words they rely on.</p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} reloadDocument={page.loggedIn}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className={styles.copyright}>© 2025 Lectern</p>
    </footer>
  )
}
