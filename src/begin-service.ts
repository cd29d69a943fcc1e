/** `serve`: what is opened around a running service, in which order, and closed again whatever becomes of it. */
import { listLine, listReader, settleList } from './ingestion/list-of-sources.ts'
import { meansOn } from './ingestion/process-means.ts'
import { requireMailFrom } from './mail/outlet.ts'
import { shareConnections } from './matching/bulk-pool.ts'
import { makeStore } from './open-store.ts'
import type { OpenStore, Role } from './operator/host.ts'
import type { Streams } from './operator/output.ts'
import type { Database } from './platform/database/database.ts'
import { leaveToOwner } from './platform/files/owners-alone.ts'
import { baseUrlOf } from './platform/http/base-url.ts'
import { type FreePort, holdFreePort, type ListenPlace, listenFault } from './platform/http/listen-fault.ts'
import { createLog, faultFields, type Log, type LogForm } from './platform/log.ts'
import { logObserver } from './platform/log-observer.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { type Observer, tellingAll } from './platform/observer.ts'
import { requireSecretKey } from './platform/secret-key.ts'
import type { Settings } from './platform/settings.ts'
import { serve } from './serve.ts'
import { prepareNames } from './situations/dictionary.ts'
import { noteBaseUrl, startedBaseUrl } from './sources/last-start.ts'

type ServiceParts = {
  role: Role
  /** Whether what is printed at the start is one JSON document. */
  json: boolean
  /** The project's folder. */
  root: string
  settings: Settings
  streams: Streams
  isTerminal: boolean
  logForm: LogForm
  /** Of the release. */
  version: string
  /** Aborts when the process is told to stop. */
  signal: AbortSignal
}

/** Whom a service tells what happens. */
type Telling = { log: Log; observer: Observer; metrics: Metrics | null }
type ServiceStore = { store: OpenStore; onBegun: () => Promise<void> }

/** Runs the service until the signal aborts. Throws `WrongSetting`, and a `CommandFault` where a port cannot be had. */
export async function beginService(parts: ServiceParts): Promise<void> {
  const { role, settings, streams, version } = parts
  const { error } = streams
  requireSecretKey(settings)
  requireMailFrom(settings)
  const port = await portFor(role, settings)
  let metrics: Metrics | null = null
  try {
    metrics = await metricsFor(role, settings, version, error)
    const log = createLog(settings.logLevel, undefined, parts.logForm)
    const observer = tellingAll([logObserver(log), ...(metrics === null ? [] : [metrics.observer])])
    warnOfPrivateHosts(settings, log, error)
    const { store, onBegun } = await openForService(parts, { log, observer, metrics }, port.port)
    if (role !== 'worker') prepareNames()
    try {
      await port.release()
      await serve({
        role,
        settings: { ...settings, port: port.port },
        store,
        onBegun,
        observer,
        metrics,
        streams,
        json: parts.json,
        isTerminal: parts.isTerminal,
        signal: parts.signal,
        version,
      })
    } finally {
      await closeStore(store.database, log)
      store.means.repeated.end()
      observer.end()
      log.flush()
    }
  } catch (fault) {
    throw listenFault(fault, placeOf(settings))
  } finally {
    await port.release()
    await metrics?.stop()
  }
}

/** The store for a service, and what is to be done once it has begun: only then is it what was last started. */
async function openForService(
  { role, root, settings, streams, version }: ServiceParts,
  telling: Telling,
  port: number,
): Promise<ServiceStore> {
  const { sourcesFile, baseUrl } = settings
  const lists = listReader(root)
  // A fault in the sources file is told before anything is opened.
  if (role !== 'api' && sourcesFile !== '') await lists(sourcesFile)
  // Earlier releases made files that others could read.
  leaveToOwner(settings.dataDir)
  const { database: made } = await makeStore({ ...settings, databasePool: ownPoolOf(role, settings) }, root)
  const database = telling.metrics?.watched(made) ?? made
  try {
    // A worker listens nowhere: without BASE_URL its links lead to the service that does.
    const started = role === 'worker' && baseUrl === '' ? await startedBaseUrl(database) : null
    const { log, observer } = telling
    const means = meansOn({ database, log, observer, baseUrl: started ?? baseUrlOf(settings, port), version })
    const onBegun = async (): Promise<void> => {
      const list = await settleList(means, role === 'api' ? 'api' : 'worker', settings, lists)
      await noteBaseUrl(database, means.baseUrl)
      if (role !== 'api') streams.error.write(listLine(list, settings))
    }
    return { store: { database, means }, onBegun }
  } catch (fault) {
    await database.close()
    throw fault
  }
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
