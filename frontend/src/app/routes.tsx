import { type LoaderFunction, type RouteObject, redirect } from 'react-router'
import { page } from './page.ts'

const membersOnly: LoaderFunction = () => (page.loggedIn ? null : redirect('/login'))

/** Every screen by its path. The shell around it is the one that the page metadata names. */
export const routes: RouteObject[] = [
  {
    children: [
      {
        path: '/chat/:orgId/:id',
        lazy: async () => ({
          Component: (await import('../features/public-chat/public-chat-page.tsx')).PublicChatPage,
        }),
      },
      {
        path: '/embed/:orgId/:id',
        lazy: async () => ({ Component: (await import('../features/public-chat/public-chat-page.tsx')).EmbedPage }),
      },
      {
        loader: membersOnly,
        children: [
          {
            path: '/chat/:id?',
            handle: { title: 'Playground' },
            lazy: async () => ({
              Component: (await import('../features/playground/playground-page.tsx')).PlaygroundPage,
            }),
          },
        ],
      },
    ],
  },
]
