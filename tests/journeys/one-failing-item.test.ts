/** Work over many accounts, sources or endpoints goes on past one that fails: a table of every such job, on both engines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseDeletedAccounts } from '../../src/accounts/erasure.ts'
import { createAccount, deleteAccount } from '../../src/accounts/operations.ts'
import { endPayments } from '../../src/billing/ending.ts'
import { reconcile } from '../../src/billing/reconcile.ts'
import { queueDigests } from '../../src/digests/queue-digests.ts'
import { erasers } from '../../src/erasers.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { reapRuns } from '../../src/ingestion/runs/runs.ts'
import { tellQuotas } from '../../src/limits/quota-mail/tell-quotas.ts'
import { remindOfDeadlines } from '../../src/measures/reminders/closing-soon.ts'
import { settleClock } from '../../src/measures/versions/clock.ts'
import type { Parameter } from '../../src/platform/database/database.ts'
import { ItemsFailed } from '../../src/platform/faults/item-faults.ts'
import { newId } from '../../src/platform/new-id.ts'
import { settleAllFreshness } from '../../src/sources/freshness.ts'
import { boundLogs, forgetUsage } from '../../src/usage/retention/retention.ts'
import { utcDayOf, utcMonthOf } from '../../src/values/brussels.ts'
import { eraseDeletedLists } from '../../src/watchlists/lists.ts'
import { eraseDeletedWebhooks } from '../../src/webhooks/leaving.ts'
import { forgetDeliveries } from '../../src/webhooks/retention/retention.ts'
import { breakRow, type RefusedStatement } from '../harness/broken-rows.ts'
import { engines } from '../harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../harness/ingestion.ts'
import { unobserved } from '../harness/observer.ts'

type Scene = IngestionScene & {
  signal: AbortSignal
  put(table: string, row: Record<string, Parameter>): Promise<void>
  has(text: string, values?: readonly Parameter[]): Promise<boolean>
}

type Item = { id: string; isDone: () => Promise<boolean> }

type Row = {
  /** What goes on. */
  work: string
  /** The statement that fails for the first item, and the column that names it. */
  fails: RefusedStatement
  isBehind?: true
  /** Two items; the first comes first in the work's own order. */
  make(scene: Scene): Promise<[broken: Item, sound: Item]>
  run(scene: Scene): Promise<unknown>
}

const dayMs = 86_400_000

/** Two of what `make` makes, in the order of their ids. */
async function pair(make: (index: number) => Promise<Item>): Promise<[Item, Item]> {
  const [one, other] = [await make(0), await make(1)]
  return one.id < other.id ? [one, other] : [other, one]
}

async function accounts(scene: Scene, make: (id: string, index: number) => Promise<() => Promise<boolean>>) {
  return pair(async (index) => {
    scene.clock.advance({ ms: 1 })
    const email = `owner${index}@example.org`
    const { id } = await createAccount(scene.database, scene.clock.now(), { email, plan: 'pro' })
    return { id, isDone: await make(id, index) }
  })
}

function sources(isDone: (id: string) => Promise<boolean>): Promise<[Item, Item]> {
  return pair(async (index) => {
    const id = ['alpha', 'beta'][index] ?? ''
    return { id, isDone: () => isDone(id) }
  })
}

const billingMeans = ({ database, clock }: Scene) => ({
  ...{ database, clock, observer: unobserved, provider: null, baseUrl: 'https://x.example' },
})
const endpointRow = (id: string, account: string, now: number) => ({
  ...{ id, account_id: account, url: 'https://a.example', filters: '{}', secret: 's', active: 1 },
  ...{ created_at: now, after_seq: 0 },
})

