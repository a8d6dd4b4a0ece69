import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'

const built = fileURLToPath(new URL('../../../frontend/dist', import.meta.url))

export const frontendDir = ({ FRONTEND_DIR }: Pick<Config, 'FRONTEND_DIR'>): string => resolve(FRONTEND_DIR ?? built)
