/** What stands on a background. */
export type TextColor = '#000000' | '#ffffff'

const shadeFactors = [0.5, 1, 1.5, 3] as const
const threshold = 0.45

/** Four shades of a colour like #bcffc7: 0.5, 1, 1.5 and 3 times it, each channel at most full. */
export function shadesOf(color: string): [string, string, string, string] {
  const [darker, base, lighter, lightest] = shadeFactors.map((factor) =>
    toHex(channelsOf(color).map((c) => c * factor)),
  )
  return [darker, base, lighter, lightest] as [string, string, string, string]
}

/** Black or white, by how bright the background is. */
export const textOn = (background: string): TextColor => (luminanceOf(background) > threshold ? '#000000' : '#ffffff')

/** Relative luminance as WCAG defines it, from 0 (black) to 1 (white). */
export function luminanceOf(color: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const toHex = (channels: number[]) =>
  `#${channels.map((channel) => Math.min(255, Math.round(channel)).toString(16).padStart(2, '0')).join('')}`
