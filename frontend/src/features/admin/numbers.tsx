import { Building2, FileText, MessageCircle, MessagesSquare, UsersRound } from 'lucide-react'

/** What the platform counts of itself, as it is shown. */
export const numbers = [
  { name: 'organizations', label: 'Organizations', icon: <Building2 aria-hidden /> },
  { name: 'users', label: 'Users', icon: <UsersRound aria-hidden /> },
  { name: 'kbs', label: 'Knowledge Bases', icon: <MessagesSquare aria-hidden /> },
  { name: 'chats', label: 'Chats', icon: <MessageCircle aria-hidden /> },
  { name: 'kbfiles', label: 'Documents', icon: <FileText aria-hidden /> },
] as const
