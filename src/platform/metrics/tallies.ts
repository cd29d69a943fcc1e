/**
 * Figures that every request adds to, some twenty-five microseconds of work each. The library's own counters and histograms
 * look their labels up anew for each addition, which is 150 to 250 ns; a tally is looked up once, added to in a few, and read
 * by the library when somebody asks.
 */
import { Counter, Histogram, type Registry } from '@prometheus-io/client'

export type LabelValues = Readonly<Record<string, string | number>>

export type Family = { name: string; help: string; labelNames?: readonly string[] }

/** Of one series. */
export type Tally = { add(count?: number): void }
export type Timings = { observe(seconds: number): void }

/** A counter family; its series are made by whoever keeps them, each once. */
export function tallied(registry: Registry, { name, help, labelNames = [] }: Family): (labels: LabelValues) => Tally {
  const series: { labels: LabelValues; count: number }[] = []
  new Counter({
    ...{ name, help, labelNames: [...labelNames], registers: [registry] },
    collect() {
      this.reset()
      for (const { labels, count } of series) this.inc(labels, count)
    },
  })
  return (labels) => {
    const one = { labels, count: 0 }
    series.push(one)
    return {
      add: (count = 1) => {
        one.count += count
      },
    }
  }
}

type TimedSeries = { labels: LabelValues; counts: number[]; sum: number }

/** A histogram family of seconds; `buckets`: upper bounds, ascending, without the last one, which has none. */
export function timed(
  registry: Registry,
  { name, help, labelNames = [], buckets }: Family & { buckets: readonly number[] },
): (labels: LabelValues) => Timings {
  const series: TimedSeries[] = []
  new TimedFamily({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers: [registry] }, series)
  return (labels) => {
    const one: TimedSeries = { labels, counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 }
    series.push(one)
    return {
      observe: (seconds) => {
        let place = 0
        while (place < buckets.length && seconds > (buckets[place] ?? Number.POSITIVE_INFINITY)) place += 1
        one.counts[place] = (one.counts[place] ?? 0) + 1
        one.sum += seconds
      },
    }
  }
}

/** The library has no other way in for a histogram that is counted elsewhere. */
class TimedFamily extends Histogram<string> {
  readonly #family: { name: string; help: string; buckets: readonly number[] }
  readonly #series: readonly TimedSeries[]

  constructor(
    settings: { name: string; help: string; labelNames: string[]; buckets: number[]; registers: Registry[] },
    series: readonly TimedSeries[],
  ) {
    super(settings)
    this.#family = settings
    this.#series = series
  }

  /** What the registry writes. */
  async getForPromString(): Promise<object> {
    const { name, help, buckets } = this.#family
    const values = this.#series.flatMap(({ labels: sharedLabels, counts, sum }) => {
      let upTo = 0
      const within = counts.map((count, place) => {
        upTo += count
        return { metricName: `${name}_bucket`, sharedLabels, labels: { le: buckets[place] ?? '+Inf' }, value: upTo }
      })
      const sums = { metricName: `${name}_sum`, sharedLabels, labels: {}, value: sum }
      return [...within, sums, { metricName: `${name}_count`, sharedLabels, labels: {}, value: upTo }]
    })
    return { name, help, type: 'histogram', aggregator: 'sum', values }
  }
}
