import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBuckets } from '../limits/address-buckets.ts'
import type { Asked } from '../platform/http/entering/entrance.ts'
import { providerEntrance } from './access.ts'

test('who sends events is let in without session or key, as often as the bucket of the address allows', async () => {
  const enter = providerEntrance(addressBuckets(1, 2))
  const from = (address: string, now: number) => enter({ address, now } as Asked)
  assert.deepEqual([from('192.0.2.1', 0), from('192.0.2.1', 0)], [{}, {}])
  assert.throws(() => from('192.0.2.1', 0), { code: 'rate_limit_exceeded', headers: { 'retry-after': '1' } })
  assert.deepEqual(from('198.51.100.1', 0), {})
  assert.deepEqual(from('192.0.2.1', 1_000), {})
})
