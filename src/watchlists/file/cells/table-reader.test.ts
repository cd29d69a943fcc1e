import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../contract/refusals.ts'
import { fileBounds } from '../file-bounds.ts'
import { FaultyFile } from './cells.ts'
import { makeTableReader } from './table-reader.ts'

const { signal } = new AbortController()
const small = Buffer.from('ref\nA\n')

const faultOf = (fault: unknown): string => {
  if (fault instanceof FaultyFile) return fault.fault.code
  return fault instanceof Refusal ? fault.code : String(fault)
}
const settled = (read: Promise<unknown>): Promise<string> => read.then(() => 'read', faultOf)

test('a file that is larger than one message of rows comes whole and in order', async () => {
  const lines = Array.from({ length: 1_234 }, (_, index) => `C${index}`)
  const { rows, found } = await makeTableReader().read(Buffer.from(`ref\n${lines.join('\n')}\n`), signal)
  assert.equal(found.format, 'csv')
  assert.deepEqual(
    rows.map(({ cells }) => cells[0]),
    ['ref', ...lines],
  )
})

test('a file that takes too long is given up, and the next one is read', async () => {
  const reader = makeTableReader(1)
  assert.equal(await settled(reader.read(small, signal)), 'slow')
  assert.equal(await settled(makeTableReader().read(small, signal)), 'read')
})

test('as many files as may wait are read in their turn; one more is asked to come back', async () => {
  const reader = makeTableReader()
  const most = fileBounds.filesAtOnce + fileBounds.waitingMax
  const all = Array.from({ length: most + 1 }, () => settled(reader.read(small, signal)))
  assert.equal(await all.at(-1), 'rate_limit_exceeded')
  assert.deepEqual(new Set(await Promise.all(all.slice(0, -1))), new Set(['read']))
  assert.equal(await settled(reader.read(small, signal)), 'read')
})

test('who leaves gives up its turn, waiting or reading, and nobody else loses one', async () => {
  const reader = makeTableReader()
  const leaving = Array.from({ length: fileBounds.filesAtOnce + 2 }, () => new AbortController())
  const left = leaving.map((one) => settled(reader.read(small, one.signal)))
  const staying = settled(reader.read(small, signal))
  for (const one of leaving.toReversed()) one.abort(new Error('left'))
  assert.deepEqual(new Set(await Promise.all(left)), new Set(['Error: left']))
  assert.equal(await staying, 'read')
  const after = Array.from({ length: fileBounds.filesAtOnce + 1 }, () => settled(reader.read(small, signal)))
  assert.deepEqual(new Set(await Promise.all(after)), new Set(['read']))
})
