import '@fontsource-variable/inter/wght.css'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from './app/routes.tsx'
import { store } from './app/store.ts'
import { ToastArea } from './components/toast-area.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to render into.')

const router = createBrowserRouter(routes)
const isDrawn = root.childElementCount > 0
const app: ReactNode = (
  <StrictMode>
    <Provider store={store} serverState={isDrawn ? { ...store.getState(), theme: 'light' } : undefined}>
      <RouterProvider router={router} />
      <ToastArea />
    </Provider>
  </StrictMode>
)

if (isDrawn) void takeOver(root)
else createRoot(root).render(app)

/** What the server has drawn stays as it is until the screen can take its place. */
async function takeOver(drawn: HTMLElement) {
  await initialized()
  hydrateRoot(drawn, app)
  for (const form of drawn.querySelectorAll('form')) form.inert = false
}

function initialized() {
  return new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
