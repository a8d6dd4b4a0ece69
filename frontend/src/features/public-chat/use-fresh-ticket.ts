import { limits } from '@lectern/contracts'
import { type PublicPage, renewTicket } from '@lectern/conversation'
import { useEffect } from 'react'

/** Renewed when this share of its time is over. */
const share = 0.8
const againAfter = 30_000

/** Keeps the ticket of an open public chat page fresh while it is looked at; a hidden page renews it when it is shown again. */
export function useFreshTicket(organizationId: number | undefined, unqid: string | undefined) {
  useEffect(() => {
    if (organizationId === undefined || unqid === undefined) return
    const publicPage: PublicPage = { organizationId, unqid }
    let dueAt = Date.now() + limits.ticketSeconds * 1000 * share
    let timer = setTimeout(renewIfDue, dueAt - Date.now())
    let left = false

    async function renewIfDue() {
      clearTimeout(timer)
      if (left || document.hidden) return
      if (Date.now() >= dueAt) {
        dueAt = Date.now() + againAfter
        try {
          dueAt = Date.now() + (await renewTicket(publicPage)) * 1000 * share
        } catch {
          // Asking renews an expired ticket too, and shows what is wrong where that fails.
        }
        if (left) return
      }
      timer = setTimeout(renewIfDue, Math.max(0, dueAt - Date.now()))
    }

    document.addEventListener('visibilitychange', renewIfDue)
    return () => {
      left = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renewIfDue)
    }
  }, [organizationId, unqid])
}
