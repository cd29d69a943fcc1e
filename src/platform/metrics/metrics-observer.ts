/** The metrics as an observer: every occurrence is counted, under the labels that it was told with. */
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client'
import type { Cut } from '../http/exchange.ts'
import { type Observer, type Occurrence, type OccurrenceOf, type StoreUse, storeUses } from '../observer.ts'
import { families, labelNameOf, type Rare, requestBuckets } from './families.ts'
import { type LabelValues, type Tally, type Timings, tallied, timed } from './tallies.ts'

/** What requests may be called by; any other method is `other`, because a caller may send any word. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Why answers do not leave whole; there from the start, at zero. */
const cutCauses: readonly Cut[] = ['reader_left', 'reader_too_slow', 'too_long', 'failed', 'stopping']
/** The route of what no route is for. */
const noRoute = 'none'
const firstRefusal = 400
const firstFailure = 500

export function metricsObserver(registry: Registry): Observer {
  const request = requestTallies(registry)
  const admission = admissionTallies(registry)
  const storeUse = storeTallies(registry)
  const rare = rareCounters(registry)
  const atWork = new Gauge({
    name: 'subsidies_job_at_work',
    help: '1 while this process has the lease of the job and works at it.',
    labelNames: ['job_name'],
    registers: [registry],
  })
  return {
    tell(occurrence) {
      switch (occurrence.name) {
        case 'http_request':
          return request(occurrence)
        case 'admission':
          return admission(occurrence)
        case 'store_use':
          return storeUse(occurrence)
        case 'job_begin':
          atWork.set({ job_name: occurrence.labels.job }, 1)
          break
        case 'job_turn':
          atWork.set({ job_name: occurrence.labels.job }, 0)
          break
      }
      rare(occurrence)
    },
    end: () => {},
  }
}

/** Two tallies a route and method; one a route, method and status. Routes are patterns, so that there are so many and no more. */
function requestTallies(registry: Registry): (told: OccurrenceOf<'http_request'>) => void {
  const answers = tallied(registry, {
    name: 'subsidies_http_requests_total',
    help: 'Requests that were answered, or whose client left before (status 499).',
    labelNames: ['route', 'method', 'status'],
  })
  const durations = timed(registry, {
    name: 'subsidies_http_request_duration_seconds',
    help: 'From the first look at a request to the last byte of its answer, of those that were not refused (4xx).',
    labelNames: ['route', 'method'],
    buckets: requestBuckets,
  })
  const refusals = kept(
    tallied(registry, {
      name: 'subsidies_http_refusals_total',
      help: 'Requests that were refused or failed, by the code of their answer.',
      labelNames: ['code'],
    }),
    'code',
  )
  const cuts = kept(
    tallied(registry, {
      name: 'subsidies_http_answers_cut_total',
      help: 'Answers that did not leave whole, by why.',
      labelNames: ['cause'],
    }),
    'cause',
  )
  for (const cause of cutCauses) cuts(cause)
  type OfMethod = { statuses: Map<number, Tally>; timings: Timings | null }
  const byRoute = new Map<string | null, Map<string, OfMethod>>()
  const ofMethod = (route: string | null, method: string): OfMethod => {
    let ofRoute = byRoute.get(route)
    if (ofRoute === undefined) {
      ofRoute = new Map()
      byRoute.set(route, ofRoute)
    }
    let found = ofRoute.get(method)
    if (found === undefined) {
      found = { statuses: new Map(), timings: null }
      ofRoute.set(method, found)
    }
    return found
  }
  return ({ labels: { route, method: word, status, cut, code }, seconds = 0 }) => {
    const method = methods.has(word) ? word : 'other'
    const found = ofMethod(route, method)
    let tally = found.statuses.get(status)
    if (tally === undefined) {
      tally = answers({ route: route ?? noRoute, method, status })
      found.statuses.set(status, tally)
    }
    tally.add()
    if (status < firstRefusal || status >= firstFailure) {
      found.timings ??= durations({ route: route ?? noRoute, method })
      found.timings.observe(seconds)
    }
    if (code !== null) refusals(code).add()
    if (cut !== null) cuts(cut).add()
  }
}

