import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RefusalCode, refusals } from '../../contract/refusals.ts'
import { envelopeOf, refusalCodes } from './error-pages.ts'
import { errorWords } from './error-words.ts'

for (const code of refusalCodes) {
  test(`${code}: each key of its details is explained, and the example has keys of these alone`, () => {
    const { details = {}, answer, when, toDo } = errorWords[code]
    const known: readonly string[] = refusals[code].details
    assert.deepEqual(Object.keys(details).toSorted(), known.toSorted())
    for (const key of Object.keys(answer.details ?? {})) assert.ok(known.includes(key), key)
    assert.ok(when.length > 0 && toDo.length > 0)
  })
}

test('what may be sent again is said as the statuses say it', () => {
  for (const code of refusalCodes) {
    const { status } = refusals[code]
    const again = status === 429 ? 'after' : status >= 500 ? 'backoff' : 'never'
    assert.equal(errorWords[code].again, again, code)
  }
})

test('the example of plan_required names the plan at the level of the error too, no other does', () => {
  const hasPlan = (code: RefusalCode): boolean => 'required_plan' in (envelopeOf(code).error as object)
  assert.deepEqual(refusalCodes.filter(hasPlan), ['plan_required'])
})
