/** The process as the operator's commands see it: settings when asked for, the store opened and closed around the work. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { dashboardDocumentFor, documentFor } from './app.ts'
import { backingUp } from './backing-up.ts'
import { connectorsByName } from './ingestion/connectors/connectors.ts'
import type { IngestionMeans } from './ingestion/runs/means.ts'
import { requireMailFrom } from './mail/outlet.ts'
import { shareConnections } from './matching/bulk-pool.ts'
import { referenceLookups } from './measures/record/reference-lookups.ts'
import { listLine, listReader, makeStore, openMadeStore, settleList } from './open-store.ts'
import type { Host, OpenStore, Role } from './operator/host.ts'
import { givenKey } from './operator/listen/given-key.ts'
import type { Streams } from './operator/output.ts'
import { watchStarters } from './operator/starters.ts'
import { screenOf } from './operator/terminal/screen.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { baseUrlOf } from './platform/http/base-url.ts'
import { type FreePort, holdFreePort } from './platform/http/free-port.ts'
import { type ListenPlace, listenFault } from './platform/http/listen-fault.ts'
import { newHolder } from './platform/leases.ts'
import { createLog, faultFields, type Log, type LogForm } from './platform/log.ts'
import { logObserver } from './platform/log-observer.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { type Observer, tellingAll } from './platform/observer.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { requireSecretKey } from './platform/secret-key.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { serve } from './serve.ts'
import { noteBaseUrl, startedBaseUrl } from './sources/last-start.ts'

type HostParts = {
  /** The project's folder. */
  root: string
  environment: Record<string, string | undefined>
  out: Streams['out']
  error: Streams['error']
  /** Standard input, opened when a command reads it. */
  input: () => Readable & { isTTY?: boolean }
  /** Aborts when the command is to stop; the signals sent to this process decide where it is not given. */
  signal?: AbortSignal
}

/** Whom a service tells what happens. */
type Telling = { log: Log; observer: Observer; metrics: Metrics | null }
type ServiceStore = { store: OpenStore; onBegun: () => Promise<void> }

export function makeHost({ root, environment, input, out, error, signal: given }: HostParts): Host {
  let read: Settings | null = null
  const settings = (): Settings => {
    read ??= readSettings(environment, root)
    return read
  }
  const streams: Streams = { out, error, screen: screenOf(out, environment) }
  const hasColours = screenOf(error, environment).hasColours
  const logForm: LogForm = error.isTTY === true ? { terminal: true, hasColours } : 'json'
  let told = given ?? null
  const signal = (): AbortSignal => {
    told ??= whenToldToStop(environment, root)
    return told
  }
  const version = versionOf(root)
  const meansOn = (database: Database, log: Log, observer: Observer, baseUrl: string): IngestionMeans => ({
    database,
    clock: systemClock,
    release: version,
    holder: newHolder(),
    connectors: connectorsByName,
    fetch: createOutbound({ version, clock: systemClock, observer }),
    log,
    lookups: referenceLookups,
    baseUrl,
  })
  /** The store for a command: under the address, and with `withSources` the list, that the service was started with. */
  const around = async <T>(usesSources: boolean, work: (store: OpenStore) => Promise<T>): Promise<T> => {
    const log = createLog(quieter(settings().logLevel), undefined, logForm)
    const database = await openMadeStore(settings(), root)
    try {
      const address = (await startedBaseUrl(database)) ?? ownAddress(settings())
      const means = meansOn(database, log, logObserver(log), address)
      if (usesSources) await settleList(means, 'command', settings(), listReader(root))
      return await work({ database, means })
    } finally {
      await database.close()
    }
  }
  /** The store for a service, and what is to be done once it has begun: only then is it what was last started. */
  const openForService = async (role: Role, telling: Telling, port: number): Promise<ServiceStore> => {
    const { sourcesFile, baseUrl } = settings()
    const lists = listReader(root)
    // A fault in the sources file is told before anything is opened.
    if (role !== 'api' && sourcesFile !== '') await lists(sourcesFile)
    const { database: made } = await makeStore({ ...settings(), databasePool: ownPoolOf(role, settings()) }, root)
    const database = telling.metrics?.watched(made) ?? made
    try {
      // A worker listens nowhere: without BASE_URL its links lead to the service that does.
      const started = role === 'worker' && baseUrl === '' ? await startedBaseUrl(database) : null
      const means = meansOn(database, telling.log, telling.observer, started ?? baseUrlOf(settings(), port))
      const onBegun = async (): Promise<void> => {
        const list = await settleList(means, role === 'api' ? 'api' : 'worker', settings(), lists)
        await noteBaseUrl(database, means.baseUrl)
        if (role !== 'api') error.write(listLine(list, settings()))
      }
      return { store: { database, means }, onBegun }
    } catch (fault) {
      await database.close()
      throw fault
    }
  }
  return {
    ...{ streams, isTerminal: error.isTTY === true, clock: systemClock, settings },
    get signal() {
      return signal()
    },
    version,
    withStore: (work) => around(false, work),
    withSources: (work) => around(true, work),
    async migrate(makesLost) {
      const { database, applied } = await makeStore(settings(), root, makesLost)
      await database.close()
      return applied
    },
    ...backingUp({ root, version, settings, withStore: (work) => around(false, work) }),
    async serve(role, json) {
      const toldToStop = signal()
      requireSecretKey(settings())
      requireMailFrom(settings())
      const port = await portFor(role, settings())
      let metrics: Metrics | null = null
      try {
        metrics = await metricsFor(role, settings(), version, error)
        const log = createLog(settings().logLevel, undefined, logForm)
        const observer = tellingAll([logObserver(log), ...(metrics === null ? [] : [metrics.observer])])
        warnOfPrivateHosts(settings(), log, error)
        const { store, onBegun } = await openForService(role, { log, observer, metrics }, port.port)
        try {
          await port.release()
          await serve({
            role,
            settings: { ...settings(), port: port.port },
            store,
            onBegun,
            observer,
            metrics,
            streams,
            json,
            isTerminal: error.isTTY === true,
            signal: toldToStop,
            version,
          })
        } finally {
          await closeStore(store.database, log)
          observer.end()
          log.flush()
        }
      } catch (fault) {
        throw listenFault(fault, placeOf(settings()))
      } finally {
        await port.release()
        await metrics?.stop()
      }
    },
    customerKey: () => givenKey(environment.SUBSIDIES_KEY, input, signal()),
    openApiDocument: (ofDashboard) => (ofDashboard ? dashboardDocumentFor : documentFor)(ownAddress(settings())),
  }
}

