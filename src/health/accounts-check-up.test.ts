/** What an operator is told of filed accounts: each failure at its level, with what to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { accountsFinding } from './accounts-check-up.ts'

const failures: [fault: string, level: string, message: RegExp][] = [
  ['key', 'fault', /ACCOUNTS_KEY was not taken.* subscription on the developer portal/],
  ['too_fast', 'warning', /fewer calls/],
  ['unavailable', 'warning', /reach ACCOUNTS_URL\?/],
  ['unreadable', 'warning', /a form that this release does not know/],
  ['refused', 'warning', /Is ACCOUNTS_URL its address\?/],
  ['lost', 'warning', /ended in the midst/],
]

for (const engine of engines)
  test(`${engine.name}: the check-up says whether the key is set, how many companies wait, and what failed last since the last success`, async () => {
    await using store = await engine.open()
    const { database } = store
    const told = async (isOn = true) => {
      const { check, level, message } = await accountsFinding(database, isOn)
      assert.equal(check, 'annual accounts')
      return { level, message }
    }
    assert.deepEqual((await told(false)).level, 'ok')
    assert.match((await told(false)).message, /ACCOUNTS_KEY is not set/)
    assert.deepEqual(await told(), { level: 'ok', message: 'the key is set, and 0 companies wait to be asked for' })
    const columns = ['enterprise_number', 'id', 'wanted_at', 'due_at', 'failed_at', 'last_fault']
    await database.insertMany('filed_account', columns, [
      ['0403019261', 'a', 1, 5, 2_000, 'unavailable'],
      ['0200065765', 'b', 1, null, 1_000, 'key'],
    ])
    assert.deepEqual((await told()).level, 'warning', 'the newest failure is told')
    assert.match((await told()).message, /and 1 company waits .* failed at 1970-01-01T01:00:02/)
    for (const [fault, level, message] of failures) {
      await database.run("update filed_account set last_fault = $1 where id = 'a'", [fault])
      const found = await told()
      assert.equal(found.level, level, fault)
      assert.match(found.message, message)
    }
    const fetched = ['enterprise_number', 'id', 'wanted_at', 'due_at', 'state', 'fetched_at']
    await database.insertMany('filed_account', fetched, [['0403019360', 'c', 1, null, 'none', 2_001]])
    assert.deepEqual((await told()).level, 'ok', 'it is over')
  })
