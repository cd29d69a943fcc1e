import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workbookOf } from '../../../../tests/harness/workbooks.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { fileBounds } from '../file-bounds.ts'
import { FaultyFile } from './cells.ts'
import { makeTableReader } from './table-reader.ts'

const { signal } = new AbortController()
const one = { accountId: 'acc_one', signal }
const small = Buffer.from('ref\nA\n')

const faultOf = (fault: unknown): string => {
  if (fault instanceof FaultyFile) return fault.fault.code
  return fault instanceof Refusal ? fault.code : String(fault)
}
const settled = (read: Promise<unknown>): Promise<string> => read.then(() => 'read', faultOf)

test('a file that is larger than one message of rows comes whole and in order', async () => {
  const lines = Array.from({ length: 1_234 }, (_, index) => `C${index}`)
  const { rows, found } = await makeTableReader().read(Buffer.from(`ref\n${lines.join('\n')}\n`), one)
  assert.equal(found.format, 'csv')
  assert.deepEqual(
    rows.map(({ cells }) => cells[0]),
    ['ref', ...lines],
  )
})

test('a file that takes too long is given up, and the next one is read', async () => {
  const reader = makeTableReader(1)
  assert.equal(await settled(reader.read(small, one)), 'slow')
  assert.equal(await settled(makeTableReader().read(small, one)), 'read')
})

/** Accounts of which each has a file. */
const accounts = (count: number): string[] => Array.from({ length: count }, (_, index) => `acc_${index}`)

test('as many files as may wait are read in their turn; one more is asked to come back', async () => {
  const reader = makeTableReader()
  const most = fileBounds.filesAtOnce + fileBounds.waitingMax
  const all = accounts(most + 1).map((accountId) => settled(reader.read(small, { accountId, signal })))
  assert.equal(await all.at(-1), 'rate_limit_exceeded')
  assert.deepEqual(new Set(await Promise.all(all.slice(0, -1))), new Set(['read']))
  assert.equal(await settled(reader.read(small, one)), 'read')
})

test('files of one account leave a place for every other account, and fill no queue but its own', async () => {
  const reader = makeTableReader()
  const texts = `<sst>${'<si><t>x</t></si>'.repeat(100_000)}</sst>`
  const slow = workbookOf([['ref'], ['A']], { parts: { 'xl/sharedStrings.xml': texts } })
  let slowRead = 0
  const { waitingOfAccountMax, filesOfAccountAtOnce } = fileBounds
  const attack = Array.from({ length: waitingOfAccountMax + filesOfAccountAtOnce }, async () => {
    await settled(reader.read(slow, { accountId: 'acc_slow', signal }))
    slowRead += 1
  })
  assert.equal(await settled(reader.read(slow, { accountId: 'acc_slow', signal })), 'rate_limit_exceeded')
  for (const accountId of accounts(3)) assert.equal(await settled(reader.read(small, { accountId, signal })), 'read')
  assert.ok(slowRead <= 1, `${slowRead} files of the other account were read first`)
  await Promise.all(attack)
})

test('a workbook that nests without end is refused at once, and holds nobody up', async () => {
  for (const part of [
    'xl/sharedStrings.xml',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
    '_rels/.rels',
  ]) {
    const nested = workbookOf([['ref'], ['A']], { parts: { [part]: '<a>'.repeat(200_000) } })
    const began = performance.now()
    assert.equal(await settled(makeTableReader().read(nested, one)), 'unreadable', part)
    assert.ok(performance.now() - began < 2_000, part)
  }
})

test('who leaves gives up its turn, waiting or reading, and nobody else loses one', async () => {
  const reader = makeTableReader()
  const leaving = accounts(fileBounds.filesAtOnce + 2).map((accountId) => ({ accountId, left: new AbortController() }))
  const left = leaving.map(({ accountId, left }) => settled(reader.read(small, { accountId, signal: left.signal })))
  const staying = settled(reader.read(small, one))
  for (const { left: leave } of leaving.toReversed()) leave.abort(new Error('left'))
  assert.deepEqual(new Set(await Promise.all(left)), new Set(['Error: left']))
  assert.equal(await staying, 'read')
  const after = accounts(fileBounds.filesAtOnce + 1).map((accountId) =>
    settled(reader.read(small, { accountId, signal })),
  )
  assert.deepEqual(new Set(await Promise.all(after)), new Set(['read']))
})
