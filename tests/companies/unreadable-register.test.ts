/** A register that cannot be read: every command says so with what to do, and a full file takes its place. */
import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Engine, TestStore } from '../harness/databases.ts'
import { engines } from '../harness/databases.ts'
import { type RegisterOperator, registerOperator } from '../harness/register-command.ts'
import { numberOf, rowsOf } from '../harness/register-files.ts'

const [bakery, person] = [9_999_999, 9_999_997].map(numberOf) as [string, string]
const many = Array.from({ length: 2_000 }, (_, place) => ({ number: numberOf(9_000_000 + place) }))
const rows = rowsOf([
  { number: bakery, names: [['2', '001', 'Bakkerij Voorbeeld']] },
  { number: person, kind: 'natural' },
  ...many,
])
const first = { day: '06-07-2025', rows }
const update = {
  ...{ extract: 142, day: '07-07-2025', rows: rowsOf([]), deleted: {} },
}

/** What does it: on the file of the embedded engine, or on the tables of the server. */
type Damage = (store: TestStore) => Promise<void>

const toFile =
  (change: (file: string) => void): Damage =>
  async ({ settings }) =>
    change(path.join(settings.dataDir, 'companies', 'register.db'))
const toTables =
  (text: string): Damage =>
  async ({ database }) =>
    void (await database.run(text))

/** `stillDone`: commands that it does not keep from being done. */
const damages: [engine: Engine['name'], what: string, damage: Damage, stillDone: string[]][] = [
  ['sqlite', 'that is no file of the engine', toFile((file) => writeFileSync(file, 'x'.repeat(5_000))), []],
  ['sqlite', 'that is empty', toFile((file) => writeFileSync(file, '')), []],
  ['sqlite', 'that is cut', toFile((file) => truncateSync(file, 20_000)), []],
  [
    'postgres',
    'whose header is of another form',
    toTables('alter table company_register_header drop column day'),
    ['forget'],
  ],
  ['postgres', 'of which a table is gone', toTables('drop table company_register_place'), ['status', 'update']],
]

const sentence = /^The register of companies cannot be read, so that no company is found\. Load a full file with `npx/
const engineText = /database|no such|malformed|does not exist|relation|column/

async function saidBy(operator: RegisterOperator, ...words: string[]): Promise<string> {
  const { status, document } = await operator.command('companies', ...words, '--json')
  const { error } = document<{ error: { code: string; message: string } }>()
  assert.deepEqual([status, error.code], [1, 'register_unreadable'], words.join(' '))
  const { error: text } = await operator.command('companies', ...words)
  assert.equal(text.trim().split('\n').at(-1), error.message)
  return error.message
}

for (const engine of engines)
  for (const [of, what, damage, stillDone] of damages)
    if (of === engine.name)
      test(`${engine.name}: a register ${what} is told by every command, and a full file takes its place`, async () => {
        await using store = await engine.open()
        const operator = registerOperator(store.settings)
        await operator.load(first)
        await damage(store)
        for (const words of [['show', bakery], ['status']])
          if (!stillDone.includes(words[0] ?? '')) assert.match(await saidBy(operator, ...words), sentence)
        if (!stillDone.includes('update'))
          await assert.rejects(operator.load(update), /register_unreadable.*cannot be read/)

        const forgotten = await operator.command('companies', 'forget', person, '--json')
        if (!stillDone.includes('forget')) {
          const answer = { forgotten: true, taken_out: false, reason: 'register_unreadable' }
          assert.deepEqual([forgotten.status, forgotten.document()], [1, answer])
          const { out } = await operator.command('companies', 'forget', person)
          assert.match(out, /^Nobody is told of it any more, and no later load brings it back\. The register of compan/)
          assert.doesNotMatch(out, engineText)
        }

        const loaded = await operator.load(first)
        assert.deepEqual([loaded.enterprises, loaded.forgotten], [rows.enterprise.length - 1, 1])
        assert.equal(await operator.refused('companies', 'show', person), 'company_not_found')
        assert.equal((await operator.done('companies', 'show', bakery)).number, bakery)
        assert.deepEqual(await operator.done('companies', 'forget', person), { forgotten: true, taken_out: true })
      })
