/**
 * All that the catalogue knows at one publication and instant. A state never changes: what comes makes the next one, which
 * shares what stayed. So whoever holds a state (and keeps its slab, see `pin.ts`) may go on reading it across any wait,
 * and finds every measure that it names: merged away, withdrawn or changed since, as they were.
 */

import type { FileSlab, SlabPlace } from '../../platform/files/file-slab.ts'
import type { SourceEntry } from '../../sources/source/source.ts'
import type { Instant } from '../../values/brussels.ts'
import type { SourceName } from '../../values/meant/hints.ts'
import { meantNames } from '../finding/meant-names.ts'
import { parseCanonical } from '../record/canonical.ts'
import { type ReadingDoubt, readingDoubt } from '../record/checked.ts'
import { type LicenceModes, licenceModes } from '../record/licence.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import type { MeasureRecord, ResolvedRecord, SourceSettings } from '../record/record.ts'
import { resolve } from '../record/resolve.ts'
import { type KnownMeasure, type Rendering, type Standing, shownMeasure } from './known-measure.ts'
import type { LayeredMap } from './layered-map.ts'

/** Merges of merges that are followed; a circle is refused when it would be made. */
const mergeHopsMax = 100
/** Garbage in a slab from which building anew pays. */
const garbageBytesMin = 64 * 1024 * 1024

export type CatalogueMeans = {
  baseUrl: string
  lookups: ReferenceLookups
  /** How an instant is written: `instantTexts()`. */
  textOf(instant: Instant): string
}

export type KnownSource = { entry: SourceEntry; settings: SourceSettings }

export type StateParts = {
  means: CatalogueMeans
  /** Where the records stand, and in how many bytes of it those of the measures known do. */
  slab: FileSlab
  liveBytes: number
  publication: number
  /** Number of the newest event of the feed that this state shows. */
  position: number
  /** Id of that event, by which the life of the store is known; null where it had been erased by then. */
  eventId: string | null
  /** Status and served deadline of everything are those of this instant, and of every later one until `dueAt`. */
  instant: Instant
  sources: ReadonlyMap<string, KnownSource>
  known: LayeredMap<KnownMeasure>
  /** Slugs, and the ids and slugs of merged measures, to the id that answers for them. */
  aliases: LayeredMap<string>
  /** Of each measure those that say that they exclude it. */
  excludedBy: LayeredMap<readonly string[]>
  /** Of each measure those that say that it took their place: it replaces them. */
  replaces: LayeredMap<readonly string[]>
  /** Licences of merged measures, whose old events stay in the feed. */
  mergedLicences: LayeredMap<Pick<KnownMeasure, 'sourceId' | 'licence'>>
}

/** The record that some bytes of a slab are. */
export function recordIn(bytes: Buffer, id?: string): MeasureRecord {
  return parseCanonical(bytes.toString('utf8'), id)
}

export class CatalogueState {
  readonly parts: StateParts
  /** The sources, each with its measures counted and its newest runs. */
  readonly sources: readonly SourceEntry[]

  constructor(parts: StateParts) {
    this.parts = parts
    this.sources = [...parts.sources.values()].map(({ entry }) => entry)
  }

  get publication(): number {
    return this.parts.publication
  }

  /** Whether so much of the slab is garbage that building anew pays. */
  get hasMuchGarbage(): boolean {
    return this.deadBytes > Math.max(this.parts.liveBytes, garbageBytesMin)
  }

  get position(): number {
    return this.parts.position
  }

  get eventId(): string | null {
    return this.parts.eventId
  }

  get instant(): Instant {
    return this.parts.instant
  }

  get slab(): FileSlab {
    return this.parts.slab
  }

  /** Bytes of the slab in which nothing stands that this state knows of. */
  get deadBytes(): number {
    return this.parts.slab.size - this.parts.liveBytes
  }

  /** What the store knows of a measure beside its record; null when the state does not know it (merged ones it does not). */
  known(id: string): KnownMeasure | null {
    return this.parts.known.get(id) ?? null
  }

  /** Every measure known, withdrawn ones too. */
  all(): Iterable<KnownMeasure> {
    return this.parts.known.values()
  }

  /** How many measures are known. */
  get size(): number {
    return this.parts.known.size
  }

  hasSource(id: string): boolean {
    return this.parts.sources.has(id)
  }

  /** The id that answers to an id or slug, those of merged measures included; null when none does. */
  resolveId(idOrSlug: string): string | null {
    const { known, aliases } = this.parts
    let id: string | undefined = idOrSlug
    for (let hop = 0; hop < mergeHopsMax && id !== undefined; hop += 1) {
      if (known.has(id)) return id
      id = aliases.get(id)
    }
    return null
  }

