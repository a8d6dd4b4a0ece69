import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api.ts'
import { uploads } from '../features/chat-detail/uploads.ts'
import { failureReporter } from './report-failure.ts'
import { theme } from './theme.ts'
import { toasts } from './toasts.ts'

export const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer, toasts, theme, uploads },
  middleware: (defaults) => defaults().concat(api.middleware, failureReporter),
})

setupListeners(store.dispatch)

export type RootState = ReturnType<typeof store.getState>
export type AppDispatch = typeof store.dispatch
