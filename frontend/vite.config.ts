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

const inComponents = (...names: string[]) => `frontend/src/components/(${names.join('|')})\\.`
/** Small, on many pages, and without libraries of their own. */
const parts = new RegExp(
  [
    inComponents(
      ...['card', 'confirm-dialog', 'dialog', 'field', 'input', 'later', 'load-failed', 'load-more', 'logo', 'menu'],
      ...['note', 'opener', 'page-head', 'skeleton', 'skip-link', 'textarea', 'theme-toggle', 'time', 'tooltip'],
      ...['badge', 'unsaved-changes'],
    ),
    'frontend/src/api/',
    'frontend/src/features/(chats/(chat-status|counted)|chat-detail/enter-hint|conversation/use-copied|account/send-verification)',
    'packages/contracts/src/(calls/|limits|format)',
  ].join('|'),
)
/** What tabs and all that pops up have in common. */
const primitives =
  /@radix-ui\/(primitive|react-(collection|context|direction|id|presence|primitive|roving-focus|slot|use-[\w-]+))\//

/** What every page loads, and what most do, in few files; the rest goes with the pages that need it. */
const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  { name: 'base', tags: ['$initial' as const] },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2 },
  { name: 'form', test: /\/(node_modules\/react-hook-form|frontend\/src\/app\/form)/ },
  { name: 'primitives', test: primitives, includeDependenciesRecursively: false },
  { name: 'parts', test: parts, includeDependenciesRecursively: false },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [plainContracts, react(), selectWithoutStyleElement, ...(isSsrBuild ? [] : [precompress])],
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
    ...(!isSsrBuild && {
      manifest: true,
      rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    }),
    copyPublicDir: !isSsrBuild,
  },
}))
