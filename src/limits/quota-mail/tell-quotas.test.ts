import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../../../tests/harness/databases.ts'
import { type MailScene, mailScene } from '../../../tests/harness/mail-scene.ts'
import { createAccount, setPlan } from '../../accounts/operations.ts'
import { setLanguage } from '../../accounts/profile.ts'
import type { PlanId } from '../../values/vocabularies.ts'
import { quotaMailKind, reachedOf } from './quota-letter.ts'
import { quotaMail, tellQuotas } from './tell-quotas.ts'

const rows: [used: number, allowed: number | null, reached: 80 | 100 | null][] = [
  [7_999, 10_000, null],
  [8_000, 10_000, 80],
  [9_999, 10_000, 80],
  [10_000, 10_000, 100],
  [10_500, 10_000, 100],
  [79, 100, null],
  [80, 100, 80],
  [1_000_000, null, null],
  [0, 0, null],
]
for (const [used, allowed, reached] of rows)
  test(`${used} of ${allowed ?? 'no limit'} reaches ${reached ?? 'nothing'}`, () =>
    assert.equal(reachedOf(used, allowed), reached))

const kinds = { [quotaMail]: quotaMailKind }
const { signal } = new AbortController()

type Quotas = MailScene & {
  made(email: string, plan: PlanId | null): Promise<string>
  uses(account: string, use: { requests?: number; evaluations?: number }, month?: string): Promise<void>
  look(): Promise<number>
  subjects(): string[]
}

const onStore = (engine: Engine, work: (scene: Quotas) => Promise<void>) => async (): Promise<void> => {
  await using store = await engine.open()
  await using scene = await mailScene(store.database)
  const { database, clock } = scene
  await work({
    ...scene,
    made: async (email, plan) => (await createAccount(database, clock.now(), { email, plan })).id,
    async uses(account, { requests, evaluations }, month = '2026-03') {
      if (requests !== undefined)
        await database.counters.run(
          `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps) values ($1, $2, $3, 0, 0, 'admitted', 5)
           on conflict (account_id, month) do update set requests = excluded.requests`,
          [account, month, requests],
        )
      if (evaluations !== undefined)
        await database.run(
          `insert into match_usage (account_id, month, evaluations) values ($1, $2, $3)
           on conflict (account_id, month) do update set evaluations = excluded.evaluations`,
          [account, month, evaluations],
        )
    },
    async look() {
      const told = await tellQuotas({ database, clock, signal })
      await scene.deliver(kinds)
      return told
    },
    subjects: () => scene.server.taken.map(({ to, mail }) => `${to}: ${mail.subject}`),
  })
}

