/** A ledger is believed when all of it is what was written, each time that it is read. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { withFolder } from '../../../tests/harness/backups.ts'
import { formerLives } from '../told/told.ts'
import { openLedger } from './read-ledger.ts'

const head = { format: 'subsidies-ledger', version: 1, generation: 'ab', taken_at: 5 }

function ledgerText(rows: readonly unknown[][]): string {
  const text = [head, ...rows].map((row) => `${JSON.stringify(row)}\n`).join('')
  return `${text}${JSON.stringify({ rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') })}\n`
}

const lives = (count: number, until = 1): unknown[][] =>
  Array.from({ length: count }, (_, place) => ['life', `g${place}`, until])

test('every row of a ledger is told, in order, however many there are', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'ledger')
    for (const count of [0, 1, 499, 500, 501, 20_000]) {
      writeFileSync(file, ledgerText(lives(count)))
      const { life, rowsOf } = await openLedger(file, [formerLives])
      assert.deepEqual(life, { generation: 'ab', until: 5 })
      const told = []
      for await (const rows of rowsOf(formerLives)) told.push(...rows)
      assert.deepEqual(
        told,
        lives(count).map((row) => row.slice(1)),
      )
    }
  }))

test('a ledger that became another while it was read is refused at the end', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'ledger')
    writeFileSync(file, ledgerText(lives(3)))
    const { rowsOf } = await openLedger(file, [formerLives])
    writeFileSync(file, ledgerText(lives(3, 2)))
    await assert.rejects(
      async () => {
        for await (const rows of rowsOf(formerLives)) assert.equal(rows.length, 3)
      },
      { code: 'not_a_whole_ledger' },
    )
  }))

test(
  'a line that does not end is refused when it is longer than any is, not when all of it was read',
  { timeout: 20_000 },
  () =>
    withFolder(async (folder) => {
      const file = path.join(folder, 'ledger')
      writeFileSync(file, '')
      truncateSync(file, 2 ** 30)
      const begunAt = performance.now()
      await assert.rejects(openLedger(file, [formerLives]), { code: 'not_a_whole_ledger' })
      assert.ok(performance.now() - begunAt < 2_000)
    }),
)
