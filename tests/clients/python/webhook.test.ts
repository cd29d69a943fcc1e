/** `verify_webhook` of the Python client: the deliveries that our examples for receivers are held to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pythonVerifier } from '../../harness/python.ts'
import { verdictsOf } from '../../harness/receiver-examples.ts'
import { deliveries } from '../../harness/signed-deliveries.ts'

test('what we signed is verified and given back as it was sent, and nothing that was changed, made up or is too old', {
  skip: pythonVerifier.skip,
}, () => {
  const verdicts = verdictsOf(
    pythonVerifier,
    deliveries.map(([, delivery]) => delivery),
  )
  assert.deepEqual(
    deliveries.map(([name], index) => `${name}: ${verdicts[index]}`),
    deliveries.map(([name, , isRight]) => `${name}: ${isRight}`),
  )
})
