import { statSync } from 'node:fs'
import { CompactSign, compactVerify, createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK } from 'jose'
import { type Finding, mind, well, wrong } from './finding.ts'

export type Keys = Partial<
  Record<'LECTERN_SECRET' | 'LECTERN_SIGNING_KEY' | 'LECTERN_JWKS' | 'ANTHROPIC_API_KEY' | 'LECTERN_PUBLIC_URL', string>
>

/** Whether the keys are there, belong together, and are kept from others. */
export async function examineKeys(keys: Keys, file: string | null): Promise<Finding[]> {
  const found: Finding[] = []
  const { LECTERN_SECRET, LECTERN_SIGNING_KEY, LECTERN_JWKS, LECTERN_PUBLIC_URL = '' } = keys
  found.push(
    (LECTERN_SECRET ?? '').length >= 32
      ? well('LECTERN_SECRET', 'is long enough')
      : wrong(
          'LECTERN_SECRET',
          LECTERN_SECRET ? 'is too short' : 'is not set',
          'Set it to 32 characters or more of a random source: openssl rand -base64 32',
        ),
  )
  if (!LECTERN_SIGNING_KEY || !LECTERN_JWKS)
    found.push(
      wrong(
        'Signing keys',
        'LECTERN_SIGNING_KEY or LECTERN_JWKS is not set',
        'Set both; `npm start` makes a pair in its data folder.',
      ),
    )
  else
    found.push(
      (await isPair(LECTERN_SIGNING_KEY, LECTERN_JWKS))
        ? well('Signing keys', 'belong together')
        : wrong(
            'Signing keys',
            'what LECTERN_SIGNING_KEY signs is not known by LECTERN_JWKS',
            'Put the public half of the signing key among LECTERN_JWKS, for all services.',
          ),
    )
  if (file && (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077)
    found.push(wrong('Keys', `${file} can be read by others`, `chmod 600 ${file}`))
  if (!keys.ANTHROPIC_API_KEY)
    found.push(
      mind(
        'Model',
        'ANTHROPIC_API_KEY is not set',
        'Without it the exact passages are the answer. Set it to let Claude write.',
      ),
    )
  if (LECTERN_PUBLIC_URL.startsWith('http://') && !/\/\/(localhost|127\.)/.test(LECTERN_PUBLIC_URL))
    found.push(
      wrong(
        'LECTERN_PUBLIC_URL',
        'is not https',
        'Sessions can be read on the way: put it behind TLS and name the https address.',
      ),
    )
  return found
}

async function isPair(signing: string, known: string): Promise<boolean> {
  try {
    const jwk = JSON.parse(signing) as JWK
    const key = await importJWK(jwk, 'EdDSA')
    const signed = await new CompactSign(new Uint8Array(1)).setProtectedHeader({ alg: 'EdDSA', kid: jwk.kid }).sign(key)
    await compactVerify(signed, createLocalJWKSet(JSON.parse(known) as JSONWebKeySet))
    return true
  } catch {
    return false
  }
}
