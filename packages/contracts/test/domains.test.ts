import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, domainsOf, fieldMessages, isOfDomains, limits, SaveKnowledgeBase } from '../src/index.ts'

const problemOf = (allowed_domains: string) => {
  const checked = check(SaveKnowledgeBase, { allowed_domains })
  return checked.ok ? null : checked.errors.allowed_domains?.[0]
}

test('domains are taken as people write them', () => {
  for (const written of [
    '',
    ' \n',
    'example.com',
    'a.com, b.com\n\nc.com,',
    'localhost:3000',
    'münchen.de',
    '127.0.0.1:80',
  ])
    assert.equal(problemOf(written), null, written)
})

test('what is no domain is refused with how to write one', () => {
  for (const written of [
    'https://example.com',
    'example.com/shop',
    '*.example.com',
    'a.com;',
    "'self'",
    'a..com',
    '.com',
  ])
    assert.equal(problemOf(written), fieldMessages.domains, written)
  assert.equal(problemOf('a'.repeat(limits.allowedDomains + 1)), fieldMessages.tooLong(limits.allowedDomains))
})

test('a hostile text is checked in no time', () => {
  const began = performance.now()
  assert.ok(problemOf(`${'a.'.repeat(450)}a!`))
  assert.ok(performance.now() - began < 100)
})

test('a domain stands for its subdomains, its port and for nothing that looks like it', () => {
  const domains = domainsOf('Example.com\nlocalhost:3000 example.com')
  assert.deepEqual(domains, ['example.com', 'localhost:3000'])
  for (const origin of [
    'https://example.com',
    'http://www.example.com',
    'https://a.b.example.com',
    'http://localhost:3000',
  ])
    assert.equal(isOfDomains(domains, origin), true, origin)
  for (const origin of [
    'https://badexample.com',
    'https://example.com.bad.org',
    'https://example.org',
    'https://example.com:8443',
    'http://localhost',
  ])
    assert.equal(isOfDomains(domains, origin), false, origin)
  assert.equal(isOfDomains([], 'https://anything.example'), true)
})
