/**
 * Whole processes, as an operator starts them: `node src/begin.mjs <words>` with a store, a sources file and a portal
 * stand-in of their own.
 *
 *     await using scene = await processScene(engine)
 *     const service = await scene.serve()
 *     const result = await scene.command('ingest', 'city', '--json')
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import type { Engine } from './databases.ts'
import { type Answer, type CallOptions, call } from './http.ts'
import { type CommandResult, commandResult, type Operator, operatorOn } from './operator.ts'
import { type Portal, startPortal } from './portal-stand-in.ts'
import { projectRoot, type StartedProcess, startProgram } from './started-process.ts'

const mainFile = path.join(projectRoot, 'src', 'begin.mjs')
const poolSize = 6

export type ServiceProcess = {
  process: StartedProcess
  origin: string
  /** Of the first account, where this start has made it. */
  key: string
  get(path: string, options?: CallOptions): Promise<Answer>
}

export type Run = {
  id: string
  status: string
  error: string | null
  seen: number
  created: number
  changed: number
  unchanged: number
  withdrawn: number
  rejected: number
}

export type SceneOptions = {
  /** Leaves the making of the store to the first service or command that makes one. */
  isEmpty?: boolean
  /** Entries of the sources file, made of `fileSource` and `portalSource`; without: one file source, `city`. */
  sources?(portal: Portal): SourceEntry[]
  environment?: Record<string, string>
}

export type ProcessScene = {
  /** Holds the sources file and what its sources read. */
  folder: string
  portal: Portal
  environment: Record<string, string>
  /** The store as one more process opens it: to look and to lock, once somebody has migrated it. */
  database(): Promise<Database>
  /** Writes the records that a file source lists from now on. */
  lists(sourceId: string, records: readonly unknown[]): Promise<void>
  /** Starts the program with these words and does not wait. */
  start(words: readonly string[], environment?: Record<string, string>): StartedProcess
  /** Starts the service and waits until it has printed where it is. */
  serve(words?: readonly string[], environment?: Record<string, string>): Promise<ServiceProcess>
  /** Carries out a command in a process of its own and waits for its end. */
  command(...words: string[]): Promise<CommandResult>
  commandIn(cwd: string, ...words: string[]): Promise<CommandResult>
  /** Commands in the test's own process: much cheaper. */
  operator: Operator
  /** A new account with a key. */
  customer(plan: string | null): Promise<{ account: string; key: string; keyId: string }>
  [Symbol.asyncDispose](): Promise<void>
}

export type SourceEntry = Record<string, unknown> & { id: string }

/** A source that reads `<id>.ndjson` of the scene's folder; `schedule` null: by hand only. */
export function fileSource(id: string, changes: Record<string, unknown> = {}): SourceEntry {
  return {
    id,
    prefix: id,
    name: `Measures of ${id}`,
    publisher: 'City of Example',
    url: 'https://city.example',
    connector: 'file',
    language: 'en',
    government_level: 'municipality',
    regions: ['flanders'],
    licence: { id: 'cc0', name: 'CC0', url: null },
    reuse_mode: 'open',
    attribution: null,
    expected_every_hours: null,
    schedule: null,
    enabled: true,
    settings: { path: `${id}.ndjson` },
    ...changes,
  }
}

/** A source that reads the stand-in of the EU portal, at once and then once a year. */
export function portalSource(baseUrl: string, changes: Record<string, unknown> = {}): SourceEntry {
  return {
    ...fileSource('portal'),
    connector: 'eu-funding-tenders',
    government_level: 'eu',
    regions: [],
    schedule: '0 4 1 1 *',
    settings: { base_url: baseUrl },
    ...changes,
  }
}

export function record(localId: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { local_id: localId, title: `Support ${localId}`, url: `https://city.example/${localId}`, ...changes }
}

export function records(count: number, changes: Record<string, unknown> = {}): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => record(`m${index}`, changes))
}

export async function processScene(engine: Engine, options: SceneOptions = {}): Promise<ProcessScene> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-'))
  const portal = await startPortal()
  const sourcesFile = path.join(folder, 'sources.json')
  const sources = options.sources?.(portal) ?? [fileSource('city')]
  await writeFile(sourcesFile, JSON.stringify({ sources }))
  const store = await placeFor(engine, folder)
  const environment = {
    ...store.environment,
    PORT: '0',
    SOURCES_FILE: sourcesFile,
    OPEN_ROUTE_RPS: '10000',
    LOG_LEVEL: 'silent',
    ...options.environment,
  }
  const started: StartedProcess[] = []
  let opened: Promise<Database> | null = null
  const start = (words: readonly string[], more: Record<string, string> = {}, cwd = projectRoot): StartedProcess => {
    const program = startProgram(process.execPath, [mainFile, ...words], {
      environment: { ...environment, ...more },
      cwd,
    })
    started.push(program)
    return program
  }
  const commandIn = async (cwd: string, ...words: string[]): Promise<CommandResult> => {
    const program = start(words, {}, cwd)
    const { code } = await program.end()
    return commandResult(code, program.out, program.error)
  }
  const operator = operatorOn(environment)
  if (options.isEmpty !== true) await operator.done('migrate')
  return {
    folder,
    portal,
    environment,
    database() {
      opened ??= openDatabase(store.settings)
      return opened
    },
    lists: (sourceId, listed) =>
      writeFile(path.join(folder, `${sourceId}.ndjson`), listed.map((one) => `${JSON.stringify(one)}\n`).join('')),
    start,
    async serve(words = [], more = {}) {
      const program = start(['serve', ...words], more)
      await program.printed(/^Docs .*$/m)
      const origin = /^Address +(\S+)$/m.exec(program.out)?.[1] ?? ''
      const key = /^Key +(sm_\S+) /m.exec(program.out)?.[1] ?? ''
      return { process: program, origin, key, get: (target, given = {}) => call(origin, 'GET', target, given) }
    },
    commandIn,
    command: (...words) => commandIn(projectRoot, ...words),
    operator,
    async customer(plan) {
      const email = `customer-${randomBytes(6).toString('hex')}@example.org`
      const { id: account } = await operator.done<{ id: string }>(
        ...['accounts', 'create', '--email', email, ...(plan === null ? [] : ['--plan', plan])],
      )
      const made = await operator.done<{ id: string; key: string }>(
        ...['keys', 'create', '--account', account, '--mode', 'live', '--name', 'tests'],
      )
      return { account, key: made.key, keyId: made.id }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((program) => program.kill()))
      await (await opened)?.close()
      await portal.close()
      await store.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Place = {
  environment: Record<string, string>
  settings: Parameters<typeof openDatabase>[0]
  remove(): Promise<void>
}

/** Where the store of the scene will be; nothing is made there but, on PostgreSQL, an empty database. */
async function placeFor(engine: Engine, folder: string): Promise<Place> {
  const dataDir = path.join(folder, 'var')
  if (engine.name === 'sqlite') {
    return {
      environment: { DATA_DIR: dataDir },
      settings: { databaseUrl: null, databasePool: poolSize, dataDir },
      remove: () => Promise.resolve(),
    }
  }
  const store = await engine.open({ empty: true })
  const url = store.settings.databaseUrl ?? ''
  return {
    environment: {
      DATABASE_URL: url,
      DATABASE_POOL: String(poolSize),
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString('base64'),
    },
    settings: { ...store.settings, databasePool: poolSize },
    remove: () => store.close(),
  }
}
