import { Badge } from '../components/badge.tsx'
import { PageHead } from '../components/page-head.tsx'
import { ThemeToggle } from '../components/theme-toggle.tsx'
import styles from './components-page.module.css'
import { Buttons, Fields, Words } from './form-parts.tsx'
import { Charts, Lists, Surfaces } from './list-parts.tsx'
import { Overlays, States, WholePage } from './page-parts.tsx'

/** Every component in all its states, for developers: `npx vite` in frontend, then /components. No production build has it. */
export function ComponentsPage() {
  return (
    <div className={styles.page}>
      <PageHead title="Components" badge={<Badge>for developers</Badge>}>
        <ThemeToggle />
      </PageHead>
      <Buttons />
      <Words />
      <Fields />
      <Surfaces />
      <Lists />
      <Charts />
      <Overlays />
      <States />
      <WholePage />
    </div>
  )
}
