import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where fetched packages are kept, shared by all checkouts of this user. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lectern')
}

/** Where data is kept unless a caller says otherwise: LECTERN_DATA, or `lectern` in the user's data folder. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.LECTERN_DATA) return resolve(env.LECTERN_DATA)
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'lectern')
}

/** Where `npm run engines` keeps the data of development and of tests, apart from that of `npm start`. */
export function devDataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return `${dataFolder(env)}-dev`
}
