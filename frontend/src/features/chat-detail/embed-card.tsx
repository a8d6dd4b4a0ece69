import type { KnowledgeBase } from '@lectern/contracts'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { ColorInput } from '../../components/color-input.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { Select } from '../../components/select.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './embed-card.module.css'
import { EmbedPreview } from './embed-preview.tsx'
import { type EmbedKind, type EmbedSettings, type EmbedTheme, embedDefaults, embedScript } from './embed-settings.ts'

const themes: { value: EmbedTheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the visitor likes it' },
]

const words = {
  popup: {
    title: 'Pop-up Embed',
    about: 'A button in the corner of every page that has the script. Put it before the end of the body.',
    width: 'In pixels. Less than 280 opens at 400.',
    height: 'In pixels. Less than 280 opens at 640.',
  },
  inline: {
    title: 'Html Embed',
    about:
      'The chat in the page itself, where the script stands. It grows when a conversation begins. So that nothing moves when it comes, put the script into an element of its height.',
    width: 'Up to 100 in percent of the place it stands in, above in pixels.',
    height: 'In pixels, at the start.',
  },
} as const

/** One way to embed the chat: its settings, its script, and how it looks. */
export function EmbedCard({ chat, kind }: { chat: KnowledgeBase; kind: EmbedKind }) {
  const [settings, setSettings] = useState<EmbedSettings>({ ...embedDefaults, color: chat.button_color })
  const set = (changed: Partial<EmbedSettings>) => setSettings({ ...settings, ...changed })
  const text = words[kind]
  const script = embedScript(window.location.origin, kind, chat, settings)
  return (
    <Card className={styles.card}>
      <header>
        <h2 className={styles.title}>{text.title}</h2>
        <p className={styles.about}>{text.about}</p>
      </header>
      <div className={styles.columns}>
        <div className={styles.settings}>
          <div className={styles.sizes}>
            <Field label="Width" hint={text.width}>
              <Input
                inputMode="numeric"
                autoComplete="off"
                value={settings.width}
                onChange={({ target }) => set({ width: digits(target.value) })}
              />
            </Field>
            <Field label="Height" hint={text.height}>
              <Input
                inputMode="numeric"
                autoComplete="off"
                value={settings.height}
                onChange={({ target }) => set({ height: digits(target.value) })}
              />
            </Field>
          </div>
          <Field label="Theme">
            <Select options={themes} value={settings.theme} onChange={(theme) => set({ theme: theme as EmbedTheme })} />
          </Field>
          {kind === 'popup' && (
            <Field label="Button Color">
              <ColorInput value={settings.color} onChange={(color) => set({ color })} />
            </Field>
          )}
        </div>
        <EmbedPreview title={`Preview of the ${text.title}`} script={script} isDark={settings.theme === 'dark'} />
      </div>
      <div className={styles.script}>
        <pre>
          <code>{script}</code>
        </pre>
        <CopyButton text={script} what={`the ${text.title} script`} />
      </div>
    </Card>
  )
}

const digits = (text: string) => text.replaceAll(/\D/g, '').slice(0, 4)
