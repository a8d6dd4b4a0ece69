import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { normalizeUrl, pageKey } from '../src/normalize-url.ts'

const key = (address: string) => pageKey(new URL(address))

// Addresses as sites make them, odd ones included.
const characters = [...'ab/=&?%25;+.,~-_:@!$()*\'é日"<>|^`[] \\']
const wild = fc
  .string({ unit: fc.constantFrom(...characters), maxLength: 30 })
  .map((rest) => `http://site.example/${rest}`)
const address = fc
  .oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), wild)
  .map((text) => new URL(text))
const runs = { numRuns: 5_000 }

test('a normal address stays as it is, and is the same page', () => {
  fc.assert(
    fc.property(address, (url) => {
      const once = normalizeUrl(url)
      assert.equal(normalizeUrl(once).href, once.href)
      assert.equal(new URL(once.href).href, once.href)
      assert.equal(pageKey(once), pageKey(url))
      assert.equal(once.host, url.host)
      assert.equal(once.pathname, url.pathname)
      assert.equal(once.href.endsWith('#'), false)
      assert.equal(once.hash, '')
    }),
    runs,
  )
})

test('what does not tell pages apart makes no other page', () => {
  const name = fc.constantFrom('utm_source', 'UTM_Campaign', 'gclid', 'fbclid', 'mc_eid', '_ga')
  fc.assert(
    fc.property(address, name, fc.webFragments(), (url, tracking, fragment) => {
      const other = new URL(url)
      other.search = url.search ? `${url.search}&${tracking}=1` : `?${tracking}=1`
      other.hash = fragment
      other.protocol = 'https:'
      if (!other.pathname.endsWith('/')) other.pathname += '/'
      assert.equal(pageKey(other), pageKey(url))
      assert.equal(normalizeUrl(other).search, normalizeUrl(url).search)
    }),
    runs,
  )
})

test('the order of parameters makes no other page, but the order of one that is given twice', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'page', 'id'), { minLength: 2 })
  fc.assert(
    fc.property(names, fc.integer(), (parameters, value) => {
      const search = (list: string[]) => list.map((name) => `${name}=${value}`).join('&')
      assert.equal(
        key(`http://site.example/?${search(parameters)}`),
        key(`http://site.example/?${search([...parameters].reverse())}`),
      )
    }),
  )
  assert.notEqual(key('http://site.example/?a=1&a=2'), key('http://site.example/?a=2&a=1'))
})

test('what tells pages apart is kept', () => {
  fc.assert(
    fc.property(address, fc.stringMatching(/^[a-z0-9]{1,8}$/), (url, word) => {
      const deeper = new URL(url)
      deeper.pathname = `${url.pathname}/${word}`
      const filtered = new URL(url)
      filtered.search = `${url.search || '?'}&page=${word}`
      const keys = new Set([url, deeper, filtered].map(pageKey))
      assert.equal(keys.size, 3)
    }),
    runs,
  )
})

test('pages of one address in its many spellings', () => {
  const same = [
    'http://site.example/docs',
    'https://site.example/docs',
    'HTTP://SITE.example:80/docs/',
    'https://site.example:443/docs#top',
    'http://site.example/%64ocs/?',
    'http://site.example/a/../docs',
    'http://site.example/docs?utm_source=mail&utm_medium=x',
    'http://site.example/docs?&',
  ]
  assert.deepEqual([...new Set(same.map(key))], ['site.example/docs'])
  const apart = [
    'http://site.example/',
    'http://site.example/Docs',
    'http://site.example/docs%2Fa',
    'http://site.example/docs/a',
    'http://site.example/docs?x',
    'http://site.example/docs?x=1',
    'http://site.example/docs?q=%E4',
    'http://site.example/docs?q=%F6',
    'http://site.example/docs?q=a%26b',
    'http://site.example/docs?q=a&b',
    'http://www.site.example/docs',
    'http://site.example:8080/docs',
  ]
  assert.equal(new Set(apart.map(key)).size, apart.length)
  assert.equal(
    normalizeUrl(new URL('http://site.example/a?wsdl&gclid=1&q=%e4+b')).search,
    '?wsdl&q=%e4+b',
    'as spelled',
  )
})
