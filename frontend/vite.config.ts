import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { plainContracts } from './build/plain-contracts.ts'
import { precompress } from './build/precompress.ts'

const gateway = `http://localhost:${process.env.PORT ?? 8080}`

/**
 * The select writes a <style> element into the page, which the Content-Security-Policy refuses; as a <template> it does
 * nothing. Its one rule (no scrollbar) is a matter of our own styles.
 */
const selectWithoutStyleElement: Plugin = {
  name: 'select-without-style-element',
  transform(code, id) {
    if (!id.includes('@radix-ui/react-select/')) return
    return { code: code.replace(/"style"(?=,\s*\{\s*dangerouslySetInnerHTML)/, '"template"'), map: null }
  },
}

/** Small, and on many pages. */
const parts =
  /\/frontend\/src\/(api\/|components\/(card|skeleton|page-head|badge|load-failed|load-more|later|opener|menu|dialog|confirm-dialog|tooltip|time|logo|skip-link|theme-toggle|field|input|note)\.)|\/packages\/contracts\/src\/(calls\/|limits|format)/

/** What every page loads, and what most do, in few files; the rest goes with the pages that need it. */
const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  { name: 'base', tags: ['$initial' as const] },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2 },
  { name: 'parts', test: parts, minShareCount: 4, includeDependenciesRecursively: false },
]

export default defineConfig({
  plugins: [plainContracts, react(), selectWithoutStyleElement, precompress],
  resolve: {
    alias: {
      // See there.
      'aria-hidden': fileURLToPath(new URL('src/styles/hide-others.ts', import.meta.url)),
      // The library writes a <style> element, which the Content-Security-Policy refuses.
      'react-style-singleton': fileURLToPath(new URL('src/styles/style-singleton.ts', import.meta.url)),
    },
  },
  server: { port: 5173, proxy: { '/api': gateway } },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
