/**
 * The sources as the open routes show them: read anew for every request (at most one reading at a time, and one waiting),
 * so that what the operator's commands did shows at once; and from memory where the store does not answer. What is
 * remembered is read again also while nobody asks, and is never older than the catalogue that is answered beside it.
 */
import type { Clock } from '../platform/clock.ts'
import { type Paced, paced } from '../platform/pace/paced.ts'
import type { Instant } from '../values/brussels.ts'
import { namesOf, sourceNotFound } from './registry.ts'
import { renderSource, renderSourceWithRuns, type SourcesSnapshot } from './source/source.ts'

/** Each with its freshness at `now`. */
export async function listSources(view: SourcesView, now: Instant) {
  const { entries } = await view.read()
  return entries.filter(({ source }) => source.enabled).map((entry) => renderSource(entry, now))
}

/** One with its newest runs. Refuses `source_not_found`. */
export async function showSource(view: SourcesView, id: string, now: Instant) {
  const { entries } = await view.read()
  const entry = entries.find(({ source }) => source.enabled && source.definition.id === id)
  if (entry === undefined) throw sourceNotFound(id, namesOf(entries.map(({ source }) => source)))
  return renderSourceWithRuns(entry, now)
}

/** A reading that takes longer is not waited for: the last one answers. */
const patienceMs = 1_000
/** After a reading that failed or took too long, so long from memory. */
const restMs = 1_000
/** Between two readings for memory's sake: it is older only by what was published nowhere, and where the store did not answer. */
const rememberEveryMs = 30_000

/** The sources as of a publication of the catalogue, or later. */
export type PublishedSources = SourcesSnapshot & { publication: number }

type SourcesViewMeans = {
  /** Reads the store. */
  load(): Promise<SourcesSnapshot>
  clock: Clock
  /** The sources as the catalogue of this process has them; null where it has none yet. */
  published(): PublishedSources | null
}

export class SourcesView {
  readonly #means: SourcesViewMeans
  #last: PublishedSources | null = null
  #reading: Promise<void> | null = null
  #next: Promise<void> | null = null
  #restUntil = 0

  /** Until `load` has once succeeded, `read` waits for it and throws what it throws. */
  constructor(means: SourcesViewMeans) {
    this.#means = means
  }

  /** Begins to read also while nobody asks. */
  start(): Paced {
    return paced(() => this.#readAfresh().catch(() => this.#rest()), rememberEveryMs)
  }

  /** The sources as they were when this was called or later; older only where the store does not answer. */
  async read(): Promise<SourcesSnapshot> {
    if (this.#last === null) await this.#readAfresh()
    else if (this.#means.clock.now() >= this.#restUntil)
      await this.#atMost(this.#readAfresh().catch(() => this.#rest()))
    return this.#newest()
  }

  /** What was read last, or what the catalogue has of a publication after it. */
  #newest(): SourcesSnapshot {
    const [last, published] = [this.#last, this.#means.published()]
    if (last === null) throw new Error('the sources have not been read')
    return published !== null && published.publication > last.publication ? published : last
  }

  /** A reading that begins no earlier than now: one under way may have passed what the caller knows of. */
  #readAfresh(): Promise<void> {
    if (this.#reading === null) return this.#begin()
    this.#next ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#next = null
        return this.#begin()
      })
    return this.#next
  }

  #begin(): Promise<void> {
    if (this.#reading !== null) return this.#reading
    // What is read from now on shows at least what the catalogue has by now.
    const publication = this.#means.published()?.publication ?? 0
    this.#reading = this.#means
      .load()
      .then(({ entries }) => {
        this.#last = { entries, publication }
      })
      .finally(() => {
        this.#reading = null
      })
    return this.#reading
  }

  #rest(): void {
    this.#restUntil = this.#means.clock.now() + restMs
  }

  async #atMost(reading: Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#rest()
        resolve()
      }, patienceMs)
    })
    await Promise.race([reading, late])
    clearTimeout(timer)
  }
}