  /** The sources that are switched on, for who has named another. */
  namesOfSources(): SourceName[] {
    const on = this.sources.filter(({ source }) => source.enabled)
    return on.map(({ source: { definition } }) => ({ id: definition.id, prefix: definition.prefix }))
  }

  /** Ids and slugs that may be meant by one that no measure has: for who is told so. */
  meantNames(idOrSlug: string): string[] {
    const { known, aliases } = this.parts
    return meantNames(
      idOrSlug,
      // A slug is an alias; an id of a measure that was merged away is one too.
      (name) => aliases.has(name) || (name.includes(':') && known.has(name)),
      this.sources.map(({ source }) => source.definition.prefix),
    )
  }

  /** A measure's record, and what rendering it (or an older version of it) needs. Throws when it is not known. */
  rendering(id: string): Rendering {
    const known = this.#mustKnow(id)
    const record = this.recordOf(known)
    return this.renderingOf(known, record, this.resolved(record, this.settingsOf(known.sourceId)))
  }

  /** The same of a measure whose record is at hand. */
  renderingOf(known: KnownMeasure, record: MeasureRecord, resolved: ResolvedRecord): Rendering {
    const { means, instant } = this.parts
    const source = this.settingsOf(known.sourceId)
    return {
      measure: shownMeasure(this.standingOf(known), record, resolved, source),
      context: { source, baseUrl: means.baseUrl, at: instant, textOf: means.textOf },
    }
  }

  /** What a measure's rows show beside its record. */
  standingOf(known: KnownMeasure): Standing {
    const { entry } = this.#sourceOf(known.sourceId)
    return {
      slug: known.slug,
      version: known.version,
      createdAt: known.createdAt,
      updatedAt: known.updatedAt,
      withdrawnAt: known.withdrawnAt,
      seenByRunAt: known.lastCheckedAt ?? entry.source.lastSuccessAt,
      agesAt: known.agesAt,
      mergedFrom: known.mergedFrom,
      excludedBy: this.#namedBy(known, this.parts.excludedBy),
      replaces: this.#namedBy(known, this.parts.replaces),
    }
  }

  /** The record of a measure that this state, or one that shares its slab, knows. */
  recordOf(known: KnownMeasure): MeasureRecord {
    return this.recordAt(known.place, known.id)
  }

  /** The record that stands at a place of the slab. */
  recordAt(place: SlabPlace, id: string): MeasureRecord {
    return recordIn(this.parts.slab.read(place), id)
  }

  /** A record of this or another time with the settings and tables of now. */
  resolved(record: MeasureRecord, source: SourceSettings): ResolvedRecord {
    return resolve(record, source, this.parts.means.lookups)
  }

  settingsOf(sourceId: string): SourceSettings {
    return this.#sourceOf(sourceId).settings
  }

  /** The reading of a measure, where an answer given at `at` that shows it warns of it; null: it does not. */
  readingDoubt(id: string, at: Instant): ReadingDoubt | null {
    const known = this.#mustKnow(id)
    return readingDoubt(known.checked, this.settingsOf(known.sourceId), at)
  }

  /** The licence modes of now of a measure, a merged one too; null when the state does not know it. */
  modesOf(id: string): LicenceModes | null {
    const known = this.parts.known.get(id) ?? this.parts.mergedLicences.get(id)
    return known === undefined ? null : licenceModes(this.settingsOf(known.sourceId), known.licence)
  }

  /** Attribution lines that the rows of a page need, each once, in the order of the rows. */
  attributionsOf(ids: readonly string[]): string[] {
    const sourceIds = new Set<string>()
    let newest = ''
    for (const id of ids) {
      const { sourceId = newest } = this.known(id) ?? {}
      // Rows of one source often follow one another.
      if (sourceId !== newest) sourceIds.add(sourceId)
      newest = sourceId
    }
    const lines = [...sourceIds].map((id) => this.parts.sources.get(id)?.settings.attribution ?? null)
    return [...new Set(lines.filter((line) => line !== null))]
  }

  /** Who names this measure there, or one that was merged into it. */
  #namedBy(known: KnownMeasure, naming: StateParts['excludedBy']): string[] {
    const by = [known.id, ...known.mergedFrom].flatMap((id) => naming.get(id) ?? [])
    return [...new Set(by)].filter((id) => id !== known.id)
  }

  #sourceOf(sourceId: string): KnownSource {
    const source = this.parts.sources.get(sourceId)
    if (source === undefined) throw new Error(`the catalogue has a measure of the unknown source ${sourceId}`)
    return source
  }

  #mustKnow(id: string): KnownMeasure {
    const known = this.known(id)
    if (known === null) throw new Error(`the catalogue does not know ${id}`)
    return known
  }
}
