import { errors } from '@lectern/contracts'
import { messageOf } from '@lectern/conversation'
import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit'
import type { AppDispatch } from './store.ts'
import { errorToast, toastShown } from './toasts.ts'

export const isUnauthenticated = (text: string) => text === errors.unauthenticated.message

/** What happens with every failure: it is logged, and said in a toast. */
export const reportFailure = (error: unknown) => (dispatch: AppDispatch) => {
  console.error(error)
  dispatch(errorToast(messageOf(error)))
}

/** Every call that failed is reported; whoever is not signed in any more is sent to the login. */
export const failureReporter: Middleware = (store) => (next) => (action) => {
  if (toastShown.match(action) && isUnauthenticated(action.payload.text)) {
    window.location.assign('/login')
    return
  }
  const result = next(action)
  // Without a connection the offline notice says it once, instead of each call.
  if (isRejectedWithValue(action) && navigator.onLine) (store.dispatch as AppDispatch)(reportFailure(action.payload))
  return result
}
