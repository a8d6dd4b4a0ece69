import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** A document on its way to the server. Those that arrived are the server's, and listed with its files. */
export type Upload = {
  ref: string
  chatId: string
  name: string
  size: number
  /** How much of it was sent, 0 to 1. */
  share: number
  /** Why it did not arrive; null while it is on its way. */
  error: string | null
  /** Sending it again may help. */
  canRetry: boolean
}

const initialState: Upload[] = []

const slice = createSlice({
  name: 'uploads',
  initialState,
  reducers: {
    uploadsAdded: (uploads, { payload }: PayloadAction<Upload[]>) => uploads.concat(payload),
    uploadChanged(uploads, { payload }: PayloadAction<Pick<Upload, 'ref'> & Partial<Upload>>) {
      const upload = uploads.find(({ ref }) => ref === payload.ref)
      if (upload) Object.assign(upload, payload)
    },
    uploadClosed: (uploads, { payload }: PayloadAction<string>) => uploads.filter(({ ref }) => ref !== payload),
  },
})

export const { uploadsAdded, uploadChanged, uploadClosed } = slice.actions
export const uploads = slice.reducer