/**
 * Aborts when the process is told to stop, or npm or the launcher that started it has ended; asked for once. From then on
 * that is the command's own affair, and a second signal changes nothing; a command that never asks is ended by the first,
 * as any program is.
 */
function whenToldToStop(environment: HostParts['environment'], root: string): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(new Error('told to stop')))
  }
  watchStarters(environment, root, () => stop.abort(new Error('the program that started this one has ended')))
  return stop.signal
}

/** Nothing is under way any more: a store that does not even let itself be closed is left. */
async function closeStore(database: Database, log: Log): Promise<void> {
  await database.close().catch((fault: unknown) => log.warn(faultFields(fault), 'the store could not be closed'))
}

/** The threads that judge bulks have connections of their own, out of the same number. */
function ownPoolOf(role: Role, { databasePool }: Settings): number {
  return role === 'worker' ? databasePool : shareConnections(databasePool).requests
}

/** Begun before the store is opened, so that a start that lasts is seen; the library is loaded for those who use it. */
async function metricsFor(
  role: Role,
  settings: Settings,
  version: string,
  error: Streams['error'],
): Promise<Metrics | null> {
  if (settings.metricsPort === null) return null
  const { beginMetrics } = await import('./platform/metrics/begin-metrics.ts')
  return beginMetrics(settings, { role, version }, error)
}

/** The port to listen on: a free one is chosen before anything is opened, because links name it. */
async function portFor(role: Role, settings: Settings): Promise<FreePort> {
  const { host, port } = settings
  if (role === 'worker' || port !== 0) return { port, release: () => Promise.resolve() }
  try {
    return await holdFreePort(host)
  } catch (fault) {
    throw listenFault(fault, placeOf(settings))
  }
}

const placeOf = ({ host, port }: Settings): ListenPlace => ({ host, port, names: { host: 'HOST', port: 'PORT' } })

/** At every start, whatever is logged: a switch for development must not stay on unseen. */
function warnOfPrivateHosts({ webhookAllowedPrivateHosts: hosts }: Settings, log: Log, error: Streams['error']): void {
  if (hosts.length === 0) return
  log.warn({ hosts: hosts.join(',') }, 'webhooks may go to private hosts')
  error.write(
    `Warning: WEBHOOK_ALLOWED_PRIVATE_HOSTS lets webhooks go to ${hosts.join(', ')}, private or not, also by http. It is for development only.\n`,
  )
}

const ownAddress = (settings: Settings): string => baseUrlOf(settings, settings.port)

/** A command tells what it does itself; its log is for what went wrong. */
function quieter(level: Settings['logLevel']): Settings['logLevel'] {
  return level === 'info' ? 'warn' : level
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null
  return typeof version === 'string' ? version : 'unknown'
}
