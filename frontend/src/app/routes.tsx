import { type LoaderFunction, type RouteObject, redirect } from 'react-router'
import { Spinner } from '../components/spinner.tsx'
import { ErrorPage } from '../features/pages/error-page.tsx'
import { NotFoundPage } from '../features/pages/not-found-page.tsx'
import { type PageData, page } from './page.ts'
import { PageFrame } from './page-frame.tsx'
import { BareShell } from './shells/bare-shell.tsx'

const membersOnly: LoaderFunction = () => (page.loggedIn ? null : redirect('/login'))

const shells = {
  site: async () => (await import('./shells/site-shell.tsx')).SiteShell,
  dashboard: async () => (await import('./shells/dashboard-shell.tsx')).DashboardShell,
  // The page of a public chat brings its own frame; what is embedded is the widget's panel, a page apart.
  chat: async () => BareShell,
} satisfies Record<PageData['shell'], unknown>

const home = async ({ loggedIn }: PageData) =>
  loggedIn
    ? (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage
    : (await import('../features/landing/landing-page.tsx')).LandingPage

const Loading = () => <Spinner label="Loading" />

/** What developers look at; `vite build` leaves it out. */
const devRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/components',
        lazy: async () => ({ Component: (await import('../dev/components-page.tsx')).ComponentsPage }),
      },
    ]
  : []

/** Every screen by its path. The shell around it is the one that the page metadata names. */
export const routesOf = (page: PageData): RouteObject[] => [
  {
    Component: PageFrame,
    HydrateFallback: Loading,
    ErrorBoundary: ErrorPage,
    children: [
      {
        lazy: async () => ({ Component: await shells[page.shell]() }),
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              {
                index: true,
                handle: page.loggedIn ? { title: 'Dashboard' } : undefined,
                lazy: async () => ({ Component: await home(page) }),
              },
              {
                path: '/login',
                handle: { title: 'Login' },
                lazy: async () => ({ Component: (await import('../features/account/login-page.tsx')).LoginPage }),
              },
              {
                path: '/signup',
                handle: { title: 'Sign Up' },
                lazy: async () => ({ Component: (await import('../features/account/signup-page.tsx')).SignupPage }),
              },
              {
                path: '/forgot-password',
                handle: { title: 'Forgot Password' },
                lazy: async () => ({
                  Component: (await import('../features/account/forgot-password-page.tsx')).ForgotPasswordPage,
                }),
              },
              {
                path: '/renew-password/:id?',
                handle: { title: 'Update Password' },
                lazy: async () => ({
                  Component: (await import('../features/account/renew-password-page.tsx')).RenewPasswordPage,
                }),
              },
              {
                path: '/plans',
                handle: { title: 'Plans' },
                lazy: async () => ({ Component: (await import('../features/plans/plans-page.tsx')).PlansPage }),
              },
              {
                path: '/about',
                handle: { title: 'About' },
                lazy: async () => ({ Component: (await import('../features/pages/about-page.tsx')).AboutPage }),
              },
              {
                path: '/support',
                handle: { title: 'Support' },
                lazy: async () => ({ Component: (await import('../features/pages/support-page.tsx')).SupportPage }),
              },
              {
                path: '/chat/:orgId/:id',
                lazy: async () => ({
                  Component: (await import('../features/public-chat/public-chat-page.tsx')).PublicChatPage,
                }),
              },
              {
                loader: membersOnly,
                children: [
                  {
                    path: '/chats',
                    handle: { title: 'Chats' },
                    lazy: async () => ({ Component: (await import('../features/chats/chats-page.tsx')).ChatsPage }),
                  },
                  {
                    path: '/chats/:id',
                    handle: { title: 'Chat' },
                    lazy: async () => ({
                      Component: (await import('../features/chat-detail/chat-page.tsx')).ChatPage,
                    }),
                  },
                  {
                    path: '/chat/:id?',
                    handle: { title: 'Playground' },
                    lazy: async () => ({
                      Component: (await import('../features/playground/playground-page.tsx')).PlaygroundPage,
                    }),
                  },
                  {
                    path: '/chat-logs',
                    handle: { title: 'Chat Logs' },
                    lazy: async () => ({
                      Component: (await import('../features/chat-logs/chat-logs-page.tsx')).ChatLogsPage,
                    }),
                  },
                  {
                    path: '/chat-logs/:id',
                    handle: { title: 'Chat Log' },
                    lazy: async () => ({
                      Component: (await import('../features/chat-logs/chat-log-page.tsx')).ChatLogPage,
                    }),
                  },
                  {
                    path: '/admin',
                    handle: { title: 'Admin' },
                    lazy: async () => ({ Component: (await import('../features/admin/admin-page.tsx')).AdminPage }),
                  },
                  {
                    path: '/settings',
                    handle: { title: 'Settings' },
                    lazy: async () => ({
                      Component: (await import('../features/settings/settings-page.tsx')).SettingsPage,
                    }),
                  },
                  {
                    path: '/help',
                    handle: { title: 'Help & Support' },
                    lazy: async () => ({ Component: (await import('../features/help/help-page.tsx')).HelpPage }),
                  },
                  {
                    lazy: async () => ({ Component: (await import('./admins-only.tsx')).AdminsOnly }),
                    children: [
                      {
                        path: '/organization',
                        handle: { title: 'Organization' },
                        lazy: async () => ({
                          Component: (await import('../features/organization/organization-page.tsx')).OrganizationPage,
                        }),
                      },
                      {
                        path: '/users',
                        handle: { title: 'Users' },
                        lazy: async () => ({ Component: (await import('../features/users/users-page.tsx')).UsersPage }),
                      },
                      {
                        path: '/logs',
                        handle: { title: 'Logs' },
                        lazy: async () => ({ Component: (await import('../features/logs/logs-page.tsx')).LogsPage }),
                      },
                    ],
                  },
                ],
              },
              ...devRoutes,
              { path: '*', handle: { title: 'Page not found' }, Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
]

export const routes = routesOf(page)
