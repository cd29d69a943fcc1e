/** What an operator is woken for: each level, and that whatever is not right ends with what to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { createAccount, deleteAccount } from '../accounts/operations.ts'
import { noteBackup } from '../backup/backup-store.ts'
import { storeClock } from '../platform/database/store-clock.ts'
import { storeFindings } from './store-check-up.ts'

const hourMs = 3_600_000

for (const engine of engines)
  test(`${engine.name}: backups and what waits are told by level, and what is not right says what to do`, () =>
    openedTwice(engine, async (database) => {
      const levels = async (): Promise<Record<string, string>> => {
        const findings = await storeFindings(database, await storeClock(database))
        for (const { level, message, check } of findings)
          if (level !== 'ok')
            assert.match(message, /npx subsidies \w+|look in its log for \w+|its log names the account/, check)
        return Object.fromEntries(findings.map(({ check, level }) => [check, level]))
      }
      const calm = { backup: 'advice', ledger: 'advice', deliveries: 'ok', mail: 'ok', erasure: 'ok' }
      assert.deepEqual(await levels(), calm)
      const now = await storeClock(database)
      await noteBackup(database, now - 27 * hourMs, 1)
      assert.equal((await levels()).backup, 'advice')
      await noteBackup(database, now - 25 * hourMs, 1)
      assert.equal((await levels()).backup, 'ok')
      const account = await database.transaction((sql) => createAccount(sql, now, { email: 'a@x.example', plan: null }))
      const mail =
        "insert into mail (id, account_id, kind, cause, parameters, created_at) values ('m', $1, 'quota', 'c', '{}', $2)"
      await database.run(mail, [account.id, now - hourMs])
      assert.equal((await levels()).mail, 'warning')
      await database.run('update mail set created_at = $1', [now - 60_000])
      assert.equal((await levels()).mail, 'ok')
      for (const [hours, level] of [
        [0, 'ok'],
        [2, 'warning'],
        [13, 'fault'],
      ] as const) {
        const email = `gone${hours}@x.example`
        const gone = await database.transaction((sql) => createAccount(sql, now, { email, plan: null }))
        await deleteAccount(database, now - hours * hourMs, gone.id)
        assert.equal((await levels()).erasure, level, `${hours} hours`)
      }
    }))
