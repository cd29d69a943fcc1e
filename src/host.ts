/**
 * The process as the operator's commands see it: settings when asked for, the store opened and closed around the work. What a
 * command does not use is not loaded: most of the service's code would take longer to load than the command takes.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { IngestionMeans } from './ingestion/runs/means.ts'
import { makeStore, openMadeStore } from './open-store.ts'
import type { CommandStore, Host } from './operator/host.ts'
import { givenKey } from './operator/listen/given-key.ts'
import { CommandFault, type Streams } from './operator/output.ts'
import { watchStarters } from './operator/starters.ts'
import { screenOf } from './operator/terminal/screen.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { baseUrlOf } from './platform/http/base-url.ts'
import type { LogForm } from './platform/log.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { startedBaseUrl, storedList } from './sources/last-start.ts'
import { chooseList } from './sources/list-choice.ts'
import { listSources } from './sources/registry.ts'

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
  /** The store for a command, under the address that the service was started with. */
  const withStore = async <T>(work: (store: CommandStore) => Promise<T>): Promise<T> => {
    const database = await openMadeStore(settings(), root)
    try {
      const baseUrl = (await startedBaseUrl(database)) ?? ownAddress(settings())
      const means = async (): Promise<IngestionMeans> => {
        const [{ meansOn }, { createLog }, { logObserver }] = await Promise.all([
          import('./ingestion/process-means.ts'),
          import('./platform/log.ts'),
          import('./platform/log-observer.ts'),
        ])
        const log = createLog(quieter(settings().logLevel), undefined, logForm)
        return meansOn({ database, log, observer: logObserver(log), baseUrl, version })
      }
      return await work({ database, baseUrl, means })
    } finally {
      await database.close()
    }
  }
  const backingUp = async (): Promise<Pick<Host, 'backUp' | 'restore'>> =>
    (await import('./backing-up.ts')).backingUp({ root, version, settings, withStore })
  return {
    ...{ streams, isTerminal: error.isTTY === true, clock: systemClock, settings },
    get signal() {
      return signal()
    },
    version,
    withStore,
    withSources: (work) =>
      withStore(async (store) => {
        if (!(await keepsStoredList(store.database, settings()))) {
          const { listReader, settleList } = await import('./ingestion/list-of-sources.ts')
          await settleList(await store.means(), 'command', settings(), listReader(root))
        }
        return work(store)
      }),
    async migrate(makesLost) {
      const { database, applied } = await makeStore(settings(), root, makesLost)
      await database.close()
      return applied
    },
    backUp: async (asked) => (await backingUp()).backUp(asked),
    restore: async (asked) => (await backingUp()).restore(asked),
    async serve(role, json) {
      const toldToStop = signal()
      const given = settings()
      const { beginService } = await import('./begin-service.ts')
      const isTerminal = error.isTTY === true
      await beginService({
        role,
        json,
        root,
        settings: given,
        streams,
        isTerminal,
        logForm,
        version,
        signal: toldToStop,
      })
    },
    customerKey: () => givenKey(environment.SUBSIDIES_KEY, input, signal()),
    async customerService() {
      const { SUBSIDIES_URL: url = '' } = environment
      if (url !== '') return { name: 'SUBSIDIES_URL', url }
      try {
        return await withStore(async ({ baseUrl }) => ({ name: 'BASE_URL of the store', url: baseUrl }))
      } catch (fault) {
        if (fault instanceof CommandFault && fault.code === 'no_store') return null
        throw fault
      }
    },
    async openApiDocument(ofDashboard) {
      const { dashboardDocumentFor, documentFor } = await import('./app.ts')
      return (ofDashboard ? dashboardDocumentFor : documentFor)(ownAddress(settings()))
    },
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

/** Whether a command works with the list of sources that the store has: nearly always, and no file is read for it. */
async function keepsStoredList(database: Database, { sourcesFile }: Settings): Promise<boolean> {
  const stored = await storedList(database, await listSources(database))
  return chooseList('command', sourcesFile === '' ? null : sourcesFile, stored).verdict === 'keep'
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
