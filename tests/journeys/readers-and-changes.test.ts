/**
 * Every route that reads the catalogue, while what it reads changes between its wait and its answer: in place, by a new
 * catalogue in the place of the old, by a merge, by a withdrawal. Each is answered right, and counted once.
 */
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAccount } from '../../src/accounts/operations.ts'
import type { ByteStream, Call, Caller, JsonBytes, Reply } from '../../src/contract/call.ts'
import { makeBulkPool } from '../../src/matching/bulk-pool.ts'
import { matchRoutes } from '../../src/matching/routes.ts'
import { measureRoutes } from '../../src/measures/routes.ts'
import { versionRoutes } from '../../src/measures/versions/version-routes.ts'
import type { Database, Parameter, Row } from '../../src/platform/database/database.ts'
import { watchlistRoutes } from '../../src/watchlists/routes.ts'
import { type Engine, engines, type TestStore } from '../harness/databases.ts'
import { type FollowedScene, happenings, withFollowed } from '../harness/followed.ts'
import { input } from '../harness/ingestion.ts'

type AskedRoute = { run(call: Call<never>): Reply | Promise<Reply>; operation: string }
const routes = [
  ...measureRoutes,
  ...versionRoutes,
  ...matchRoutes,
  ...watchlistRoutes,
] as unknown as readonly AskedRoute[]

const long = Array.from({ length: 60 }, (_, number) => input(`row${number}`, { title: `Row ${number}` }))
const records = [input('read', { title: 'First', regions: [] }), input('other', { regions: [] })]

type Asked = {
  scene: FollowedScene
  accountId: string
  /** Asks a route with a database in which `happen` has happened once what the route waits for is over. */
  ask(
    operation: string,
    happen: (() => Promise<unknown>) | null,
    call: Partial<Record<keyof Call<never>, unknown>>,
  ): Promise<Reply>
  evaluations(): Promise<number>
}

async function withRoutes(engine: Engine, work: (asked: Asked) => Promise<void>): Promise<void> {
  await using store = await engine.open()
  const bulkPool = makeBulkPool({
    database: store.settings,
    baseUrl: 'http://127.0.0.1',
    slabFolder: tmpdir(),
    threads: 1,
  })
  try {
    await withFollowed(store.database, async (scene) => {
      const { clock, followed, matcher, publish } = scene
      await publish([...records, ...long])
      await publish([input('read', { title: 'Second', regions: [] }), ...records.slice(1), ...long])
      await followed.catchUp()
      const account = await createAccount(store.database, clock.now(), { email: 'a@example.org', plan: 'enterprise' })
      await work({
        scene,
        accountId: account.id,
        async ask(operation, happen, call) {
          const route = routes.find((one) => one.operation === operation)
          assert.ok(route)
          const database = happen === null ? store.database : changing(store, scene, happen)
          const given = {
            requestId: 'req_1',
            now: clock.now(),
            signal: new AbortController().signal,
            path: {},
            query: {},
            body: {},
            idempotency: null,
            counted: { evaluations: 0 },
            caller: {
              accountId: account.id,
              keyId: 'key_1',
              plan: 'enterprise',
              requestsThisMonth: 1,
              keyMode: 'test',
              at: clock.now(),
            } satisfies Caller,
            needs: { database, catalogue: followed, matcher, bulkPool, cursors: { keys: [], generation: 'g' } },
            warn: () => {},
            warnings: [],
            ...call,
          }
          return route.run(given as unknown as Call<never>)
        },
        async evaluations() {
          const row = await store.database.one('select sum(evaluations) as counted from match_usage')
          return Number(row?.counted ?? 0)
        },
      })
    })
  } finally {
    await bulkPool.stop()
  }
}

/** The store, in which the catalogue changes under the reader before each answer that it gives him. */
function changing({ database }: TestStore, { followed }: FollowedScene, happen: () => Promise<unknown>): Database {
  let hasHappened = false
  const once = async (): Promise<void> => {
    if (hasHappened) return
    hasHappened = true
    await happen()
    await followed.catchUp()
  }
  const afterwards = async <T>(answer: Promise<T>): Promise<T> => {
    const answered = await answer
    await once()
    return answered
  }
  return {
    ...database,
    all: <R extends Row>(text: string, parameters?: readonly Parameter[]) =>
      afterwards(database.all<R>(text, parameters)),
    one: <R extends Row>(text: string, parameters?: readonly Parameter[]) =>
      afterwards(database.one<R>(text, parameters)),
    transaction: (work) => afterwards(database.transaction(work)),
    requestTransaction: (work) => afterwards(database.requestTransaction(work)),
  }
}

const textOf = (data: unknown): string => Buffer.concat([...(data as JsonBytes).parts]).toString()

