import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingScene } from '../../tests/harness/billing.ts'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { ingestionScene, input, sampleDefinition } from '../../tests/harness/ingestion.ts'
import { watchedScene } from '../../tests/harness/watched.ts'
import { deleteAccount } from '../accounts/operations.ts'
import { endPayments } from '../billing/ending.ts'
import { reconcile } from '../billing/reconcile.ts'
import { ConnectorFailure } from '../ingestion/connectors/connector.ts'
import { ingest } from '../ingestion/ingest.ts'
import { comparedProfiles } from '../ingestion/run-profiles.ts'
import { confirmHeldRun } from '../ingestion/runs/confirm.ts'
import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { checkUp } from './check-up.ts'

for (const engine of engines) {
  test(`${engine.name}: a source says why its last run failed, whether it never succeeded, is fresh or failing`, () =>
    openedTwice(engine, async (database) => {
      const scene = await ingestionScene(database)
      const found = async (): Promise<string> => {
        const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
        return findings
          .flatMap(({ check, ...one }) => (check === 'source alpha' ? `${one.level}: ${one.message}` : []))
          .join()
      }
      const run = async (why: string | null): Promise<void> => {
        const before = (): void => {
          if (why !== null) throw new ConnectorFailure(why)
        }
        scene.sources.lists('alpha', { items: [input('m')], before })
        await ingest(scene.means, ['alpha'])
      }
      assert.equal(await found(), 'warning: has never succeeded. Try: npx subsidies ingest alpha')
      await run('the host name was not found')
      assert.equal(
        await found(),
        'warning: has never succeeded. Its last run, at 2026-03-03T10:00:00+01:00, failed: the host name was not found. ' +
          'Try: npx subsidies ingest alpha',
      )
      await run(null)
      assert.equal(await found(), 'ok: fresh, 1 measure')
      scene.clock.advance({ hours: 1 })
      await run('the page has another form')
      assert.equal(
        await found(),
        'warning: fresh, 1 measure. Its last run, at 2026-03-03T11:00:00+01:00, failed: the page has another form. ' +
          'Try: npx subsidies ingest alpha',
      )
      await run('answered 503')
      await run('answered 503')
      assert.match(
        await found(),
        /^fault: failing: last success 2026-03-03T10:00:00\.001\+01:00\. Its last run, at \S+, failed: answered 503\. Try: /,
      )
      await run(null)
      assert.equal(await found(), 'ok: fresh, 1 measure')
    }))

  test(`${engine.name}: a run that lists far fewer measures is told before the next one is held, until they are listed or confirmed gone`, () =>
    openedTwice(engine, async (database) => {
      const scene = await ingestionScene(database)
      const found = async (): Promise<string[]> => {
        const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
        return findings.flatMap(({ check, level, message }) =>
          check === 'source alpha' && level !== 'ok' ? message.slice(0, 55) : [],
        )
      }
      const run = async (count: number): Promise<unknown> => {
        const items = Array.from({ length: count }, (_, place) => input(`m${place}`))
        scene.sources.lists('alpha', { items })
        scene.clock.advance({ hours: 1 })
        const [made] = await ingest(scene.means, ['alpha'])
        const { newest } = await comparedProfiles(database, 'alpha')
        return [made?.status, newest?.profile.not_listed?.measures, newest?.profile.not_listed?.of]
      }
      const warning = 'its last succeeded run did not list 11 of its 40 measur'
      assert.deepEqual(await run(40), ['succeeded', 0, 0])
      assert.deepEqual(await run(30), ['succeeded', 10, 40])
      assert.deepEqual(await found(), [])
      assert.deepEqual(await run(40), ['succeeded', 0, 40])
      assert.deepEqual(await run(29), ['succeeded', 11, 40])
      assert.deepEqual(await found(), [warning])
      assert.deepEqual(await run(40), ['succeeded', 0, 40])
      assert.deepEqual(await found(), [])
      await run(29)
      assert.deepEqual(await run(29), ['held', 11, 40])
      assert.deepEqual((await found()).length, 1)
      assert.match((await found()).join(), /^its newest run looks wrong/)
      await confirmHeldRun(scene.means, 'alpha')
      assert.deepEqual(await found(), [])
    }))

  test(`${engine.name}: a source that rejects many of its records is found as long as it does, also while its runs succeed`, () =>
    openedTwice(engine, async (database) => {
      const scene = await ingestionScene(database)
      const found = async (): Promise<string[]> => {
        const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
        return findings.flatMap(({ check, level, message }) =>
          check === 'source alpha' && level !== 'ok' ? `${level}: ${message}` : [],
        )
      }
      const run = async (wrong: number, count: number): Promise<unknown> => {
        const items = Array.from({ length: count }, (_, place) =>
          input(`m${place}`, place < wrong ? { title: '' } : {}),
        )
        scene.sources.lists('alpha', { items })
        scene.clock.advance({ hours: 1 })
        const [made] = await ingest(scene.means, ['alpha'])
        return [made?.status, made?.rejected, made?.seen]
      }
      const warning = (what: string): string =>
        `warning: its newest run rejected ${what} records; their measures stay as they were and grow old. Which, and why: npx subsidies sources show alpha`
      for (const _run of ['first', 'second']) {
        assert.deepEqual(await run(11, 40), ['succeeded', 11, 40])
        assert.deepEqual(await found(), [warning('11 of 40')])
      }
      assert.deepEqual(await run(10, 40), ['succeeded', 10, 40])
      assert.deepEqual(await found(), [], 'ten are few, whatever they are of')
      assert.deepEqual(await run(11, 55), ['succeeded', 11, 55])
      assert.deepEqual(await found(), [], 'a fifth are few, however many they are')
      assert.deepEqual(await run(11, 54), ['succeeded', 11, 54])
      assert.deepEqual(await found(), [warning('11 of 54')])
    }))

  test(`${engine.name}: a source whose records we word says how many of them nobody has read against their page`, () =>
    openedTwice(engine, async (database) => {
      const scene = await ingestionScene(database, [sampleDefinition({ connector: 'file' })])
      scene.means.connectors = new Map([['file', scene.sources.connector]])
      const found = async (): Promise<string> => {
        const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
        return findings
          .flatMap(({ check, ...one }) => (check === 'source alpha' ? `${one.level}: ${one.message}` : []))
          .join()
      }
      const items = [input('m'), input('n', { checked_at: '2026-02-01' }), input('o', { checked_at: '2025-02-01' })]
      scene.sources.lists('alpha', { items })
      await ingest(scene.means, ['alpha'])
      assert.equal(
        await found(),
        'advice: fresh, 3 measures, 2 of them unchecked: nobody has read them against their page for a year',
      )
      scene.sources.lists('alpha', { items: items.map((item) => ({ ...item, checked_at: '2026-03-01' })) })
      await ingest(scene.means, ['alpha'])
      assert.equal(await found(), 'ok: fresh, 3 measures')
    }))

  test(`${engine.name}: versions of which companies on watch have not been told are found, the more seriously the longer they wait`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const found = async (): Promise<string> => {
        const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
        const one = findings.find(({ check }) => check === 'watchlists')
        return `${one?.level} ${/of (\d+ versions|every version)/.exec(one?.message ?? '')?.[1]}`
      }
      assert.equal(await found(), 'ok every version')
      await scene.publish([input('m'), input('n')])
      assert.equal(await found(), 'ok 2 versions')
      scene.clock.advance({ seconds: 61 })
      assert.equal(await found(), 'warning 2 versions')
      scene.clock.advance({ seconds: 600 })
      assert.equal(await found(), 'fault 2 versions')
      await scene.reevaluate()
      assert.equal(await found(), 'ok every version')
    }))

  test(`${engine.name}: a damaged record is named with what to do, and all else is looked at`, () =>
    openedTwice(engine, async (database) => {
      const scene = await ingestionScene(database)
      scene.sources.lists('alpha', { items: [input('m')] })
      await ingest(scene.means, ['alpha'])
      await database.run('update measure_record set record = $1', ['{"title":'])
      const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
      const levels = new Map(findings.map(({ check, level }) => [check, level]))
      assert.deepEqual(
        ['measures', 'source alpha', 'watchlists'].map((check) => levels.get(check)),
        ['fault', 'ok', 'ok'],
      )
      const { message } = findings.find(({ check }) => check === 'measures') ?? {}
      assert.match(message ?? '', /the store holds a damaged record of al:m\. Restore a backup of before/)
    }))

  test(`${engine.name}: who is charged twice is named, and what the payment provider was not told or asked for long is counted`, async () => {
    await using store = await engine.open()
    const scene = await billingScene(store.database)
    const { stripe, clock, means } = scene
    const { signal } = new AbortController()
    const found = async (): Promise<string[]> => {
      const findings = await checkUp({ database: store.database, lookups: referenceLookups }, clock.now())
      return findings.filter(({ check }) => check === 'billing').map(({ level, message }) => `${level}: ${message}`)
    }
    try {
      const [id, gone] = [await scene.account(), await scene.account()]
      const first = await scene.buy(id)
      await scene.buy(gone)
      assert.deepEqual(await found(), [])
      const { customer } = stripe.objects.subscription(first)
      const second = stripe.objects.subscribe(customer, scene.price({ plan: 'developer', period: 'year' }))
      await scene.deliver()
      const [twice, ...more] = await found()
      assert.ok(twice?.startsWith(`fault: ${id} is charged for 2 subscriptions (${first}, ${second.id})`))
      assert.deepEqual(more, [])
      stripe.objects.end(second.id)
      await scene.deliver()
      await deleteAccount(store.database, clock.now(), gone)
      stripe.fails(() => 'error')
      for (let hour = 0; hour < 12; hour += 1) {
        await endPayments(means, signal)
        await reconcile(means, signal)
        clock.advance({ hours: 1 })
      }
      assert.equal((await found()).length, 1, 'what is paid is looked at every six hours, and may wait')
      clock.advance({ ms: 1 })
      const late = await found()
      assert.match(late[0] ?? '', /^fault: what 1 deleted accounts pay has not been ended for over an hour/)
      assert.match(late[1] ?? '', /^warning: what 1 accounts pay could not be looked at for half a day/)
      stripe.fails(() => null)
      clock.advance({ hours: 1 })
      await endPayments(means, signal)
      await reconcile(means, signal)
      assert.deepEqual(await found(), [])
    } finally {
      await scene.close()
    }
  })
}
