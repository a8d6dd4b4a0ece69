import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const most = 180_000
const dist = fileURLToPath(new URL('../dist/', import.meta.url))

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** What a screen consists of: the shell, the screen, and what opens with it at once. */
const screens: Record<string, string[]> = {
  landing: ['shells/site-shell', 'landing-page'],
  login: ['shells/site-shell', 'login-page'],
  signup: ['shells/site-shell', 'signup-page'],
  'forgot-password': ['shells/site-shell', 'forgot-password-page'],
  'renew-password': ['shells/site-shell', 'renew-password-page'],
  support: ['shells/site-shell', 'support-page'],
  about: ['shells/site-shell', 'about-page'],
  'public-chat': ['public-chat-page'],
  dashboard: ['shells/dashboard-shell', 'dashboard-page'],
  admin: ['shells/dashboard-shell', 'admin-page'],
  chats: ['shells/dashboard-shell', 'chats-page'],
  'chat, prompt': ['shells/dashboard-shell', 'chat-page', 'prompt-tab'],
  'chat, knowledge': ['shells/dashboard-shell', 'chat-page', 'knowledge-tab'],
  'chat, configure': ['shells/dashboard-shell', 'chat-page', 'configure-tab'],
  'chat, scripts': ['shells/dashboard-shell', 'chat-page', 'scripts-tab'],
  playground: ['shells/dashboard-shell', 'playground-page'],
  'chat-logs': ['shells/dashboard-shell', 'chat-logs-page'],
  'chat-log': ['shells/dashboard-shell', 'chat-log-page'],
  organization: ['shells/dashboard-shell', 'admins-only', 'organization-page'],
  users: ['shells/dashboard-shell', 'admins-only', 'users-page'],
  logs: ['shells/dashboard-shell', 'admins-only', 'logs-page'],
  plans: ['shells/dashboard-shell', 'plans-page'],
  settings: ['shells/dashboard-shell', 'settings-page'],
  help: ['shells/dashboard-shell', 'help-page'],
}

test('no screen needs more than 180 kB of JavaScript to be used, compressed with gzip', (t) => {
  assert.ok(existsSync(`${dist}.vite/manifest.json`), 'the frontend is built: npm test builds it')
  const manifest: Manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
  const weights = Object.entries(screens).map(([screen, parts]) => ({ screen, bytes: weightOf(manifest, parts) }))
  for (const { screen, bytes } of weights) t.diagnostic(`${screen}: ${(bytes / 1000).toFixed(1)} kB`)
  assert.deepEqual(
    weights.filter(({ bytes }) => bytes > most),
    [],
  )
})

function weightOf(manifest: Manifest, parts: string[]): number {
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    assert.ok(chunk, `a chunk of ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const each of chunk.imports ?? []) add(each)
  }
  const keyOf = (part: string) => Object.keys(manifest).find((key) => key.endsWith(`/${part}.tsx`)) ?? part
  for (const key of ['index.html', ...parts.map(keyOf)]) add(key)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}${file}`), { level: 9 }).length, 0)
}
