/** The process as the operator's commands see it: settings when asked for, the store opened and closed around the work. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { documentFor } from './app.ts'
import { baseUrlOf } from './base-url.ts'
import { connectorsByName, settingsChecks } from './ingestion/connectors/connectors.ts'
import type { IngestionMeans } from './ingestion/means.ts'
import { referenceLookups } from './measures/reference-lookups.ts'
import { syncSources } from './measures/switch-source.ts'
import type { Host, OpenStore } from './operator/host.ts'
import type { Streams } from './operator/output.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrations.ts'
import { openDatabase } from './platform/database/open.ts'
import { newHolder } from './platform/leases.ts'
import { createLog, type Log } from './platform/log.ts'
import { createOutbound } from './platform/outbound.ts'
import { readSettings, type Settings } from './platform/settings.ts'
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
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => stop.abort(new Error('told to stop')))
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
  const openStore = async (log: Log): Promise<OpenStore> => {
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
      baseUrl: baseUrlOf(settings(), settings().port),
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
    signal: stop.signal,
    async withStore(work) {
      const store = await openStore(createLog(quieter(settings().logLevel)))
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
    async serve(role) {
      const log = createLog(settings().logLevel)
      const store = await openStore(log)
      try {
        await serve({
          role,
          settings: settings(),
          store,
          log,
          streams,
          isTerminal: error.isTTY === true,
          signal: stop.signal,
          version,
        })
      } finally {
        await store.database.close()
        log.flush()
      }
    },
    openApiDocument: () => documentFor(baseUrlOf(settings(), settings().port)),
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