for (const engine of engines) {
  const on = (work: (scene: Quotas) => Promise<void>) => onStore(engine, work)

  test(
    `${engine.name}: 80 and 100 % of the month's requests and evaluations are told, each once, and anew in the next month`,
    on(async (scene) => {
      const { account } = scene
      await scene.uses(account, { requests: 79_999, evaluations: 799 })
      assert.equal(await scene.look(), 0)
      await scene.uses(account, { requests: 80_000, evaluations: 800 })
      assert.equal(await scene.look(), 2)
      assert.equal(await scene.look(), 0)
      await scene.uses(account, { requests: 100_000 })
      assert.equal(await scene.look(), 1)
      assert.equal(await scene.look(), 0)
      // Mails are sent side by side.
      assert.deepEqual(scene.subjects().toSorted(), [
        'jan@voorbeeld.be: 80 % of this month’s match evaluations are used',
        'jan@voorbeeld.be: 80 % of this month’s requests are used',
        'jan@voorbeeld.be: All of this month’s requests are used',
      ])
      const first = scene.server.taken.find(({ mail }) => /^80 .*requests/.test(mail.subject ?? ''))
      assert.match(first?.mail.text ?? '', /Used: 80\s000 of 100\s000\nLeft: 20\s000\nPlan: Pro\n/)
      // The clock changes at the end of March: midnight UTC is another hour in Brussels.
      assert.match(first?.mail.text ?? '', /Starts anew: 1\sApr\s2026 at 00:00 UTC \(02:00 in Brussels\)/)
      assert.match(first?.mail.text ?? '', /The plan Business has 500\s000 requests a month/)
      assert.match(first?.mail.text ?? '', /https:\/\/api\.example\.org\/dashboard\/usage/)
      scene.clock.advance({ days: 30 })
      assert.equal(await scene.look(), 0)
      await scene.uses(account, { requests: 90_000 }, '2026-04')
      assert.equal(await scene.look(), 1)
    }),
  )

  test(
    `${engine.name}: who jumps past both is told of the higher one; a mail whose plan or month is another by then is not sent`,
    on(async (scene) => {
      const { account, database, clock } = scene
      await scene.uses(account, { evaluations: 1_200 })
      await scene.look()
      assert.deepEqual(scene.subjects(), ['jan@voorbeeld.be: All of this month’s match evaluations are used'])
      const other = await scene.made('piet@voorbeeld.be', 'developer')
      await scene.uses(other, { requests: 8_000 })
      assert.equal(await tellQuotas({ database, clock, signal }), 1)
      await setPlan(database, clock.now(), other, 'pro')
      await scene.deliver(kinds)
      const third = await scene.made('els@voorbeeld.be', 'developer')
      await scene.uses(third, { requests: 8_000 })
      assert.equal(await tellQuotas({ database, clock, signal }), 1)
      clock.advance({ days: 30 })
      await scene.deliver(kinds)
      assert.equal(scene.subjects().length, 1)
      assert.deepEqual((await scene.rows()).map(({ state }) => state).toSorted(), ['dropped', 'dropped', 'sent'])
    }),
  )

  test(
    `${engine.name}: nobody is told who has no plan, no limit or no verified address; every other is, however many there are`,
    on(async (scene) => {
      const { database } = scene
      await scene.uses(await scene.made('none@voorbeeld.be', null), { requests: 10_000 })
      await scene.uses(await scene.made('all@voorbeeld.be', 'enterprise'), { requests: 10_000_000 })
      const unverified = await scene.made('who@voorbeeld.be', 'developer')
      await scene.uses(unverified, { requests: 10_000 })
      await database.run('update account set email_verified = 0 where id = $1', [unverified])
      assert.equal(await scene.look(), 0)
      const many = Array.from({ length: 1_001 }, (_, number) => `acc_${String(number).padStart(26, '0')}`)
      await database.insertMany(
        'account',
        ['id', 'email', 'email_folded', 'plan', 'created_at'],
        many.map((id) => [id, `${id}@voorbeeld.be`, `${id}@voorbeeld.be`, 'developer', 0]),
      )
      await database.insertMany(
        'match_usage',
        ['account_id', 'month', 'evaluations'],
        many.map((id) => [id, '2026-03', 85]),
      )
      assert.equal(await tellQuotas({ database, clock: scene.clock, signal }), 1_001)
      assert.equal(await tellQuotas({ database, clock: scene.clock, signal }), 0)
    }),
  )

  test(
    `${engine.name}: the letter is in the account's language`,
    on(async (scene) => {
      await setLanguage(scene.database, scene.clock.now(), {
        accountId: scene.account,
        language: 'fr',
        actor: { kind: 'session' },
      })
      await scene.uses(scene.account, { requests: 100_000 })
      await scene.look()
      assert.deepEqual(scene.subjects(), ['jan@voorbeeld.be: Toutes les requêtes de ce mois sont utilisées'])
      assert.match(scene.server.taken[0]?.mail.html ?? '', /<html lang="fr">/)
      assert.match(scene.server.taken[0]?.mail.text ?? '', /seule l'autorité compétente décide/)
    }),
  )
}
