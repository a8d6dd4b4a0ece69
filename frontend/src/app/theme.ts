import { createSlice } from '@reduxjs/toolkit'
import type { AppDispatch, RootState } from './store.ts'

export type Theme = 'light' | 'dark'

const key = 'theme'
const root = typeof document === 'undefined' ? null : document.documentElement

/** Light or dark. index.html has applied what was stored before the first paint; this carries on from there. */
const slice = createSlice({
  name: 'theme',
  initialState: (): Theme => (root?.dataset.theme === 'dark' ? 'dark' : 'light'),
  reducers: { toggled: (theme): Theme => (theme === 'dark' ? 'light' : 'dark') },
})

export const theme = slice.reducer

/** Flips the theme, applies it and keeps it for the next visit. */
export const toggleTheme = () => (dispatch: AppDispatch, getState: () => RootState) => {
  dispatch(slice.actions.toggled())
  const chosen = getState().theme
  if (root) root.dataset.theme = chosen
  try {
    localStorage.setItem(key, chosen)
  } catch (error) {
    console.error('The theme could not be kept.', error)
  }
}
