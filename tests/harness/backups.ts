/** Stores to back up, places to restore them to, and what of two stores is compared. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database, Parameter } from '../../src/platform/database/database.ts'
import { type DatabaseSettings, openDatabase } from '../../src/platform/database/open.ts'
import { tables } from '../../src/tables.ts'
import type { Engine } from './databases.ts'
import { input } from './ingestion.ts'
import { type Operator, operatorOn } from './operator.ts'
import { startService, type TestService } from './service.ts'
import { putSampleWatchlist, sampleWatchlistId, upload } from './watchlists.ts'
import { makeWebhook } from './webhooks.ts'

export type Installation = {
  engine: Engine
  settings: DatabaseSettings
  environment: Record<string, string>
  operator: Operator
  /** `work` on its store, opened for that alone. */
  within<T>(work: (database: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

export const backupKey = randomBytes(32).toString('base64')

/** A place with settings around it, where nothing is. */
export async function emptyInstallation(engine: Engine, more: Record<string, string> = {}): Promise<Installation> {
  const { settings, remove } = await engine.place()
  const environment = environmentOf(settings, more)
  return {
    ...{ engine, settings, environment, operator: operatorOn(environment), remove },
    async within(work) {
      const database = await openDatabase(settings)
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    },
  }
}

function environmentOf(
  { databaseUrl, dataDir }: DatabaseSettings,
  more: Record<string, string>,
): Record<string, string> {
  const store = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
  return { ...store, SECRET_KEY: backupKey, LOG_LEVEL: 'silent', ...more }
}

/** An engine whose store is the one of that place, which stays when it is closed. */
export function engineOn({ engine, settings }: Installation): Engine {
  return {
    ...engine,
    open: async () => {
      const database = await openDatabase(settings)
      const close = (): Promise<void> => database.close()
      return { database, settings, close, [Symbol.asyncDispose]: close }
    },
  }
}

/** A folder for files of backups, removed when the test has ended. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-backup-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A service's store in which every table has rows, the service stopped; and what the service was asked with. */
export async function usedInstallation(engine: Engine): Promise<Installation & Pick<TestService, 'keys' | 'accounts'>> {
  const place = await emptyInstallation(engine)
  await place.operator.done('migrate')
  const service = await startService(engineOn(place), { environment: { SECRET_KEY: backupKey } })
  try {
    await service.publish([input('a'), input('b', { title: 'Ça "va"\\ \u{1F600}\n\u2028' })])
    await service.publish([input('a', { title: 'Another title' })])
    await putSampleWatchlist(service)
    const uploaded = await upload(service, sampleWatchlistId, [{ reference: 'é"\\ 1', company: { postcode: '9000' } }])
    if (uploaded.status !== 200) throw new Error(String(uploaded.body))
    await makeWebhook(service)
    await fillTheRest(service)
    return { ...place, keys: service.keys, accounts: service.accounts }
  } finally {
    await service.stop()
  }
}

/** Rows of the tables that a service fills in hours or months, or with others' help. */
async function fillTheRest({ database, accounts, clock }: TestService): Promise<void> {
  const account = accounts.enterprise
  const now = clock.now()
  const webhook = await database.one<{ id: string }>('select id from webhook')
  const put = (table: string, values: Record<string, Parameter>): Promise<void> =>
    database.insertMany(table, Object.keys(values), [Object.values(values)])
  await put('erased_account', { id: 'acc_long_gone', deleted_at: now })
  await put('revoked_key', { id: 'key_long_gone', revoked_at: now })
  await put('former_life', { generation: 'f'.repeat(32), known_until: now })
  await put('forgotten_company', { enterprise_number: '0999999922', forgotten_at: now })
  await put('capability_gain', { account_id: account, capability: 'webhooks', seq: 1 })
  await put('mail', {
    id: 'mail_1',
    account_id: account,
    kind: 'quota',
    cause: 'a',
    parameters: '{"a":1}',
    created_at: now,
  })
  await put('idempotency_key', {
    ...{ account_id: account, route: 'POST /v1/watchlists', key: 'k', digest: 'a'.repeat(64), created_at: now },
    answer: '{"data":{}}',
  })
  await put('reminder', { measure_id: 'al:a', deadline: now, days: 3, created_at: now })
  await put('link_check', {
    ...{
      measure_id: 'al:a',
      url: 'https://a.example',
      outcome: 'seen',
      http_status: 200,
      final_url: 'https://a.example',
    },
    ...{ checked_at: now, publication: 1 },
  })
  await put('rejected_record', {
    source_id: 'alpha',
    position: 1,
    line: null,
    local_id: null,
    reason: 'title: missing',
  })
  await put('published_rejection', { source_id: 'alpha', local_id: '', records: 1 })
  const run = await database.one<{ id: string }>('select min(id) as id from run')
  await put('held_record', { run_id: run?.id ?? '', position: 1, local_id: 'c', record: '{"title":"ü"}' })
  await put('reevaluation', { id: 1, event_seq: 1, watchlist_id: sampleWatchlistId, place: 1 })
  for (const [id, status] of [
    ['whd_waits', 'pending'],
    ['whd_arrived', 'delivered'],
  ] as const)
    await put('webhook_delivery', {
      ...{
        id,
        webhook_id: webhook?.id ?? '',
        account_id: account,
        event_id: `chg_${id}`,
        event_type: 'subsidy.updated',
        lane: 1,
      },
      ...{
        status,
        created_at: now,
        due_at: status === 'pending' ? now : null,
        delivered_at: status === 'pending' ? null : now,
      },
    })
  await put('saved_search', {
    ...{
      id: 'ss_1',
      account_id: account,
      name: 'n',
      parameters: '{"q":"zon"}',
      language: 'nl',
      created_at: now,
      updated_at: now,
    },
  })
  await put('digest', {
    subject: 'ss_1',
    account_id: account,
    kind: 'search',
    every: 'daily',
    seq: 1,
    since_at: now,
    due_at: now,
  })
  await put('billing', { account_id: account, customer_id: 'cus_1', due_at: now, holder: 'somebody', held_until: now })
  await put('billing_event', { id: 'evt_1', account_id: account, kind: 'invoice.paid', taken_at: now })
  await put('billing_ending', { customer_id: 'cus_2', since: now, due_at: now })
  await put('person', {
    ...{ issuer: 'https://accounts.example', subject: '1', account_id: account, email: 'a@example.org' },
    ...{ created_at: now, last_sign_in_at: now },
  })
  await put('password', { account_id: account, phc: '$argon2id$v=19$x', set_at: now })
  await put('spent_token', { digest: 'b'.repeat(64), expires_at: now })
  await put('sign_in_link', { digest: 'c'.repeat(64), account_id: account, created_at: now, expires_at: now + 900_000 })
  await put('session', {
    ...{ id: 'ses_1', digest: 'd'.repeat(64), account_id: account, method: 'link', browser: 'b' },
    ...{ created_at: now, signed_in_at: now, seen_at: now },
  })
  await database.behindTransaction(async (transaction) => {
    await transaction.run("insert into request_page (account_id, id, requests, body) values ($1, 'p', 1, '{}')", [
      account,
    ])
    await transaction.run(
      `insert into usage_day (account_id, day, key_id, method, route, outcome, code, requests, evaluations, first_at, last_at, last_request_id)
       values ($1, '2026-03-03', '', 'GET', '/v1/key', 'answered', '', 1, 0, 1, 2, 'req_1')`,
      [account],
    )
  })
}

const backedUp = Object.entries(tables)
  .filter(([, { isBackedUp }]) => isBackedUp)
  .map(([name]) => name)

/** Every row of the tables that a backup holds, by table: as plain objects in an order of their own. */
export async function contentOf(
  database: Database,
  names: readonly string[] = backedUp,
): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const name of names) {
    const rows = await database.all(`select * from ${name}`)
    content[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
  }
  return content
}