const rows: Row[] = [
  {
    work: 'the erasure of deleted accounts',
    fails: { on: 'delete', table: 'audit_entry', column: 'account_id' },
    make: (scene) =>
      accounts(scene, async (id) => {
        await deleteAccount(scene.database, scene.clock.now() - 120_000, id)
        return async () => !(await scene.has('select 1 as one from account where id = $1', [id]))
      }),
    run: (scene) => eraseDeletedAccounts(scene, erasers),
  },
  {
    work: 'the erasure of deleted watchlists',
    fails: { on: 'delete', table: 'watchlist', column: 'id' },
    make: (scene) =>
      accounts(scene, async () => async () => true).then(([{ id: account }]) =>
        pair(async (index) => {
          const id = `wl_${index}`
          const now = scene.clock.now()
          await scene.put('watchlist', {
            ...{ id, account_id: account, name: 'n', language: 'en', min_severity: 'low', muted_subsidies: '[]' },
            ...{ created_at: now, updated_at: now, deleted_at: now },
          })
          return { id, isDone: async () => !(await scene.has('select 1 as one from watchlist where id = $1', [id])) }
        }),
      ),
    run: ({ database, signal }) => eraseDeletedLists(database, signal),
  },
  {
    work: 'the erasure of deleted endpoints',
    fails: { on: 'delete', table: 'webhook', column: 'id' },
    make: (scene) =>
      accounts(scene, async () => async () => true).then(([{ id: account }]) =>
        pair(async (index) => {
          const id = `wh_${index}`
          const now = scene.clock.now()
          await scene.put('webhook', { ...endpointRow(id, account, now), deleted_at: now })
          return { id, isDone: async () => !(await scene.has('select 1 as one from webhook where id = $1', [id])) }
        }),
      ),
    run: ({ database, signal }) => eraseDeletedWebhooks(database, signal),
  },
  {
    work: 'forgetting old deliveries',
    fails: { on: 'delete', table: 'webhook_delivery', column: 'webhook_id' },
    make: (scene) =>
      accounts(scene, async () => async () => true).then(([{ id: account }]) =>
        pair(async (index) => {
          const id = `wh_${index}`
          await scene.put('webhook', endpointRow(id, account, 5))
          for (let delivery = 0; delivery < 60; delivery += 1)
            await scene.put('webhook_delivery', {
              ...{ id: `${id}-${delivery}`, webhook_id: id, account_id: account, event_id: `e${delivery}` },
              ...{ event_type: 't', seq: delivery, lane: 1, status: 'failed', created_at: 5, due_at: null },
            })
          const left = 'select 1 as one from webhook_delivery where webhook_id = $1 and seq = 0'
          return { id, isDone: async () => !(await scene.has(left, [id])) }
        }),
      ),
    run: ({ database, clock, signal }) => forgetDeliveries(database, clock.now(), signal),
  },
  {
    work: 'ending plans by the clock',
    fails: { on: 'update', table: 'billing', column: 'account_id' },
    make: (scene) =>
      accounts(scene, async (id) => {
        const now = scene.clock.now()
        await scene.put('billing', { account_id: id, plan_until: now - 1, due_at: now + dayMs, others: '[]' })
        return () => scene.has('select 1 as one from billing where account_id = $1 and plan_until is null', [id])
      }),
    run: (scene) => reconcile(billingMeans(scene), scene.signal),
  },
  {
    work: 'ending what deleted accounts pay',
    fails: { on: 'delete', table: 'billing', column: 'account_id' },
    make: (scene) =>
      accounts(scene, async (id) => {
        await scene.put('billing', { account_id: id, customer_id: `cus_${id}`, due_at: 0, others: '[]' })
        await deleteAccount(scene.database, scene.clock.now(), id)
        return async () => !(await scene.has('select 1 as one from billing where account_id = $1', [id]))
      }),
    run: (scene) => endPayments(billingMeans(scene), scene.signal),
  },
  {
    work: 'making digests',
    fails: { on: 'insert', table: 'mail', column: 'account_id' },
    make: (scene) =>
      accounts(scene, async (id, index) => {
        const now = scene.clock.now()
        await scene.put('digest', {
          ...{ subject: `search_${index}`, account_id: id, kind: 'search', every: 'daily' },
          ...{ seq: -1, since_at: now - dayMs, due_at: now - 1 },
        })
        return () => scene.has('select 1 as one from mail where account_id = $1', [id])
      }),
    run: (scene) => queueDigests(scene),
  },
  {
    work: 'telling accounts of their quotas',
    fails: { on: 'insert', table: 'mail', column: 'account_id' },
    make: (scene) =>
      accounts(scene, async (id) => {
        const month = utcMonthOf(scene.clock.now())
        await scene.put('match_usage', { account_id: id, month, evaluations: 1_000_000_000 })
        return () => scene.has('select 1 as one from mail where account_id = $1', [id])
      }),
    run: (scene) => tellQuotas(scene),
  },
  {
    work: 'keeping the request logs of accounts to their number',
    fails: { on: 'delete', table: 'request_page', column: 'account_id' },
    isBehind: true,
    make: (scene) => loggedAccounts(scene, scene.clock.now()),
    run: ({ database, clock, signal }) => boundLogs(database, clock.now(), signal, 1),
  },
  {
    work: 'forgetting old requests of accounts',
    fails: { on: 'delete', table: 'request_page', column: 'account_id' },
    isBehind: true,
    make: (scene) => loggedAccounts(scene, scene.clock.now() - 30 * dayMs),
    run: ({ database, clock, signal }) => forgetUsage(database, clock.now(), signal),
  },
  {
    work: 'announcing how fresh sources are',
    fails: { on: 'update', table: 'source', column: 'id' },
    make: async (scene) => {
      await ingest(scene.means, ['alpha', 'beta'])
      scene.clock.advance({ days: 10 })
      return sources((id) => scene.has(`select 1 as one from source where id = $1 and freshness = 'stale'`, [id]))
    },
    run: ({ database, clock }) => settleAllFreshness(database, clock.now()),
  },
  {
    work: 'the openings and deadlines that pass',
    fails: { on: 'update', table: 'measure', column: 'source_id' },
    make: async (scene) => {
      await ingestClosing(scene)
      scene.clock.advance({ days: 20 })
      return sources((id) => scene.has(`select 1 as one from measure where source_id = $1 and status = 'closed'`, [id]))
    },
    run: (scene) => settleClock({ ...scene.means, signal: scene.signal }),
  },
  {
    work: 'reminding of deadlines',
    fails: { on: 'insert', table: 'reminder', column: 'measure_id' },
    make: async (scene) => {
      await ingestClosing(scene)
      scene.clock.advance({ days: 5 })
      const measure = { alpha: 'al:a', beta: 'be:a' }
      return pair(async (index) => {
        const id = Object.values(measure)[index] ?? ''
        return { id, isDone: () => scene.has('select 1 as one from reminder where measure_id = $1', [id]) }
      })
    },
    run: (scene) => remindOfDeadlines({ ...scene.means, signal: scene.signal, daysBefore: [7] }, null),
  },
  {
    work: 'ending the runs of dead processes',
    fails: { on: 'update', table: 'run', column: 'source_id' },
    make: async (scene) => {
      const now = scene.clock.now()
      for (const source of ['alpha', 'beta'])
        await scene.put('run', {
          ...{ id: newId('run', now), source_id: source, started_at: now, progress_at: now, status: 'running' },
        })
      return sources((id) => scene.has(`select 1 as one from run where source_id = $1 and status = 'failed'`, [id]))
    },
    run: ({ database, clock }) => reapRuns(database, clock),
  },
]

