import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AccountsScene,
  accountsScene,
  firstNumber,
  numberOf,
  secondNumber,
  soon,
} from '../../../tests/harness/accounts-scene.ts'
import { engines } from '../../../tests/harness/databases.ts'
import type { Reads } from '../../platform/database/database.ts'
import { filedAccounts } from './filed-accounts.ts'
import { forgetAccountsJob } from './retention.ts'

const values = { '9087': '12.7', '70': '900000', '20/58': '400000' }
const filing = { reference: '2025-00000001', end: '2024-12-31', deposited: '2025-06-01', values }
const figures = { closingDay: '2024-12-31', employees: 12, turnoverEur: 900_000, balanceTotalEur: 400_000 }
const patient = (): AbortSignal => AbortSignal.timeout(10_000)

for (const engine of engines) {
  const on = (work: (scene: AccountsScene) => Promise<void>) => async () => {
    await using store = await engine.open()
    await using scene = await accountsScene(store.database)
    await work(scene)
  }
  const ask = (scene: AccountsScene, number: string = firstNumber) =>
    scene.accounts.ask(scene.database, number, patient())
  const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const startedMs = performance.now()
    return [await work, performance.now() - startedMs]
  }

  test(
    `${engine.name}: who asks waits for the worker and has the figures; who asks later has them at once, and nobody else is asked`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      const end = scene.begin()
      assert.deepEqual(await ask(scene), figures)
      await end()
      const [kept, ms] = await timed(ask(scene))
      assert.deepEqual(kept, figures)
      assert.ok(ms < 500, `${ms} ms`)
      assert.equal(scene.standIn.asked.length, 2)
    }),
  )

  test(
    `${engine.name}: where no worker answers in 2 s it is null, and the wish stands, once, however many asked`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      const [answers, ms] = await timed(Promise.all(Array.from({ length: 5 }, () => ask(scene))))
      assert.deepEqual(answers, [null, null, null, null, null])
      assert.ok(ms > 1_900 && ms < 3_500, `${ms} ms`)
      const rows = await scene.rows()
      assert.deepEqual(
        rows.map(({ enterprise_number, state, attempts }) => [enterprise_number, state, attempts]),
        [[firstNumber, 'wanted', 0]],
      )
      await scene.work()
      assert.deepEqual(await ask(scene), figures)
    }),
  )

  test(
    `${engine.name}: a company whose last attempt failed is not waited for`,
    on(async (scene) => {
      scene.standIn.answers({ status: 500 })
      await scene.want(firstNumber)
      await scene.work()
      const [answer, ms] = await timed(ask(scene))
      assert.equal(answer, null)
      assert.ok(ms < 500, `${ms} ms`)
      assert.equal((await scene.rows())[0]?.attempts, 1)
    }),
  )

  test(
    `${engine.name}: who leaves is waited for no longer, and his reason is thrown`,
    on(async (scene) => {
      const left = new AbortController()
      const reason = new Error('the client has left')
      const asked = scene.accounts.ask(scene.database, firstNumber, left.signal)
      await soon(async () => (await scene.rows()).length === 1)
      left.abort(reason)
      await assert.rejects(asked, reason)
      await assert.rejects(scene.accounts.ask(scene.database, firstNumber, left.signal), reason)
    }),
  )

  test(
    `${engine.name}: without a key nobody is asked, nothing is read, and no row is made`,
    on(async ({ database, clock, observer, rows }) => {
      const off = filedAccounts({ isOn: false, clock, observer })
      assert.equal(await off.ask(database, firstNumber, patient()), null)
      const unread = { all: () => assert.fail(), one: () => assert.fail() } satisfies Reads
      assert.equal((await off.known(unread, [firstNumber])).size, 0)
      assert.deepEqual(await rows(), [])
    }),
  )

  test(
    `${engine.name}: what is known of many companies is read by one statement for 500, and asks nobody`,
    on(async (scene) => {
      scene.standIn.files(firstNumber, filing)
      for (const number of [firstNumber, secondNumber]) await scene.want(number)
      await scene.work()
      let statements = 0
      const counting: Reads = {
        all: (...asked) => {
          statements += 1
          return scene.database.all(...asked)
        },
        one: () => assert.fail(),
      }
      const others = Array.from({ length: 1_199 }, (_, place) => numberOf(place))
      const known = await scene.accounts.known(counting, [...others, secondNumber, firstNumber])
      assert.deepEqual([...known], [[firstNumber, figures]])
      assert.equal(statements, 3)
      assert.equal((await scene.accounts.known(counting, [])).size, 0)
      assert.equal((await scene.rows()).length, 2)
    }),
  )

  test(
    `${engine.name}: figures hold for 35 days; then they are used no more, are swept, and are asked for anew`,
    on(async (scene) => {
      const { clock, database } = scene
      scene.standIn.files(firstNumber, filing)
      await scene.want(firstNumber)
      await scene.want(secondNumber)
      await scene.work()
      const known = async (): Promise<number> => (await scene.accounts.known(database, [firstNumber])).size
      const sweep = () => forgetAccountsJob.run({ database, clock, signal: patient() })
      clock.advance({ days: 35, ms: -1 })
      await sweep()
      assert.deepEqual([await known(), (await scene.rows()).length], [1, 2])
      clock.advance({ ms: 1 })
      assert.equal(await known(), 0)
      scene.standIn.files(firstNumber, { ...filing, values: { ...values, '9087': '14' } })
      const end = scene.begin()
      assert.equal((await ask(scene))?.employees, 14)
      await end()
      await sweep()
      assert.deepEqual(
        (await scene.rows()).map(({ enterprise_number }) => enterprise_number),
        [firstNumber],
      )
    }),
  )

  test(
    `${engine.name}: ten thousand companies are waited for at most, and the one too many is told`,
    on(async (scene) => {
      const rows = Array.from({ length: 10_000 }, (_, place) => [numberOf(place), `id-${place}`, 1, 99_999_999_999_999])
      await scene.database.insertMany('filed_account', ['enterprise_number', 'id', 'wanted_at', 'due_at'], rows)
      const [answer, ms] = await timed(ask(scene))
      assert.equal(answer, null)
      assert.ok(ms < 1_500, `${ms} ms`)
      assert.deepEqual(
        scene.told.filter(({ name }) => name === 'accounts_wish').map(({ labels }) => labels),
        [{ outcome: 'refused' }],
      )
      assert.match(scene.log(), /too many companies/)
      await scene.database.run(`update filed_account set due_at = null where enterprise_number = $1`, [numberOf(0)])
      await scene.want(firstNumber)
      assert.equal((await scene.rows()).length, 10_001)
    }),
  )
}
