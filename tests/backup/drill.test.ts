/** The drill of the operator's guide: a restored copy, elsewhere, on which nothing runs. What doctor says there is a finding, or nothing. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { emptyInstallation, usedInstallation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'

type Said = { findings: { check: string; level: string; message: string }[] }

for (const engine of engines)
  test(`${engine.name}: doctor says nothing of a restored copy but what is wrong with it; once a service has worked on it, all`, async () => {
    const origin = await usedInstallation(engine)
    const copy = await emptyInstallation(engine)
    try {
      await withFolder(async (folder) => {
        const file = path.join(folder, 'backup')
        await origin.operator.done('backup', '--to', file)
        await copy.operator.done('restore', '--from', file)
      })
      const said = async (): Promise<string[]> => {
        const { findings } = (await copy.operator.command('doctor', '--json')).document<Said>()
        assert.ok(findings.length > 5)
        return findings.filter(({ level }) => level !== 'ok').map(({ check }) => check)
      }
      assert.deepEqual(await said(), [])
      await copy.within((database) =>
        database.counters.run("insert into held_lease (name, holder, until) values ('job:clock', 'a', 1)", () => []),
      )
      const afterwards = await said()
      for (const check of ['background work', 'backup', 'ledger']) assert.ok(afterwards.includes(check), check)
    } finally {
      await Promise.all([origin, copy].map(({ remove }) => remove()))
    }
  })
