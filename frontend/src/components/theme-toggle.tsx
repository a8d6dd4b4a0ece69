import { Moon, Sun } from 'lucide-react'
import { useAppDispatch, useAppSelector } from '../app/hooks.ts'
import { toggleTheme } from '../app/theme.ts'
import { IconButton } from './button.tsx'

export function ThemeToggle() {
  const theme = useAppSelector((state) => state.theme)
  const dispatch = useAppDispatch()
  return (
    <IconButton
      label={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
      onClick={() => dispatch(toggleTheme())}
    >
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  )
}
