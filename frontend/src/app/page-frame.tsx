import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration, useMatches, useSearchParams } from 'react-router'
import { LoadingBar } from '../components/loading-bar.tsx'
import { OfflineNotice } from '../components/offline-notice.tsx'

const VerificationResult = lazy(async () => ({
  default: (await import('../features/account/verification-result.tsx')).VerificationResult,
}))

/** What every page has, whatever its shell. */
export function PageFrame() {
  const title = useMatches().map(titleOf).findLast(Boolean)
  const [query] = useSearchParams()
  return (
    <>
      {title && <title>{`${title} · Lectern`}</title>}
      <LoadingBar />
      <Outlet />
      {query.has('verified') && (
        <Suspense>
          <VerificationResult />
        </Suspense>
      )}
      <OfflineNotice />
      <ScrollRestoration />
    </>
  )
}

function titleOf({ handle }: { handle: unknown }) {
  return (handle as { title?: string } | undefined)?.title
}
