import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const packers = { br: promisify(brotliCompress), gz: promisify(gzip) }
const settings = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 }, level: 9 }
/** One packet holds this much anyway. */
const tooSmall = 1000

/** Puts `.br` and `.gz` beside each text that the gateway serves, which sends them to whoever takes them. */
export const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const texts = globSync('**/*.{js,css,svg}', { cwd: dir }).map((name) => join(dir, name))
    await Promise.all(texts.map(compress))
  },
}

async function compress(path: string) {
  const content = readFileSync(path)
  if (content.length < tooSmall) return
  await Promise.all(
    Object.entries(packers).map(async ([ending, pack]) =>
      writeFile(`${path}.${ending}`, await pack(content, settings)),
    ),
  )
}
