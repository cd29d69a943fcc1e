/** Whoever was forgotten after a backup is not back in the register of a store that is made of it, whatever is loaded then. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { emptyInstallation, type Installation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'
import { dotted, numberOf, rowsOf, writeRegisterFile } from '../harness/register-files.ts'

const [bakery, person, salon] = [9_999_999, 9_999_997, 89_999_980].map(numberOf) as [string, string, string]
const register = {
  day: '06-07-2025',
  rows: rowsOf([
    { number: bakery, names: [['2', '001', 'Bakkerij Voorbeeld']] },
    { number: person, kind: 'natural', establishments: [{ number: salon, postcode: '4000', municipality: 'Liège' }] },
  ]),
}

type Done = { honoured: Record<string, number>; replaced: string }
type Scene = { origin: Installation; file(name: string): string; said: string[] }

/** A register and a backup; then somebody is forgotten, and the ledger is written. `said`: what every command printed since. */
async function scene(engine: (typeof engines)[number], work: (scene: Scene) => Promise<void>): Promise<void> {
  const origin = await emptyInstallation(engine)
  try {
    await withFolder(async (folder) => {
      const file = (name: string): string => path.join(folder, name)
      const { operator } = origin
      await operator.done('migrate')
      await operator.done('accounts', 'create', '--email', 'a@x.example')
      writeRegisterFile(file('register.zip'), register)
      await operator.done('companies', 'load', '--file', file('register.zip'))
      await operator.done('backup', '--to', file('backup'))
      await operator.done('companies', 'forget', person)
      await operator.done('backup', '--ledger', file('ledger'))
      await work({ origin, file, said: [] })
    })
  } finally {
    await origin.remove()
  }
}

/** Restores, loads, and looks for the person; what the restore said. */
async function restoredOn({ operator }: Installation, { file, said }: Scene, ...words: string[]): Promise<Done> {
  const { status, out, error } = await operator.command('restore', '--from', file('backup'), '--json', ...words)
  assert.equal(status, 0, out)
  said.push(out, error)
  await operator.done('companies', 'load', '--file', file('register.zip'))
  for (const number of [person, salon])
    assert.equal(await operator.refused('companies', 'show', number), 'company_not_found')
  assert.equal((await operator.done<{ number: string }>('companies', 'show', bakery)).number, bakery)
  assert.equal((await operator.done<{ forgotten: number }>('companies', 'status')).forgotten, 1)
  return JSON.parse(out)
}

for (const engine of engines) {
  test(`${engine.name}: the store that is replaced tells whom it forgot, and what was made of it tells it on`, () =>
    scene(engine, async (made) => {
      for (const [replaced, words] of [
        ['same_life', []],
        ['later_life', []],
        ['later_life', ['--ledger', made.file('ledger')]],
      ] as const) {
        const done = await restoredOn(made.origin, made, '--replace', ...words)
        assert.deepEqual([done.replaced, done.honoured.forgotten], [replaced, 1])
      }
    }))

  test(`${engine.name}: where the store is lost the ledger tells it; nothing that is said has a number in it`, () =>
    scene(engine, async (made) => {
      const place = await emptyInstallation(engine)
      try {
        const done = await restoredOn(place, made, '--ledger', made.file('ledger'))
        assert.deepEqual([done.replaced, done.honoured.forgotten], ['nothing', 1])
        const words = ['restore', '--from', made.file('backup'), '--replace', '--ledger', made.file('ledger')]
        const { out, error } = await place.operator.command(...words)
        assert.match(out, /, 1 companies forgotten again, /)
        for (const text of [...made.said, out, error])
          for (const number of [person, dotted(person), String(Number(person))]) assert.ok(!text.includes(number), text)
      } finally {
        await place.remove()
      }
    }))
}
