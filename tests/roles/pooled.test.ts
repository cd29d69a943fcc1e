/**
 * What is promised on PostgreSQL holds behind a pooler that gives a connection for one transaction: suites of the store, and
 * of what asks most of it, run behind PgBouncer as well.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { pgbouncerMissing } from '../harness/middle-programs.ts'
import { type Pooler, startPooler } from '../harness/pooler.ts'
import { projectRoot, startProgram } from '../harness/started-process.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const skip = server === '' ? 'TEST_DATABASE_URL names no server' : pgbouncerMissing
const suitesMs = 540_000

const suites = [
  'src/platform/database/database.test.ts',
  'src/platform/database/migrations.test.ts',
  // What starts poolers of its own needs the server itself behind them.
  'src/platform/database/postgres/!(pooler).test.ts',
  'src/platform/{jobs,workers}.test.ts',
  'src/limits/!(embedded)*.test.ts',
  'src/changes/*.test.ts',
  'src/webhooks/queue/*.test.ts',
]

let pooler: Pooler | null = null
before(async () => {
  if (skip === false) pooler = await startPooler(server)
})
after(async () => pooler?.[Symbol.asyncDispose]())

test('suites of the store, and of what asks most of it, hold behind a pooler', { skip }, async () => {
  const found = suites.map((suite) => globSync(suite, { cwd: projectRoot }))
  for (const [place, files] of found.entries()) assert.notEqual(files.length, 0, `${suites[place]} names no suite`)
  const files = found.flat()
  const run = startProgram(process.execPath, ['tests/run.ts', ...files], {
    environment: {
      TEST_DATABASE_URL: pooler?.urlOf(server) ?? '',
      TEST_DATABASE_SERVER: server,
      TEST_ENGINES: 'postgres',
    },
    cwd: projectRoot,
  })
  const { code } = await run.end(suitesMs)
  assert.equal(code, 0, failuresOf(run.out))
  assert.doesNotMatch(run.out, /skipped all its tests/)
})

/** What failed, and why: the end of the output. */
function failuresOf(output: string): string {
  return output.slice(Math.max(0, output.indexOf('failing tests:')))
}
