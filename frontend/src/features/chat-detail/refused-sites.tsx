import { ShieldAlert } from 'lucide-react'
import { useRefusedSitesQuery } from '../../api/visitors.ts'
import styles from './refused-sites.module.css'

const shown = 5

/** Sites that have the script and may not show the chat: a copy, or a domain that was forgotten. */
export function RefusedSites({ unqid }: { unqid: string }) {
  const { data: sites } = useRefusedSitesQuery(unqid)
  if (!sites || sites.length === 0) return null
  const rest = sites.length - shown
  return (
    <div className={styles.refused}>
      <ShieldAlert aria-hidden />
      <div>
        <p>Refused in the last month, since they are not allowed:</p>
        <ul>
          {sites.slice(0, shown).map(({ site, count }) => (
            <li key={site}>
              <strong>{site}</strong> {count === 1 ? 'once' : `${count} times`}
            </li>
          ))}
        </ul>
        {rest > 0 && <p>And {rest} more.</p>}
      </div>
    </div>
  )
}
