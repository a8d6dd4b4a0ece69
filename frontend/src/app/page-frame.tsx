import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { LoadingBar } from '../components/loading-bar.tsx'
import { OfflineNotice } from '../components/offline-notice.tsx'

/** What every page has, whatever its shell. */
export function PageFrame() {
  const title = useMatches().map(titleOf).findLast(Boolean)
  return (
    <>
      {title && <title>{`${title} · Lectern`}</title>}
      <LoadingBar />
      <Outlet />
      <OfflineNotice />
      <ScrollRestoration />
    </>
  )
}

function titleOf({ handle }: { handle: unknown }) {
  return (handle as { title?: string } | undefined)?.title
}
