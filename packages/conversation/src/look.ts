import { defaults, type PublicChat } from '@lectern/contracts'
import { shadesOf, type TextColor, textOn } from './colors.ts'

/** How a public chat page presents itself: what the chat sets, else what its organization does. */
export type Look = {
  title: string
  imageUrl: string | null
  /** The coloured panel runs from one colour to the other; its text is legible on both. */
  from: string
  to: string
  text: TextColor
}

export function lookOf({ organization, kb }: PublicChat): Look {
  return {
    title: kb.title.trim() || organization.name,
    imageUrl: kb.image_url ?? organization.image_url,
    ...panelOf(colorOf(kb.color) ?? colorOf(organization.color) ?? defaults.chatColor),
  }
}

/** The coloured panel that a theme colour makes. */
export function panelOf(color: string): Pick<Look, 'from' | 'to' | 'text'> {
  const [darker, base, lighter] = shadesOf(color)
  const text = textOn(base)
  const [from, to] = text === '#000000' ? [lighter, base] : [base, darker]
  return { from, to, text }
}

const colorOf = (color: string | null) => (color && /^#[0-9a-f]{6}$/i.test(color) ? color : null)
