import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorToast, successToast, toastClosed, toasts } from '../src/app/toasts.ts'

test('toasts stand in the order they came, until they are closed', () => {
  const one = toasts([], successToast('Saved.'))
  const two = toasts(one, errorToast('Unknown error'))
  assert.deepEqual(
    two.map(({ type, text }) => [type, text]),
    [
      ['Success', 'Saved.'],
      ['Error', 'Unknown error'],
    ],
  )
  assert.deepEqual(toasts(two, toastClosed(two[0]?.id ?? '')), two.slice(1))
})

test('what is already shown is not said twice', () => {
  const shown = toasts([], errorToast('Unknown error'))
  assert.equal(toasts(shown, errorToast('Unknown error')).length, 1)
})
