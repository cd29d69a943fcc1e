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
import { holdFreePort } from './platform/http/free-port.ts'
import { newHolder } from './platform/leases.ts'
import { createLog, type Log } from './platform/log.ts'
import { createOutbound } from './platform/outbound.ts'
import { readSettings, type Settings, WrongSetting } from './platform/settings.ts'
import { serve } from './serve.ts'
import { readSourcesFile } from './sources/read-sources-file.ts'

type HostParts = {
  /** The project's folder. */
  root: string
  environment: Record<string, string | undefined>
  out: NodeJS.WriteStream
  error: NodeJS.WriteStream
}

export function makeHost({ root, environment, out, error }: HostParts): Host {
  let read: Settings | null = null
  const settings = (): Settings => {
    read ??= readSettings(environment, root)
    return read
  }
  const streams: Streams = { out, error }
  let told: AbortSignal | null = null
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
    const { sourcesFile } = settings()
    // A fault in the sources file is told before anything is opened.
    const bundled = path.join(root, 'catalogue', 'sources.yaml')
    const sources = await readSourcesFile(sourcesFile === '' ? bundled : sourcesFile, settingsChecks)
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
    try {
      await syncSources(means, sources)
    } catch (fault) {
      await database.close()
      throw fault
    }
    return { database, means }
  }
  return {
    streams,
    isTerminal: error.isTTY === true,
    clock: systemClock,
    settings,
    get signal() {
      return signal()
    },
    async withStore(work) {
      const store = await openStore(createLog(quieter(settings().logLevel)), ownAddress(settings()))
      try {
        return await work(store)
      } finally {
        await store.database.close()
      }
    },
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
      const log = createLog(settings().logLevel)
      requireSecretKey(settings())
      const held = takesFreePort(settings(), role) ? await holdFreePort(settings().host) : null
      try {
        const port = held?.port ?? settings().port
        const store = await openStore(log, baseUrlOf(settings(), port))
        try {
          await held?.release()
          await serve({
            role,
            settings: { ...settings(), port },
            store,
            log,
            streams,
            json,
            isTerminal: error.isTTY === true,
            signal: toldToStop,
            version,
          })
        } finally {
          await store.database.close()
          log.flush()
        }
      } catch (fault) {
        throw listenFault(fault, settings())
      } finally {
        await held?.release()
      }
    },
    openApiDocument: () => documentFor(ownAddress(settings())),
  }
}

/** A command tells what it does itself; its log is for what went wrong. */
function quieter(level: Settings['logLevel']): Settings['logLevel'] {
  return level === 'info' ? 'warn' : level
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null
  return typeof version === 'string' ? version : 'unknown'
}
