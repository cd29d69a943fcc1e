/**
 * An evaluation is counted exactly when what it pays for is answered: whatever fails, at the wire and on both engines. Failures
 * are made of what really fails: the bound of pinned states, a catalogue that is given up, threads that end, a store that refuses
 * one statement.
 */
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { changeRoutes } from '../../src/changes/routes.ts'
import { companyRoutes } from '../../src/companies/routes.ts'
import type { Caller } from '../../src/contract/call.ts'
import type { RouteRecord } from '../../src/contract/route.ts'
import { evaluationsThisMonth } from '../../src/limits/operations.ts'
import { type BulkPool, makeBulkPool } from '../../src/matching/bulk-pool.ts'
import { matchRoutes } from '../../src/matching/routes.ts'
import { mcpAccess } from '../../src/mcp/access.ts'
import { type McpNeeds, mcpRoute } from '../../src/mcp/routes.ts'
import { pinsMax } from '../../src/measures/catalogue/pin.ts'
import { measureRoutes } from '../../src/measures/routes.ts'
import type { Database, Row } from '../../src/platform/database/database.ts'
import { sourceRoutes } from '../../src/sources/routes.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { type Edge, keys, type Scene, withEdge } from '../harness/edge.ts'
import { type FollowedScene, withFollowed } from '../harness/followed.ts'
import { input } from '../harness/ingestion.ts'
import { mcpCaller, type Rpc } from '../harness/mcp.ts'
import { noLooking } from '../harness/register-scene.ts'
import { startService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'

type Paying = {
  edge: Edge
  scene: FollowedScene
  /** Evaluations that the account has counted. */
  counted(): Promise<number>
  /** Called when a transaction that counts has been committed. */
  onCounted(work: () => Promise<unknown>): void
  /** Slices that a thread ends on; the empty one that is asked before the counting is not among them. */
  failSlices(isFailing: (slice: number) => boolean): void
}

/** The routes that count evaluations, behind a real server, over a real store. */
async function withPaying(engine: Engine, work: (paying: Paying) => Promise<void>): Promise<void> {
  await using store = await engine.open()
  const pool = makeBulkPool({
    ...{ database: store.settings, baseUrl: 'http://127.0.0.1', slabFolder: tmpdir() },
    threads: 1,
  })
  try {
    await withFollowed(store.database, async (scene) => {
      await scene.publish([input('a', { status: 'open' }), input('b')])
      await scene.followed.catchUp()
      const at = scene.clock.now()
      const { id: accountId } = await createAccount(store.database, at, { email: 'a@example.org', plan: 'enterprise' })
      let onCounted: () => Promise<unknown> = async () => {}
      const requestTransaction: Database['requestTransaction'] = async (transaction) => {
        const done = await store.database.requestTransaction(transaction)
        await onCounted()
        return done
      }
      let isFailing: (slice: number) => boolean = () => false
      let slices = 0
      const bulkPool: Pick<BulkPool, 'judge'> = {
        judge(slice, signal) {
          if (slice.entries.length > 0 && isFailing(slices++)) return Promise.reject(new Error('the thread has ended'))
          return pool.judge(slice, signal)
        },
      }
      const tools = [...measureRoutes, ...matchRoutes, ...changeRoutes, ...sourceRoutes, ...companyRoutes]
      const routes = [
        ...matchRoutes,
        mcpRoute(tools as unknown as RouteRecord<McpNeeds>[]),
      ] as unknown as RouteRecord<Scene>[]
      const caller: Caller = {
        accountId,
        keyId: 'key_1',
        plan: 'enterprise',
        requestsThisMonth: 1,
        keyMode: 'test',
        at,
      }
      const enter = () => ({ caller, accountId })
      await withEdge({ routes, entrances: () => ({ key: enter, [mcpAccess.entrance]: enter }) }, async (edge) => {
        Object.assign(edge.scene, {
          ...{ catalogue: scene.followed, matcher: scene.matcher, bulkPool, serviceVersion: '1', ...noLooking },
          ...{ baseUrl: 'https://subsidies.example', takeToken: async () => true, tellToolFault() {} },
          database: Object.create(store.database, { requestTransaction: { value: requestTransaction } }),
        })
        await work({
          edge,
          scene,
          counted: () => evaluationsThisMonth(store.database, accountId, at),
          onCounted: (then) => (onCounted = then),
          failSlices(next) {
            slices = 0
            isFailing = next
          },
        })
      })
    })
  } finally {
    await pool.stop()
  }
}

/** Whether a company was answered, by each way that counts one evaluation. */
const ways: Record<string, (edge: Edge) => Promise<boolean>> = {
  'POST /v1/match': async (edge) => (await edge.call('POST', '/v1/match', { key: keys.pro, json: {} })).status === 200,
  match_company: (edge) => isToolAnswered(edge, 'match_company', {}),
  explain_eligibility: (edge) => isToolAnswered(edge, 'explain_eligibility', { id: 'al:a' }),
}

async function isToolAnswered(edge: Edge, name: string, given: object): Promise<boolean> {
  const mcp = mcpCaller(() => ({ origin: edge.origin, key: keys.pro }))
  const answer = await mcp.legacy('tools/call', { name, arguments: given })
  const { result } = answer.json() as unknown as Rpc
  return answer.status === 200 && result?.isError !== true
}

for (const engine of engines) {
  for (const [way, ask] of Object.entries(ways)) {
    test(`${engine.name}: ${way}: while no further state can be pinned, an evaluation is counted only where it is answered`, () =>
      withPaying(engine, async ({ edge, scene, counted }) => {
        const pins = await Promise.all(Array.from({ length: pinsMax }, () => scene.followed.pin()))
        try {
          const isAnswered = await ask(edge)
          assert.equal(await counted(), isAnswered ? 1 : 0)
        } finally {
          for (const pin of pins) pin.release()
        }
      }))

    test(`${engine.name}: ${way}: a catalogue that is given up once the evaluation is counted has been asked before`, () =>
      withPaying(engine, async ({ edge, scene, counted, onCounted }) => {
        onCounted(() => scene.followed.stop())
        assert.equal(await ask(edge), true)
        assert.equal(await counted(), 1)
      }))

    test(`${engine.name}: ${way}: without a catalogue nothing is counted`, () =>
      withPaying(engine, async ({ edge, scene, counted }) => {
        await scene.followed.stop()
        assert.equal(await ask(edge), false)
        assert.equal(await counted(), 0)
      }))
  }

  for (const failing of [0, 1, 3]) {
    test(`${engine.name}: a bulk whose slice ${failing} no thread can judge costs nothing, and is counted when it is sent again`, () =>
      withPaying(engine, async ({ edge, counted, failSlices }) => {
        const companies = Array.from({ length: 100 }, (_, place) => ({ reference: `c${place}`, company: {} }))
        const send = () =>
          edge.call('POST', '/v1/match/bulk', {
            ...{ key: keys.pro, json: { companies }, headers: { 'idempotency-key': 'once' } },
          })
        failSlices((slice) => slice === failing)
        const answer = await send().catch(() => null)
        assert.ok(answer === null || answer.status === 500, 'it is cut, or refused before its first byte')
        assert.equal(await counted(), 0)
        failSlices(() => false)
        assert.equal((await send()).status, 200)
        assert.equal((await send()).status, 200)
        assert.equal(await counted(), 100)
      }))
  }

  test(`${engine.name}: an answer of the dashboard's matcher that cannot be shown counts nothing`, async () => {
    let isRefusing = false
    const service = await startService(engine, {
      storeAs: (database) =>
        Object.create(database, {
          one: {
            value: (text: string, parameters: readonly (string | number | null)[]): Promise<Row | null> =>
              isRefusing && text.startsWith('select evaluations')
                ? Promise.reject(new Error('the store refuses this statement'))
                : database.one(text, parameters),
          },
          withSignal: {
            value(signal: AbortSignal): Database {
              return Object.create(database.withSignal(signal), { one: { value: this.one } })
            },
          },
        }),
    })
    try {
      await service.publish([input('a', { status: 'open' })])
      const browser = await signedInTo(service, service.accounts.pro)
      const counted = () => evaluationsThisMonth(service.database, service.accounts.pro, service.clock.now())
      const send = async (): Promise<number> => {
        const body = new URLSearchParams({ who: 'company', place: '9000', postcode: '9000' }).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        return (await browser.send('POST', '/dashboard/matcher', { body, headers })).status
      }
      assert.equal(await send(), 200)
      assert.equal(await counted(), 1)
      isRefusing = true
      assert.equal(await send(), 500)
      isRefusing = false
      assert.equal(await counted(), 1)
    } finally {
      await service.stop()
    }
  })
}
