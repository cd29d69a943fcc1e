/** A catalogue while it is made, all at once: measure after measure. */

import type { TextReader } from '../../../search/texts.ts'
import type { Instant } from '../../../values/brussels.ts'
import { type IndexBuilder, MeasureIndex } from '../../finding/measure-index.ts'
import type { Entry, NaceCover } from '../../finding/query.ts'
import type { MeasureFacts } from '../../versions/store.ts'
import { Catalogue } from '../catalogue.ts'
import type { Beginning, Beside, Companion } from '../companion.ts'
import { DueTimes } from '../due-times.ts'
import type { KnownMeasure } from '../known-measure.ts'
import { LayeredMap } from '../layered-map.ts'
import { type CatalogueMeans, CatalogueState, type StateParts } from '../state.ts'

/** `naceCover` null: nobody searches the catalogue, and it gets no index. */
export type BuildSettings = { means: CatalogueMeans; naceCover: NaceCover | null }

/** What a catalogue is of. */
export type BuiltOf = Pick<StateParts, 'publication' | 'position' | 'eventId' | 'sources' | 'slab' | 'liveBytes'> & {
  /** When the page of a measure was last really seen. */
  pageSeenAt: ReadonlyMap<string, Instant>
}

type Maps = {
  known: Map<string, KnownMeasure>
  aliases: Map<string, string>
  excludedBy: Map<string, string[]>
  mergedLicences: Map<string, Pick<KnownMeasure, 'sourceId' | 'licence'>>
}

export class Building {
  /** As of everything that was taken so far: companions read of it what has come. */
  readonly state: CatalogueState
  readonly beginnings: readonly { companion: Companion; beginning: Beginning<Beside> }[]
  readonly #maps: Maps
  readonly #due = new DueTimes()
  readonly #index: IndexBuilder | null

  /** `countMost`: measures that will come, at most; `texts`: who reads what the measures say, where it is not to be done here. */
  constructor(
    { pageSeenAt, ...of }: BuiltOf,
    { means, naceCover }: BuildSettings,
    companions: readonly Companion[],
    now: Instant,
    countMost: number,
    texts?: TextReader,
  ) {
    this.#maps = { known: new Map(), aliases: new Map(), excludedBy: new Map(), mergedLicences: new Map() }
    const { known, aliases, excludedBy, mergedLicences } = this.#maps
    // The maps fill behind it.
    this.state = new CatalogueState({
      ...{ means, ...of, instant: now },
      known: LayeredMap.of(known),
      aliases: LayeredMap.of(aliases),
      excludedBy: LayeredMap.of(excludedBy),
      mergedLicences: LayeredMap.of(mergedLicences),
      pageSeenAt: LayeredMap.of(pageSeenAt),
    })
    this.#index = naceCover === null ? null : MeasureIndex.builder(naceCover, countMost, texts)
    this.beginnings = companions.map((companion) => ({
      companion,
      beginning: companion.begin(this.state),
    }))
  }

  get isSearched(): boolean {
    return this.#index !== null
  }

  /** A measure that was merged away: its id and slug lead to the one that answers for it. */
  leadOn(
    { id, slug, sourceId }: Pick<MeasureFacts, 'id' | 'slug' | 'sourceId'>,
    survivor: string,
    licence: KnownMeasure['licence'],
  ): void {
    this.#maps.aliases.set(slug, survivor)
    this.#maps.aliases.set(id, survivor)
    this.#maps.mergedLicences.set(id, { sourceId, licence })
  }

  know(known: KnownMeasure, dueAt: Instant | null): void {
    this.#maps.known.set(known.id, known)
    this.#maps.aliases.set(known.slug, known.id)
    for (const other of known.excludes) {
      const by = this.#maps.excludedBy.get(other)
      if (by === undefined) this.#maps.excludedBy.set(other, [known.id])
      else by.push(known.id)
    }
    this.#due.set(known.id, dueAt)
  }

  /** Takes the entry of a measure into the index, if there is one; to be gone through. */
  *find(entry: Entry): Generator<number, void> {
    this.#index?.add(entry)
    if (this.#index !== null) yield* this.#index.catchUp()
  }

  /** Everything has come. In slices. */
  *finish(): Generator<number, Catalogue> {
    const index = this.#index
    index?.end()
    const { excludedBy } = this.#maps
    const entangled = new Set<string>()
    for (const [other, by] of excludedBy) {
      for (const id of [this.state.resolveId(other) ?? other, ...by]) entangled.add(id)
    }
    const besides: [Companion, Beside][] = []
    for (const { companion, beginning } of this.beginnings)
      besides.push([companion, yield* beginning.finish(entangled)])
    return new Catalogue({
      state: this.state,
      index: index === null ? null : yield* index.finish(),
      due: this.#due,
      besides: new Map(besides),
    })
  }
}