async function ingestClosing(scene: Scene): Promise<void> {
  const window = { opens_at: '2026-03-01', closes_at: '2026-03-12' }
  for (const id of ['alpha', 'beta']) scene.sources.lists(id, { items: [input('a', { application_window: window })] })
  await ingest(scene.means, ['alpha', 'beta'])
}

async function loggedAccounts(scene: Scene, at: number): Promise<[Item, Item]> {
  return accounts(scene, async (account) => {
    for (const index of [0, 1]) {
      await scene.database.behindTransaction((transaction) =>
        transaction.run(`insert into request_page (account_id, id, requests, body) values ($1, $2, 5, '')`, [
          account,
          newId('page', at + index),
        ]),
      )
    }
    const day = utcDayOf(scene.clock.now())
    await scene.database.behindTransaction((transaction) =>
      transaction.run(
        `insert into usage_day (account_id, day, key_id, method, route, outcome, code, requests, evaluations, first_at, last_at, last_request_id)
         values ($1, $2, 'k', 'GET', '/', 'answered', '', 10, 0, 0, 0, 'r')`,
        [account, day],
      ),
    )
    return async () => {
      const pages = await scene.database.all('select id from request_page where account_id = $1', [account])
      return pages.length < 2
    }
  })
}

for (const engine of engines) {
  for (const row of rows) {
    test(`${engine.name}: ${row.work} goes on past one that fails, and says which one it was`, async () => {
      await using store = await engine.open()
      const { database } = store
      const beta = { id: 'beta', prefix: 'be', name: 'Beta', url: 'https://beta.example' }
      const made = await ingestionScene(database, [sampleDefinition(), sampleDefinition(beta)])
      const scene: Scene = {
        ...{ ...made, signal: new AbortController().signal },
        put: async (table, values) =>
          void (await database.insertMany(table, Object.keys(values), [Object.values(values)])),
        has: async (text, values = []) => (await database.one(text, values)) !== null,
      }
      const [broken, sound] = await row.make(scene)
      await breakRow(database, row.fails, broken.id, row.isBehind)
      for (const turn of ['first', 'second']) {
        const fault: unknown = await row.run(scene).then(
          () => null,
          (caught: unknown) => caught,
        )
        assert.ok(fault instanceof ItemsFailed, `the ${turn} turn: ${fault}`)
        assert.equal(
          fault.faults.every(({ fault: cause }) => /broken/.test(String(cause))),
          true,
        )
        assert.equal(await sound.isDone(), true, `after the ${turn} turn the sound one is done`)
        assert.equal(await broken.isDone(), false)
      }
    })
  }
}