function admissionTallies(registry: Registry): (told: OccurrenceOf<'admission'>) => void {
  const counted = tallied(registry, {
    name: 'subsidies_admissions_total',
    help: 'Who asked to be let in, by a well-formed key or as an address, and what was decided; failed: the store could not say; not_asked: the address had sent too many unknown keys.',
    labelNames: ['entrance', 'outcome'],
  })
  const durations = timed(registry, {
    name: 'subsidies_admission_duration_seconds',
    help: 'How long the decision on a key took: one round trip to the store.',
    buckets: requestBuckets,
  })({})
  const byEntrance = {
    key: kept((labels) => counted({ entrance: 'key', ...labels }), 'outcome'),
    address: kept((labels) => counted({ entrance: 'address', ...labels }), 'outcome'),
  }
  byEntrance.key('failed')
  byEntrance.key('not_asked')
  return ({ labels: { entrance, outcome }, seconds }) => {
    byEntrance[entrance](outcome).add()
    if (seconds !== undefined) durations.observe(seconds)
  }
}

function storeTallies(registry: Registry): (told: OccurrenceOf<'store_use'>) => void {
  const counted = tallied(registry, {
    name: 'subsidies_store_uses_total',
    help: 'Uses of the store, by what came of them; given_up: by whoever asked.',
    labelNames: ['use', 'outcome'],
  })
  const durations = timed(registry, {
    name: 'subsidies_store_use_duration_seconds',
    help: 'How long uses of the store took, the wait for a turn or a connection among it.',
    labelNames: ['use'],
    buckets: requestBuckets,
  })
  const series = (use: StoreUse) => ({
    outcome: kept((labels) => counted({ use, ...labels }), 'outcome'),
    timings: durations({ use }),
  })
  const byUse = new Map(storeUses.map((use) => [use, series(use)]))
  for (const { outcome } of byUse.values()) outcome('failed')
  return ({ labels: { use, outcome }, seconds = 0 }) => {
    const found = byUse.get(use)
    found?.outcome(outcome).add()
    found?.timings.observe(seconds)
  }
}

/** A series for each value of one label, made when it comes first. Its values are of a vocabulary. */
function kept(make: (labels: LabelValues) => Tally, label: string): (value: string) => Tally {
  const series = new Map<string, Tally>()
  return (value) => {
    const known = series.get(value)
    if (known !== undefined) return known
    const made = make({ [label]: value })
    series.set(value, made)
    return made
  }
}

type RareOccurrence = Extract<Occurrence, { name: Rare }>

function rareCounters(registry: Registry): (told: RareOccurrence) => void {
  const counters = new Map<Rare, (told: RareOccurrence) => void>()
  for (const [name, { counter, help, labels, seconds, from = [] }] of Object.entries(families)) {
    const labelNames: readonly string[] = labels
    const counts =
      counter === null
        ? null
        : new Counter({
            name: `${counter}_total`,
            help,
            labelNames: labelNames.map(labelNameOf),
            registers: [registry],
          })
    for (const zero of from) counts?.inc(zero, 0)
    const timings =
      seconds === undefined
        ? null
        : new Histogram({
            name: `${seconds.name}_seconds`,
            help: seconds.help,
            labelNames: seconds.labels.map(labelNameOf),
            buckets: [...seconds.buckets],
            registers: [registry],
          })
    counters.set(name as Rare, (told) => {
      counts?.inc(labelsOf(told, labelNames), told.count ?? 1)
      if (told.seconds !== undefined) timings?.observe(labelsOf(told, seconds?.labels ?? []), told.seconds)
    })
  }
  return (told) => counters.get(told.name)?.(told)
}

function labelsOf({ labels }: RareOccurrence, names: readonly string[]): LabelValues {
  const all: Readonly<Record<string, string | number | null>> = labels
  return Object.fromEntries(names.map((name) => [labelNameOf(name), all[name] ?? '']))
}