for (const engine of engines) {
  for (const { name, happen } of happenings) {
    test(`${engine.name}: ${name} while a match is counted: what was judged before is answered whole, and counted once`, () =>
      withRoutes(engine, async ({ scene, ask, evaluations }) => {
        const { data } = await ask('matchCompany', () => happen(scene), {
          body: { company: { postcode: '9000' }, limit: 100 },
        })
        const answer = JSON.parse(textOf(data)) as {
          evaluated: number
          matches: { subsidy: { id: string; title: string } }[]
          meta: { attribution: string[] }
        }
        const read = answer.matches.find(({ subsidy }) => subsidy.id === 'al:read')
        assert.equal(answer.evaluated, long.length + 2)
        assert.equal(read?.subsidy.title, 'Second')
        assert.deepEqual(answer.meta.attribution, [])
        assert.equal(await evaluations(), 1)
      }))

    test(`${engine.name}: ${name} while a bulk waits to be counted: each company is judged and counted once`, () =>
      withRoutes(engine, async ({ scene, ask, evaluations }) => {
        const companies = Array.from({ length: 60 }, (_, number) => ({
          reference: `c${number}`,
          company: { postcode: '9000' },
        }))
        const { data } = await ask('matchCompanies', () => happen(scene), { body: { companies } })
        const chunks: Buffer[] = []
        for await (const { bytes } of (data as ByteStream).begin(null)) chunks.push(bytes)
        const answer = JSON.parse(Buffer.concat(chunks).toString()) as {
          data: { reference: string; result: { evaluated: number } | null }[]
          evaluated: number
        }
        assert.deepEqual(
          answer.data.map(({ reference }) => reference),
          companies.map(({ reference }) => reference),
        )
        assert.ok(answer.data.every(({ result }) => result !== null && result.evaluated >= long.length + 1))
        assert.deepEqual([answer.evaluated, await evaluations()], [60, 60])
      }))

    test(`${engine.name}: ${name} while the versions of a measure are read: all of them are answered`, () =>
      withRoutes(engine, async ({ scene, ask }) => {
        const { data } = await ask('listSubsidyVersions', () => happen(scene), { path: { id: 'al:read' } })
        assert.deepEqual(
          (data as { version: number }[]).map(({ version }) => version),
          [2, 1],
        )
      }))

    test(`${engine.name}: ${name} while one version is read: it is answered as it was`, () =>
      withRoutes(engine, async ({ scene, ask }) => {
        const { data } = await ask('getSubsidyVersion', () => happen(scene), { path: { id: 'al:read', version: '1' } })
        const version = data as { id: string; version: number; title: string }
        assert.deepEqual([version.id, version.version, version.title], ['al:read', 1, 'First'])
      }))

    test(`${engine.name}: ${name} while a measure is read as of an instant: it is answered as it was then`, () =>
      withRoutes(engine, async ({ scene, ask }) => {
        const { data } = await ask('getSubsidy', () => happen(scene), {
          path: { id: 'al:read' },
          query: { as_of: scene.clock.now() },
        })
        const measure = data as { id: string; version: number; title: string }
        assert.deepEqual([measure.id, measure.version, measure.title], ['al:read', 2, 'Second'])
      }))

    test(`${engine.name}: ${name} while a page is rendered: all its rows and its total are of one state`, () =>
      withRoutes(engine, async ({ scene, ask }) => {
        const { followed } = scene
        let isDone = false
        const change = happen(scene)
          .then(() => followed.catchUp())
          .finally(() => {
            isDone = true
          })
        const seen = new Set<string>()
        while (!isDone) {
          await nextTurn()
          for (const view of ['compact', 'full'] as const) {
            const reply = await ask('listSubsidies', null, { query: { view, limit: 100, sort: 'title' } })
            const rows = JSON.parse(textOf(reply.data)) as { id: string; title: string }[]
            assert.ok(reply.meta?.attribution)
            assert.equal(rows.length, reply.meta.total)
            const lines = reply.meta.attribution.join()
            seen.add(`${rows.length} ${rows.find(({ id }) => id === 'al:read')?.title} ${lines}`)
          }
        }
        await change
        const after =
          { 'a change in place': '62 Changed ', 'a swap': '62 Second Another line' }[name] ?? '61 undefined '
        assert.deepEqual(
          [...seen].filter((one) => one !== '62 Second ' && one !== after),
          [],
        )
        const last = await ask('getSubsidy', null, { path: { id: 'al:read' } })
        const { id, withdrawn_at } = JSON.parse(textOf(last.data)) as { id: string; withdrawn_at: string | null }
        assert.equal(id, name === 'a merge' ? 'al:other' : 'al:read')
        assert.equal(withdrawn_at !== null, name === 'a withdrawal')
      }))
  }

  test(`${engine.name}: while there is no catalogue nothing is counted, and no list, measure, match or figure is answered`, () =>
    withRoutes(engine, async ({ scene, ask, evaluations }) => {
      const { followed } = scene
      await followed.stop()
      for (const [operation, call] of [
        ['matchCompany', { body: {} }],
        ['matchCompanies', { body: { companies: [{ reference: 'a' }] } }],
        ['uploadWatchedCompanies', { path: { id: 'wl_1' }, body: { companies: [{ reference: 'a', company: {} }] } }],
        ['listSubsidies', {}],
        ['getSubsidy', { path: { id: 'al:read' } }],
        ['listSubsidyVersions', { path: { id: 'al:read' } }],
        ['getSubsidyVersion', { path: { id: 'al:read', version: '1' } }],
        ['getCoverage', {}],
      ] as const) {
        await assert.rejects(async () => ask(operation, null, call), /no catalogue has been read/, operation)
      }
      assert.equal(await evaluations(), 0)
    }))
}
