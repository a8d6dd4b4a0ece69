import { type Identity, identitySigner, type User } from '@lectern/service'
import { exportJWK, generateKeyPair } from 'jose'

const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
const kid = 'test'

/** A key pair of this test run, as the settings name it. */
export const keys = {
  LECTERN_SIGNING_KEY: JSON.stringify({ ...(await exportJWK(privateKey)), kid }),
  LECTERN_JWKS: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' }] }),
}

const sign = await identitySigner(keys.LECTERN_SIGNING_KEY)

/** Headers as the gateway sends them to a service for this identity. */
export const asIdentity = async (identity: Identity, service: string) => ({
  authorization: `Bearer ${await sign(identity, service)}`,
})

/** A signed-in user; by default the owner (an admin) of organization 1. */
export const testUser = (fields: Partial<User> = {}): User => ({
  kind: 'user',
  userId: 'user-1',
  orgId: 1,
  typeId: 2,
  isRoot: false,
  verified: true,
  email: 'owner@example.com',
  sessionId: 'session-1',
  ...fields,
})
