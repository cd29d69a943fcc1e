/** The metrics of a process: what is counted, what is read when somebody scrapes, and where that is. */
import { Gauge, Registry } from '@prometheus-io/client'
import type { Database } from '../database/database.ts'
import type { Observer } from '../observer.ts'
import { listenForScrapes, type MetricsListener } from './listener.ts'
import { metricsObserver } from './metrics-observer.ts'
import { observedStore } from './observed-store.ts'
import { processFigures } from './process-figures.ts'
import type { Family, LabelValues } from './tallies.ts'

/** What a gauge shows now: nothing where it is not known. */
export type Shown = readonly { labels?: LabelValues; value: number }[]

export type Metrics = {
  observer: Observer
  /** The same store, whose uses are counted. */
  watched(database: Database): Database
  /** A gauge that is read at each scrape. */
  gauge(family: Family, read: () => Shown): void
  /** Called before the gauges are read; it is waited for. Never throws, and ends soon. */
  beforeScrape(refresh: () => Promise<void>): void
  /** Listens at once; answers the port. Rejects with the fault of the listening. */
  listen(host: string, port: number): Promise<number>
  stop(): Promise<void>
}

/** `build`: labels of the metric that tells which program this is. `startedAt`: seconds of the epoch. */
export function makeMetrics(build: LabelValues, startedAt: number): Metrics {
  const registry = new Registry()
  const figures = processFigures(registry, startedAt)
  const refreshes: (() => Promise<void>)[] = []
  let listener: MetricsListener | null = null
  let writing: Promise<string> | null = null

  const gauge: Metrics['gauge'] = ({ name, help, labelNames = [] }, read) => {
    new Gauge<string>({
      ...{ name, help, labelNames: [...labelNames], registers: [registry] },
      collect() {
        this.reset()
        // Without a label there is a zero after that, which would be said of what is not known.
        this.remove({})
        for (const { labels = {}, value } of read()) this.set(labels, value)
      },
    })
  }
  gauge(
    { name: 'subsidies_build_info', help: '1; its labels say which program this is.', labelNames: Object.keys(build) },
    () => [{ labels: build, value: 1 }],
  )
  const write = async (): Promise<string> => {
    await Promise.all(refreshes.map((refresh) => refresh()))
    return registry.metrics()
  }
  const observer = metricsObserver(registry)
  return {
    observer,
    watched: (database) => observedStore(database, observer),
    gauge,
    beforeScrape: (refresh) => void refreshes.push(refresh),
    listen: async (host, port) => {
      const type = registry.contentType
      // Those who scrape at once are given the same text.
      const text = (): Promise<string> => {
        writing ??= write().finally(() => {
          writing = null
        })
        return writing
      }
      listener = await listenForScrapes(host, port, { type, text })
      return listener.port
    },
    stop: async () => {
      figures.stop()
      await listener?.stop()
    },
  }
}
