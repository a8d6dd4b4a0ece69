import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { rememberFor } from './remember.ts'

const inRepository = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export const frontendDir = ({ FRONTEND_DIR }: Pick<Config, 'FRONTEND_DIR'>): string =>
  resolve(FRONTEND_DIR ?? inRepository('frontend/dist'))

export const widgetDir = ({ WIDGET_DIR }: Pick<Config, 'WIDGET_DIR'>): string =>
  resolve(WIDGET_DIR ?? inRepository('widget/dist'))

/** The built pages: of our own screens, and of the panel that customers' pages show in a frame. */
export type BuiltPages = { frontend(): Promise<string>; panel(): Promise<string> }

const rememberedMs = 1000

/** Read so often that a new build is served at once. */
export function builtPages(config: Config): BuiltPages {
  const page = (dir: string) => rememberFor(rememberedMs, () => readFile(join(dir, 'index.html'), 'utf8'))
  return { frontend: page(frontendDir(config)), panel: page(widgetDir(config)) }
}
