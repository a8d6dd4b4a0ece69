import { answerTexts } from '@lectern/contracts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { en } from './texts/en.ts'

/** All that the panel says, in one language. `{…}` stands for what is filled in. */
export type PanelTexts = {
  [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : Record<string, string>
}

/** One file a language. English is there at once, and for whoever speaks none of them. */
const others: Record<string, () => Promise<{ texts: PanelTexts }>> = {
  ar: () => import('./texts/ar.ts'),
  da: () => import('./texts/da.ts'),
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  it: () => import('./texts/it.ts'),
  ja: () => import('./texts/ja.ts'),
  nl: () => import('./texts/nl.ts'),
  pl: () => import('./texts/pl.ts'),
  pt: () => import('./texts/pt.ts'),
  sv: () => import('./texts/sv.ts'),
  tr: () => import('./texts/tr.ts'),
  zh: () => import('./texts/zh.ts'),
}

/** The first language of those wanted that there is. */
export async function loadTexts(wanted: readonly string[]) {
  const language = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code === 'en' || code in others)
  const load = others[language ?? '']
  const loaded = load && (await load().catch(() => null))
  return {
    language: loaded && language ? language : 'en',
    direction: loaded && language === 'ar' ? 'rtl' : 'ltr',
    texts: loaded?.texts ?? (en as PanelTexts),
  }
}

export const Texts = createContext<PanelTexts>(en)
export const useTexts = () => useContext(Texts)

/** A text with its gaps filled in. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap))

/** A sentence of the server's own in the reader's language; anything else as it is. */
export function inWords(text: string, { said }: PanelTexts): string {
  const name = Object.entries(answerTexts).find(([, sentence]) => sentence === text)?.[0]
  return (name && said[name]) || text
}
