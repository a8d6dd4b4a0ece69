import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { commonConfig, engineConfig, operatorConfig, readConfig } from '../src/index.ts'

const Config = Type.Object({ ...commonConfig, ...engineConfig.redis, ...operatorConfig.rateLimitFactor })
const needed = { LECTERN_JWKS: '{"keys":[]}', REDIS_URL: 'redis://localhost:6379' }

const complaint = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(Config, env)
  } catch (error) {
    return (error as Error).message
  }
  return assert.fail('nothing was wrong')
}

describe('the environment', () => {
  test('has defaults for what need not be set', () => {
    assert.deepEqual(readConfig(Config, needed), {
      ...needed,
      NAMESPACE: 'lectern',
      HOST: '127.0.0.1',
      PORT: 0,
      LOG_LEVEL: 'info',
      DRAIN_SECONDS: 0,
      STOP_SECONDS: 10,
      LECTERN_RATE_LIMIT_FACTOR: 1,
    })
  })

  test('is text that becomes numbers where they are wanted', () => {
    const config = readConfig(Config, { ...needed, PORT: '8080', LECTERN_RATE_LIMIT_FACTOR: '0.5' })
    assert.equal(config.PORT, 8080)
    assert.equal(config.LECTERN_RATE_LIMIT_FACTOR, 0.5)
  })

  test('holds more than is asked for, which is left alone', () => {
    assert.ok(!('PATH' in readConfig(Config, { ...needed, PATH: '/bin' })))
  })

  test('set to nothing is not set', () => {
    assert.equal(readConfig(Config, { ...needed, PORT: '', NAMESPACE: undefined }).PORT, 0)
    assert.match(complaint({ ...needed, REDIS_URL: '' }), /REDIS_URL is missing/)
  })

  test('is complained of once, by the names of all that is wrong', () => {
    const said = complaint({ NAMESPACE: 'Not A Name', PORT: '70000', REDIS_URL: 'http://localhost' })
    assert.match(said, /NAMESPACE is not valid \(Prefix of all names in the engines\)/)
    assert.match(said, /PORT is not valid/)
    assert.match(said, /REDIS_URL is not valid/)
    assert.match(said, /LECTERN_JWKS is missing/)
    assert.ok(!said.includes('HOST'))
  })

  test('is never quoted, for it may hold secrets', () => {
    const said = complaint({ ...needed, REDIS_URL: 'mysql://user:hunter2@host' })
    assert.ok(!said.includes('hunter2'), said)
  })
})
