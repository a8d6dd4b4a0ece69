import type { PageUser } from '@lectern/contracts'
import { userTypes } from '@lectern/contracts'

type Reader = Pick<PageUser, 'organization_id' | 'type_id'>
type Destination = { path: string; label: string; isFor: (reader: Reader) => boolean }

const everyone = () => true
const admins = ({ type_id }: Reader) => type_id >= userTypes.admin

/** The links of the sidebar, in their order, and who sees them. */
const destinations = [
  { path: '/', label: 'Dashboard', isFor: everyone },
  { path: '/admin', label: 'Admin', isFor: ({ organization_id }) => organization_id >= 1 },
  { path: '/chats', label: 'Chats', isFor: everyone },
  { path: '/chat-logs', label: 'Chat Logs', isFor: everyone },
  { path: '/chat', label: 'Playground', isFor: everyone },
  { path: '/organization', label: 'Organization', isFor: admins },
  { path: '/users', label: 'Users', isFor: admins },
  { path: '/logs', label: 'Logs', isFor: admins },
  { path: '/plans', label: 'Plans', isFor: everyone },
  { path: '/settings', label: 'Settings', isFor: everyone },
  { path: '/help', label: 'Help & Support', isFor: everyone },
] as const satisfies Destination[]

export type DestinationPath = (typeof destinations)[number]['path']

/** What this reader may go to. */
export const destinationsFor = (reader: Reader) => destinations.filter((destination) => destination.isFor(reader))

/** A link is the current one on its own screen and on those below it. */
export function isCurrent(path: string, pathname: string) {
  return path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
}
