/** Builds what other sites load: the two scripts, each one file, and the panel with what it loads. `--watch` builds again on each save. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import { precompress } from '../frontend/build/precompress.ts'

const watch = process.argv.includes('--watch') ? {} : null
/** Browsers of the last three years, which know `adoptedStyleSheets`, `<dialog>`, `ariaLabel` and logical properties. */
const browsers = ['chrome119', 'safari17', 'firefox119']
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const shared: InlineConfig = { configFile: false, logLevel: watch ? 'info' : 'warn' }

const loader = (name: string): InlineConfig => ({
  ...shared,
  root: folder('src/loader'),
  plugins: [precompress],
  build: {
    watch,
    target: browsers,
    outDir: folder('dist'),
    emptyOutDir: false,
    lib: { entry: `${name}.ts`, formats: ['iife'], name: 'chat', fileName: () => `${name}.js` },
  },
})

/**
 * Of marked only the lexer is used, but its last lines write to the exports, which keeps all of it in the bundle. They are cut off;
 * where another version ends otherwise, the build fails.
 */
const lexerOnly: Plugin = {
  name: 'marked-lexer-only',
  transform(code, id) {
    if (!id.endsWith('/marked.esm.js')) return
    const end = code.search(/var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\(/)
    const lexer = code.match(/export\{[^}]*?(\w+) as Lexer,/)?.[1]
    if (end < 0 || !lexer) throw new Error('marked ends otherwise than it did: see build.ts')
    return { code: `${code.slice(0, end)}export { ${lexer} as Lexer }`, map: null }
  },
}

const panel: InlineConfig = {
  ...shared,
  root: folder('src/panel'),
  base: '/widget/v1/',
  plugins: [lexerOnly, precompress],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    watch,
    target: browsers,
    outDir: folder('dist'),
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: [folder('src/panel/index.html')] },
  },
}

if (!watch) rmSync(folder('dist'), { recursive: true, force: true })
await build(loader('popup'))
await build(loader('inline'))
await build(panel)
