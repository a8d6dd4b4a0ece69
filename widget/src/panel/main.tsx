import { metaContent } from '@lectern/conversation'
import { render } from 'preact'
import { settings, tellPage } from './frame.ts'
import { Panel } from './panel.tsx'
import './panel.css'
import './conversation.css'
import './answer.css'
import './contact-form.css'
import { readChat } from './read-chat.ts'
import { loadTexts, Texts } from './texts.ts'

const root = document.getElementById('panel')
const { documentElement: html } = document
const { language, direction, texts } = await loadTexts(settings.language ? [settings.language] : navigator.languages)
html.lang = language
html.dir = direction
html.dataset.theme = settings.theme === 'auto' ? systemTheme() : settings.theme
if (root)
  render(
    <Texts.Provider value={texts}>
      <Panel chat={readChat()} isRefused={metaContent('refused') !== null} />
    </Texts.Provider>,
    root,
  )
addEventListener('keydown', ({ key, isComposing }) => {
  if (key === 'Escape' && !isComposing) tellPage({ lectern: 'close' })
})
tellPage({ lectern: 'ready' })

function systemTheme() {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
