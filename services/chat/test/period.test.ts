import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { periodOf } from '../src/period-of.ts'

const on = (date: string) => new Date(`${date}T10:00:00.000Z`)
const paid = (start: string, end: string) => ({ periodStart: on(start), periodEnd: on(end) })

describe('the period of an allowance', () => {
  test('is the calendar month where nothing is paid', () => {
    assert.deepEqual(periodOf(on('2026-12-31'), null), { key: '2026-12', resets: new Date('2027-01-01T00:00:00.000Z') })
    const given = { periodStart: null, periodEnd: null }
    assert.equal(periodOf(on('2026-02-01'), given).key, '2026-02')
  })

  test('is what is paid for', () => {
    const { key, resets } = periodOf(on('2026-11-30'), paid('2026-11-21', '2026-12-21'))
    assert.deepEqual([key, resets], [on('2026-11-21').toISOString(), on('2026-12-21')])
  })

  test('goes on from month to month while nothing is told, and keeps to its day', () => {
    const subscription = paid('2026-12-31', '2027-01-31')
    const of = (date: string) => {
      const { key, resets } = periodOf(on(date), subscription)
      return [key.slice(0, 10), resets.toISOString().slice(0, 10)]
    }
    assert.deepEqual(of('2027-01-31'), ['2027-01-31', '2027-02-28'])
    assert.deepEqual(of('2027-02-28'), ['2027-02-28', '2027-03-31'])
    assert.deepEqual(of('2027-05-01'), ['2027-04-30', '2027-05-31'])
  })
})
