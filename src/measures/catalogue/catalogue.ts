/**
 * Every measure that can be served, in memory: an index to find them, the records in an unnamed file, the rows as bytes.
 * One catalogue belongs to one process and is changed between requests only, so every answer is of one state.
 *
 * Status and served deadline follow the clock: `advance` brings both up to an instant before anything is answered, so an
 * answer never shows a measure as open after its deadline, whether or not the clock job has made its version yet.
 */
import { sourceSettings } from '../../sources/core/definition.ts'
import type { SourceEntry, SourcesSnapshot } from '../../sources/core/source.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { isEvaluated, ruleIdsOf } from '../core/generated-rules.ts'
import { type IndexBuilder, MeasureIndex } from '../core/index/measure-index.ts'
import type { Answer, Query } from '../core/index/query.ts'
import { type LicenceModes, licenceModes } from '../core/licence.ts'
import { type LinkOutcome, wasSeen } from '../core/link-check.ts'
import type { MeasureRecord, ResolvedRecord, SourceSettings } from '../core/record.ts'
import { instantTexts, renderCompact, renderFull } from '../core/render.ts'
import { lastCheckedAt, resolve } from '../core/resolve.ts'
import { nextClockChange } from '../core/status.ts'
import type { StoredMeasure } from '../store.ts'
import { ChangeLog } from './change-log.ts'
import { DueTimes } from './due-times.ts'
import { Exclusions } from './exclusions.ts'
import type { CatalogueSettings, Held, Rendering } from './held-measure.ts'
import { indexEntry } from './index-entry.ts'
import { RowCache } from './row-cache.ts'

/** Merges of merges that are followed; a circle is refused when it would be made. */
const mergeHopsMax = 100

export class Catalogue {
  readonly #settings: CatalogueSettings
  #index: MeasureIndex | null = null
  /** While the catalogue is built: all at once, which is far quicker than to put one by one. */
  readonly #builder: IndexBuilder
  readonly #held = new Map<string, Held>()
  /** Slugs, and the ids and slugs of merged measures, to the id that answers for them. */
  readonly #aliases = new Map<string, string>()
  readonly #exclusions = new Exclusions()
  /** Licences of merged measures, whose old events stay in the feed. */
  readonly #mergedLicences = new Map<string, Pick<Held, 'sourceId' | 'licence'>>()
  /** When the page of a measure was last really seen, by an operator's check of its source's links. */
  readonly #pageSeenAt = new Map<string, Instant>()
  readonly #due = new DueTimes()
  readonly #rows = new RowCache()
  /** Who changed, for whoever keeps something of measures beside the catalogue. */
  readonly changes = new ChangeLog()
  #sources = new Map<string, { entry: SourceEntry; settings: SourceSettings }>()
  #now: Instant
  #textOf = instantTexts()

  constructor(settings: CatalogueSettings, now: Instant) {
    this.#settings = settings
    this.#now = now
    this.#builder = MeasureIndex.builder(settings.naceCovers)
  }

  /** Ends the building, in slices of work: then it can be searched, and changes are put in place. */
  *finish(): Generator<number, void> {
    this.#index = yield* this.#builder.finish()
  }

