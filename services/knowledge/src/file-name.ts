import { extname } from 'node:path'
import { limits } from '@lectern/contracts'

// Controls, line separators, and what turns the direction of writing.
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** A file's name as it is kept and shown: no folders, no control characters, not too long and still with its extension. */
export function cleanFileName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').toWellFormed().normalize().replace(unwanted, '').trim()
  if (name === '') return 'file'
  if (name.length <= limits.name) return name
  const ext = extname(name).slice(0, 20)
  return name.slice(0, limits.name - ext.length).replace(/[\ud800-\udbff]$/, '') + ext
}
