import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser that tests drive: CHROMIUM_PATH, or one on PATH. */
export function findBrowser(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(':')
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find(isExecutable) ?? null
}

/** Makes sure that there is a browser, installing Debian's where that is possible. @throws Error saying what to do */
export async function prepareBrowser(): Promise<void> {
  if (!findBrowser() && process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    process.stderr.write('Chromium: not found, installing the system’s package\n')
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }).status
    const install = () => apt('install', '-y', '-q', '--no-install-recommends', 'chromium')
    if (install() !== 0) {
      apt('update', '-q')
      install()
    }
  }
  const browser = findBrowser()
  if (!browser) throw new Error('The browser tests need Chromium. Install it, or name it by CHROMIUM_PATH.')
  process.env.CHROMIUM_PATH = browser
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