  /** Puts the sources' state of now in place. Answers false when their settings changed: then build a new catalogue. */
  putSources(snapshot: SourcesSnapshot): boolean {
    const before = this.#sources
    const next = new Map(
      snapshot.entries.map((entry) => [
        entry.source.definition.id,
        { entry, settings: sourceSettings(entry.source.definition) },
      ]),
    )
    for (const [id, { settings }] of before) {
      if (JSON.stringify(next.get(id)?.settings) !== JSON.stringify(settings)) return false
    }
    this.#sources = next
    const touched = [...next].filter(
      ([id, { entry }]) => before.get(id)?.entry.source.lastSuccessAt !== entry.source.lastSuccessAt,
    )
    const ids = new Set(touched.map(([id]) => id))
    if (before.size > 0 && ids.size > 0) {
      this.#rows.forgetFullOf((id) => ids.has(this.#held.get(id)?.sourceId ?? ''))
      for (const { id, sourceId } of this.#held.values()) if (ids.has(sourceId)) this.changes.note(id)
    }
    return true
  }

  /** Takes in measures as the store now has them. Their sources must have been put before. */
  put(measures: readonly StoredMeasure[]): void {
    for (const measure of measures) this.#putOne(measure)
  }

  /** Takes in what checks of links saw. */
  putLinkChecks(checks: readonly { measureId: string; outcome: LinkOutcome; checkedAt: Instant }[]): void {
    for (const { measureId, outcome, checkedAt } of checks) {
      if (wasSeen(outcome)) this.#pageSeenAt.set(measureId, checkedAt)
      else this.#pageSeenAt.delete(measureId)
      this.#touch(measureId)
    }
  }

  /** Whether nobody has ever checked the measure: only curated ones can be so. */
  isUnchecked(id: string): boolean {
    const held = this.#mustHold(id)
    const isCurated = this.#settingsOf(held.sourceId).method === 'curated'
    return isCurated && held.checkedAt === null && !this.#pageSeenAt.has(id)
  }

  /** Brings status and served deadline of everything up to `now`. Never goes back. */
  advance(now: Instant): void {
    if (now <= this.#now) return
    this.#now = now
    if ((this.#due.next ?? Number.POSITIVE_INFINITY) > now) return
    for (const id of this.#due.takeDue(now)) {
      const held = this.#held.get(id)
      if (held === undefined) continue
      held.dueAt = null
      const record = this.#recordOf(held)
      this.#reindex(held, record, resolve(record, this.#settingsOf(held.sourceId), this.#settings.lookups))
    }
  }

  /** What the store knows of a measure beside its record; null when the catalogue does not hold it. */
  held(id: string): Readonly<Held> | null {
    return this.#held.get(id) ?? null
  }

  /** Every measure held, withdrawn ones too. */
  all(): Iterable<Readonly<Held>> {
    return this.#held.values()
  }

  /** A measure's record, and what rendering it (or an older version of it) needs. */
  rendering(id: string): Rendering {
    const held = this.#mustHold(id)
    const source = this.#settingsOf(held.sourceId)
    const record = this.#recordOf(held)
    const seenAt = held.lastCheckedAt ?? this.#sources.get(held.sourceId)?.entry.source.lastSuccessAt ?? null
    return {
      measure: {
        record: resolve(record, source, this.#settings.lookups),
        slug: held.slug,
        version: held.version,
        created_at: held.createdAt,
        updated_at: held.updatedAt,
        withdrawn_at: held.withdrawnAt,
        last_checked_at: lastCheckedAt(record, source, { run: seenAt, page: this.#pageSeenAt.get(id) ?? null }),
        merged_from: held.mergedFrom,
        excluded_by: this.#exclusions.of(held.id),
        licence: record.licence,
      },
      context: { source, baseUrl: this.#settings.baseUrl, at: this.#now, textOf: this.#textOf },
    }
  }

  /** The licence modes of now of a measure, a merged one too; null when the catalogue does not know it. */
  modesOf(id: string): LicenceModes | null {
    const known = this.#held.get(id) ?? this.#mergedLicences.get(id)
    return known === undefined ? null : licenceModes(this.#settingsOf(known.sourceId), known.licence)
  }

  /** A record of this or another time with the settings and tables of now. */
  resolved(record: MeasureRecord, source: SourceSettings): ResolvedRecord {
    return resolve(record, source, this.#settings.lookups)
  }

  /** The id that answers to an id or slug, those of merged measures included; null when none does. */
  resolveId(idOrSlug: string): string | null {
    let id: string | undefined = idOrSlug
    for (let hop = 0; hop < mergeHopsMax && id !== undefined; hop += 1) {
      if (this.#held.has(id)) return id
      id = this.#aliases.get(id)
    }
    return null
  }

  search(query: Query, now: Instant): Answer {
    this.advance(now)
    return this.#searchable().search(query)
  }

  compactRow(id: string, language: Language, now: Instant): Buffer {
    this.advance(now)
    return this.#rows.compact(id, language, () => {
      const { measure, context } = this.rendering(id)
      return renderCompact(measure, language, context)
    })
  }

  fullRow(id: string, language: Language, now: Instant): Buffer {
    this.advance(now)
    return this.#rows.full(id, language, () => {
      const { measure, context } = this.rendering(id)
      return renderFull(measure, language, context)
    })
  }

  /** Attribution lines that the rows of a page need, each once, in the order of the rows. */
  attributionsOf(ids: readonly string[]): string[] {
    const lines = new Set<string>()
    for (const id of ids) {
      const line = this.#sources.get(this.#held.get(id)?.sourceId ?? '')?.settings.attribution
      if (line !== null && line !== undefined) lines.add(line)
    }
    return [...lines]
  }

  /** The sources as of the newest publication taken in. */
  get sources(): readonly SourceEntry[] {
    return [...this.#sources.values()].map(({ entry }) => entry)
  }

  #putOne(measure: StoredMeasure): void {
    const before = this.#held.get(measure.id)
    if (before !== undefined) this.#drop(before)
    this.#aliases.set(measure.slug, measure.mergedInto ?? measure.id)
    if (measure.mergedInto !== null) {
      this.#aliases.set(measure.id, measure.mergedInto)
      this.#mergedLicences.set(measure.id, { sourceId: measure.sourceId, licence: measure.record.licence })
      return
    }
    const { record, recordText, digest: _digest, ...rest } = measure
    const place = this.#settings.slab.append(Buffer.from(recordText))
    const settings = this.#settingsOf(measure.sourceId)
    const resolved = resolve(record, settings, this.#settings.lookups)
    const ruleIds = ruleIdsOf(resolved, settings)
    const evaluated = record.conditions.filter((condition) => isEvaluated(condition, ruleIds)).length
    const held: Held = {
      ...rest,
      place,
      dueAt: null,
      excludes: record.related.excludes,
      licence: record.licence,
      checkedAt: record.checked_at,
      conditions: { conditions: record.conditions.length, evaluated },
    }
    this.#held.set(measure.id, held)
    this.#exclusions.add(held.excludes, measure.id)
    for (const other of held.excludes) this.#touch(other)
    this.#reindex(held, record, resolved)
  }

  /** Puts a measure into the index as it is at the catalogue's instant, and forgets its rendered rows. */
  #reindex(held: Held, record: MeasureRecord, resolved: ResolvedRecord): void {
    this.#touch(held.id)
    const entry = indexEntry(held, resolved, this.#settingsOf(held.sourceId), this.#now)
    if (this.#index === null) this.#builder.add(entry)
    else this.#index.put(entry)
    if (held.dueAt !== null) this.#due.remove(held.dueAt, held.id)
    held.dueAt = nextClockChange(record, this.#now)
    if (held.dueAt !== null) this.#due.add(held.dueAt, held.id)
  }

  #drop(held: Held): void {
    this.#settings.slab.free(held.place)
    if (held.dueAt !== null) this.#due.remove(held.dueAt, held.id)
    this.#exclusions.remove(held.excludes, held.id)
    for (const other of held.excludes) this.#touch(other)
    this.#touch(held.id)
    this.#held.delete(held.id)
    this.#index?.remove(held.id)
  }

  #touch(id: string): void {
    // While it is built nothing of it was shown to anybody.
    if (this.#index === null) return
    this.#rows.forget(id)
    this.changes.note(id)
  }

  #recordOf(held: Held): MeasureRecord {
    return JSON.parse(this.#settings.slab.read(held.place).toString('utf8')) as MeasureRecord
  }

  #settingsOf(sourceId: string): SourceSettings {
    const source = this.#sources.get(sourceId)
    if (source === undefined) throw new Error(`the catalogue has a measure of the unknown source ${sourceId}`)
    return source.settings
  }

  #searchable(): MeasureIndex {
    if (this.#index === null) throw new Error('the catalogue is searched before it was finished')
    return this.#index
  }

  #mustHold(id: string): Held {
    const held = this.#held.get(id)
    if (held === undefined) throw new Error(`the catalogue does not hold ${id}`)
    return held
  }
}
