/** Builds what browsers load, then what the gateway draws first views with. `--watch` builds the former again on each save. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const isWatching = process.argv.includes('--watch')

await build({ root, logLevel: isWatching ? 'info' : 'warn', build: { watch: isWatching ? {} : null } })
if (!isWatching)
  await build({
    root,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'server/first-view.tsx',
      outDir: 'dist/first-view',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'first-view.js' } },
    },
  })
