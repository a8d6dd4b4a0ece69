import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from './app/routes.tsx'
import { store } from './app/store.ts'
import { ToastArea } from './components/toast-area.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to render into.')

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={createBrowserRouter(routes)} />
      <ToastArea />
    </Provider>
  </StrictMode>,
)
