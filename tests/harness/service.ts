/** A whole service for wire tests: the real routes, a real store, sources in memory, a clock that the test moves. */

import { randomBytes } from 'node:crypto'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { connectorsByName } from '../../src/ingestion/connectors/connectors.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import type { IngestionMeans } from '../../src/ingestion/runs/means.ts'
import { syncSources } from '../../src/measures/publishing/switch-source.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import type { Role } from '../../src/operator/host.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { serve } from '../../src/serve.ts'
import type { SourceDefinition } from '../../src/sources/source/definition.ts'
import type { Run } from '../../src/sources/source/source.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { type PlanId, planIds } from '../../src/values/vocabularies.ts'
import { type Engine, engines } from './databases.ts'
import { type Answer, type CallOptions, call } from './http.ts'
import { MemorySources, sampleDefinition, testMeans, testStart } from './ingestion.ts'
import { unobserved } from './observer.ts'

/** Every look at this clock is a little later, so that a test that asks often is never a burst. */
const lookMs = 10

export type ServiceClock = Clock & { advance(by: { seconds?: number; hours?: number; days?: number }): void }

function serviceClock(start: Instant): ServiceClock {
  let now = start
  return {
    now: () => {
      now += lookMs
      return now
    },
    advance: ({ seconds = 0, hours = 0, days = 0 }) => {
      now += 1_000 * (seconds + 3_600 * (hours + 24 * days))
    },
  }
}

export type TestService = {
  origin: string
  database: Database
  /** Of the embedded store; empty where the store is elsewhere. */
  dataDir: string
  /** By which a command of another process finds the same store. */
  storeSettings: DatabaseSettings
  clock: ServiceClock
  means: IngestionMeans
  sources: MemorySources
  /** One key per plan, and one of an account without a plan. */
  keys: Record<PlanId | 'none', string>
  accounts: Record<PlanId | 'none', string>
  /** A well-formed key that nobody has. */
  unknownKey: string
  /** Lines of standard output since the start. */
  printed(): string
  get(path: string, options?: CallOptions): Promise<Answer>
  /** Runs a source that lists these input records. */
  publish(items: readonly unknown[], sourceId?: string): Promise<Run>
  stop(): Promise<void>
}

export type ServiceOptions = {
  definitions?: readonly SourceDefinition[]
  start?: Instant
  role?: Role
  /** Environment variables. */
  environment?: Record<string, string>
  /** Of a store that has accounts already; they are made where this is not given. */
  holders?: Pick<TestService, 'keys' | 'accounts'>
  /** The store as the service is given it; the test's own is what it was. */
  storeAs?: (database: Database) => Database
}

/** Starts a service on a store of its own. Whoever starts it stops it. */
export async function startService(engine: Engine, options: ServiceOptions = {}): Promise<TestService> {
  const store = await engine.open()
  const { database } = store
  const clock = serviceClock(options.start ?? testStart)
  const sources = new MemorySources()
  const means: IngestionMeans = {
    ...testMeans(database, clock, sources),
    connectors: new Map([...connectorsByName, [sources.connector.name, sources.connector]]),
    // Reaches stand-ins on this machine alone; they answer at once or not at all.
    fetch: createOutbound({ version: '0.0.0-test', observer: unobserved, clock }),
    lookups: referenceLookups,
    baseUrl: 'https://api.example.org',
  }
  const definitions = [...(options.definitions ?? [sampleDefinition()])]
  await syncSources(means, { file: 'sources.yaml', definitions, folder: '/' })
  const { keys, accounts } = options.holders ?? (await oneKeyPerPlan(database, clock))
  const stop = new AbortController()
  let printed = ''
  const running = serve({
    role: options.role ?? 'api',
    settings: readSettings(
      {
        PORT: '0',
        SECRET_KEY: randomBytes(32).toString('base64'),
        OPEN_ROUTE_RPS: '1000',
        DATA_DIR: store.settings.dataDir,
        ...(store.settings.databaseUrl === null ? {} : { DATABASE_URL: store.settings.databaseUrl }),
        ...options.environment,
      },
      '/',
    ),
    store: { database: options.storeAs?.(database) ?? database, means },
    observer: unobserved,
    streams: { out: { write: (text: string) => (printed += text) }, error: { write: () => {} } },
    isTerminal: false,
    signal: stop.signal,
    meterBy: 'request',
    version: '0.0.0-test',
  })
  let failure: unknown = null
  running.catch((error: unknown) => {
    failure = error
  })
  while (!printed.includes('Docs')) {
    if (failure !== null) throw failure
    await new Promise((resolve) => setImmediate(resolve))
  }
  const origin = /Address +(\S+)/.exec(printed)?.[1] ?? ''
  return {
    origin,
    database,
    dataDir: store.settings.dataDir,
    storeSettings: store.settings,
    clock,
    means,
    sources,
    keys,
    accounts,
    unknownKey: await foreignKey(clock),
    printed: () => printed,
    get: (path, callOptions = {}) => call(origin, 'GET', path, { key: keys.enterprise, ...callOptions }),
    async publish(items, sourceId = 'alpha') {
      sources.lists(sourceId, { items })
      const [run] = await ingest(means, [sourceId])
      if (run === undefined) throw new Error('no run was made')
      return run
    },
    async stop() {
      stop.abort()
      await running
      await store.close()
    },
  }
}

async function oneKeyPerPlan(
  database: Database,
  clock: Clock,
): Promise<{ keys: TestService['keys']; accounts: TestService['accounts'] }> {
  const keys: Record<string, string> = {}
  const accounts: Record<string, string> = {}
  for (const plan of [...planIds, 'none'] as const) {
    const account = await createAccount(database, clock.now(), {
      email: `${plan}@example.org`,
      plan: plan === 'none' ? null : plan,
    })
    accounts[plan] = account.id
    const made = await createKey(database, clock.now(), { account: account.id, mode: 'live', name: plan })
    keys[plan] = made.key
  }
  return { keys, accounts } as { keys: TestService['keys']; accounts: TestService['accounts'] }
}

/** A key of another store: right in form and checksum, unknown here. */
async function foreignKey(clock: Clock): Promise<string> {
  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')
  await using other = await embedded.open()
  const account = await createAccount(other.database, clock.now(), { email: 'a@example.org', plan: 'pro' })
  return (await createKey(other.database, clock.now(), { account: account.id, mode: 'live', name: 'x' })).key
}
