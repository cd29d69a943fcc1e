import assert from 'node:assert/strict'
import test from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { type Counted, countRequests, KnownStandings } from './embedded-meter-store.ts'

const at = Date.UTC(2026, 10, 20, 9)
const asking = { accountId: 'acc_1', at, rps: 10, quota: 100, isCounted: true }

test('what was counted in a transaction that was taken back counts for nobody after it', async () => {
  const embedded = engines.find(({ name }) => name === 'sqlite')
  assert.ok(embedded !== undefined)
  await using store = await embedded.open()
  const { countersAtOnce } = store.database
  assert.ok(countersAtOnce !== null)
  const known = new KnownStandings()
  const count = async (isTakenBack: boolean): Promise<Counted[]> => {
    const { counted, changes } = await countersAtOnce((statements) => {
      const [row] = statements.rows<[changes: number]>('select total_changes()', [])
      assert.ok(row !== undefined)
      known.begin(1, row[0])
      const { counted, written } = countRequests(statements, known, [asking])
      if (isTakenBack) throw new Error('taken back')
      return { counted, changes: row[0] + written }
    })
    known.holdFrom(changes)
    return counted
  }
  const counts = [await count(false), await count(false)]
  await assert.rejects(count(true), /taken back/)
  counts.push(await count(false))
  assert.deepEqual(
    counts.flat().map(({ requests }) => requests),
    [1, 2, 3],
  )
})
