/** The process as the operator's commands see it: settings when asked for, the store opened and closed around the work. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { documentFor } from './app.ts'
import { baseUrlOf } from './base-url.ts'
import { connectorsByName, settingsChecks } from './ingestion/connectors/connectors.ts'
import type { IngestionMeans } from './ingestion/means.ts'
import { referenceLookups } from './measures/reference-lookups.ts'
import { syncSources } from './measures/switch-source.ts'
import type { Host, OpenStore, Role } from './operator/host.ts'
import type { Streams } from './operator/output.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrations.ts'
import { openDatabase } from './platform/database/open.ts'
import { type FreePort, holdFreePort } from './platform/http/free-port.ts'
import { newHolder } from './platform/leases.ts'
import { createLog, faultFields, type Log } from './platform/log.ts'
import { createOutbound } from './platform/outbound.ts'
import { requireSecretKey } from './platform/secret-key.ts'
import { readSettings, type Settings, WrongSetting } from './platform/settings.ts'
import { serve } from './serve.ts'
import { readSourcesFile } from './sources/read-sources-file.ts'

type HostParts = {
  /** The project's folder. */
  root: string
  environment: Record<string, string | undefined>
  out: Streams['out']
  error: Streams['error'] & { isTTY?: boolean }
  /** Aborts when the command is to stop; the signals sent to this process decide where it is not given. */
  signal?: AbortSignal
}

export function makeHost({ root, environment, out, error, signal: given }: HostParts): Host {
  let read: Settings | null = null
  const settings = (): Settings => {
    read ??= readSettings(environment, root)
    return read
  }
  const streams: Streams = { out, error }
  let told = given ?? null
  const signal = (): AbortSignal => {
    told ??= whenToldToStop()
    return told
  }
  const version = versionOf(root)
  const openMigrated = async (): Promise<Database> => {
    const database = await openDatabase(settings())
    try {
      await migrate(database, { folder: path.join(root, 'migrations') })
    } catch (fault) {
      await database.close()
      throw fault
    }
    return database
  }
  const openStore = async (log: Log, baseUrl: string): Promise<OpenStore> => {
    const database = await openMigrated()
    const means: IngestionMeans = {
      database,
      clock: systemClock,
      holder: newHolder(),
      connectors: connectorsByName,
      fetch: createOutbound({ version, clock: systemClock }),
      log,
      lookups: referenceLookups,
      baseUrl,
    }
    return { database, means }
  }
  const openWithSources = async (log: Log, baseUrl: string): Promise<OpenStore> => {
    const { sourcesFile } = settings()
    // A fault in the sources file is told before anything is opened.
    const bundled = path.join(root, 'catalogue', 'sources.yaml')
    const sources = await readSourcesFile(sourcesFile === '' ? bundled : sourcesFile, settingsChecks)
    const store = await openStore(log, baseUrl)
    try {
      await syncSources(store.means, sources)
    } catch (fault) {
      await store.database.close()
      throw fault
    }
    return store
  }
  const around = async <T>(open: typeof openStore, work: (store: OpenStore) => Promise<T>): Promise<T> => {
    const store = await open(createLog(quieter(settings().logLevel)), ownAddress(settings()))
    try {
      return await work(store)
    } finally {
      await store.database.close()
    }
  }
  return {
    streams,
    isTerminal: error.isTTY === true,
    clock: systemClock,
    settings,
    get signal() {
      return signal()
    },
    withStore: (work) => around(openStore, work),
    withSources: (work) => around(openWithSources, work),
    async migrate() {
      const database = await openDatabase(settings())
      try {
        return await migrate(database, { folder: path.join(root, 'migrations') })
      } finally {
        await database.close()
      }
    },
    async serve(role, json) {
      const toldToStop = signal()
      requireSecretKey(settings())
      const port = await portFor(role, settings())
      try {
        const log = createLog(settings().logLevel)
        const store = await openWithSources(log, baseUrlOf(settings(), port.port))
        try {
          await port.release()
          await serve({
            role,
            settings: { ...settings(), port: port.port },
            store,
            log,
            streams,
            json,
            isTerminal: error.isTTY === true,
            signal: toldToStop,
            version,
          })
        } finally {
          // Nothing is under way any more: a store that does not even let itself be closed is left.
          await store.database
            .close()
            .catch((fault: unknown) => log.warn(faultFields(fault), 'the store could not be closed'))
          log.flush()
        }
      } catch (fault) {
        throw listenFault(fault, settings())
      } finally {
        await port.release()
      }
    },
    openApiDocument: () => documentFor(ownAddress(settings())),
  }
}

/**
 * Aborts when the process is told to stop; asked for once. From then on that is the command's own affair, and a second
 * signal changes nothing; a command that never asks is ended by the first, as any program is.
 */
function whenToldToStop(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(new Error('told to stop')))
  }
  return stop.signal
}

/** The port to listen on: a free one is chosen before anything is opened, because links name it. */
async function portFor(role: Role, settings: Settings): Promise<FreePort> {
  const { host, port } = settings
  if (role === 'worker' || port !== 0) return { port, release: () => Promise.resolve() }
  try {
    return await holdFreePort(host)
  } catch (fault) {
    throw listenFault(fault, settings)
  }
}

/** What keeps the service from listening, in words that name the setting; every other fault as it is. */
function listenFault(fault: unknown, { host, port }: Settings): unknown {
  if (!(fault instanceof Error && 'syscall' in fault && 'code' in fault)) return fault
  if (fault.syscall === 'getaddrinfo' || fault.code === 'EADDRNOTAVAIL')
    return new WrongSetting(`HOST must be an address of this machine. It is "${host}".`)
  if (fault.syscall !== 'listen') return fault
  if (fault.code === 'EADDRINUSE')
    return new WrongSetting(
      `PORT must be a free port: ${port} of ${host} is in use. Stop what listens there, or set another.`,
    )
  if (fault.code === 'EACCES') return new WrongSetting(`PORT must be one that this user may listen on. It is ${port}.`)
  return fault
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
