import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

export type Toast = { id: string; type: 'Success' | 'Error'; text: string }

const initialState: Toast[] = []

/** What the page has to say in passing. A text that is already shown is not said twice. */
const slice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    toastShown: {
      prepare: (type: Toast['type'], text: string) => ({ payload: { id: nanoid(), type, text } }),
      reducer(toasts, { payload }: PayloadAction<Toast>) {
        if (!toasts.some((toast) => toast.text === payload.text && toast.type === payload.type)) toasts.push(payload)
      },
    },
    toastClosed: (toasts, { payload }: PayloadAction<string>) => toasts.filter((toast) => toast.id !== payload),
  },
})

export const { toastShown, toastClosed } = slice.actions
export const toasts = slice.reducer

export const successToast = (text: string) => toastShown('Success', text)
export const errorToast = (text: string) => toastShown('Error', text)
