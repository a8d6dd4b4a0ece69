import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'

type Secrets = { LECTERN_SIGNING_KEY: string; LECTERN_JWKS: string; LECTERN_SECRET: string }

/** The keys of this installation, made at its first start and kept in its data folder, readable by its owner alone. */
export async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, JSON.stringify(await makeSecrets(), null, 2), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}

/** New keys: nobody else has them. */
export async function makeSecrets(): Promise<Secrets> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const kid = randomBytes(6).toString('hex')
  const open = { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' }
  return {
    LECTERN_SIGNING_KEY: JSON.stringify({ ...(await exportJWK(privateKey)), kid }),
    LECTERN_JWKS: JSON.stringify({ keys: [open] }),
    LECTERN_SECRET: randomBytes(32).toString('base64url'),
  }
}
