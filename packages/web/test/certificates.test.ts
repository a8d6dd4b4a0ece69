import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { createServer } from 'node:https'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { listen } from '@lectern/testing'
import { page } from '@lectern/testing/site'
import { fetchPage } from '../src/index.ts'

// Signed by itself, for the name secure.example, until 2126. Good for nothing but this test.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBozCCAUqgAwIBAgIUJtoZ0a+lEFsQMjkekk0WVe/HkdswCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOc2VjdXJlLmV4YW1w
bGUwIBcNMjYxMTIxMTIzNDUyWhgPMjEyNjEwMjgxMjM0NTJaMBkxFzAVBgNVBAMMDnNlY3VyZS5leGFtcGxlMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEfIoypBuy8ZKAzys11NUWc6MNQ4O0SpEwYfSN04JpZ2rmsEd7vvba1Ein6VA3eP1bkLHzQLOY
8By8jpqo4jIOcaNuMGwwHQYDVR0OBBYEFJHXPcq7pOQ1kcaxQXniAlcCVb/LMB8GA1UdIwQYMBaAFJHXPcq7pOQ1kcaxQXni
AlcCVb/LMA8GA1UdEwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIOc2VjdXJlLmV4YW1wbGUwCgYIKoZIzj0EAwIDRwAwRAIgciiA
xWDrRXmklHi5ocUtxMFUPmWHuqDGAIo33j0jcKMCIDJwmusXYybGqpYG2feg07FWklWsUrTcSK14wPqPswSG
-----END CERTIFICATE-----
`
const key = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'fIoypBuy8ZKAzys11NUWc6MNQ4O0SpEwYfSN04JpZ2o',
    y: '5rBHe7722tRIp-lQN3j9W5Cx80CzmPAcvI6aqOIyDnE',
    d: 'm0qnHhsAa8DFPWP6LESMgEYLBjZkcIG9qyG95PZdGKw',
  },
})

async function startSecureSite(t: TestContext) {
  const pem = key.export({ type: 'pkcs8', format: 'pem' })
  const server = createServer({ cert: certificate, key: pem }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page('Safe'))
  })
  const { port } = new URL(await listen(server))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    fetch: (name: string) =>
      fetchPage(`https://${name}:${port}/`, { allowedHosts: [`${name}:${port}`], resolve: async () => ['127.0.0.1'] }),
  }
}

test('a certificate must be valid, and for the name that was asked for, not for the address connected to', async (t) => {
  const site = await startSecureSite(t)
  const untrusted = { code: 'unreachable', temporary: false, message: /certificate is not valid/ }
  await assert.rejects(site.fetch('secure.example'), untrusted, 'signed by nobody known')

  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  t.after(() => setDefaultCACertificates(before))
  const found = await site.fetch('secure.example')
  assert.ok(found.status === 'fetched' && found.title === 'Safe')
  await assert.rejects(site.fetch('other.example'), untrusted, 'of another name')
})
