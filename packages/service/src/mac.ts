import { createHmac } from 'node:crypto'

/** What only holders of the secret can make of these parts; the first names what it is for. */
export const macOf = (secret: string, ...parts: string[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
