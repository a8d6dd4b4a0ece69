/** Paths of the calls that public chat pages make, apart from the calls' schemas: those pages are to stay small. */
export const visitorPaths = {
  messages: '/api/w/messages',
  feedback: '/api/w/messages/feedback',
  contact: '/api/w/messages/contact',
  tickets: '/api/w/tickets',
} as const
