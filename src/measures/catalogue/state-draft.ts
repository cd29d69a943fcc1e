/** The next state of the catalogue while it is written: what of the one before is different, and whom that concerns. */

import type { SourcesSnapshot } from '../../sources/source/source.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import type { Instant } from '../../values/brussels.ts'
import type { MeasureRecord } from '../record/record.ts'
import type { MeasureFacts } from '../versions/store.ts'
import type { KnownMeasure } from './known-measure.ts'
import { MapDraft } from './layered-map.ts'
import { CatalogueState, type KnownSource, type StateParts } from './state.ts'

/** Whom a change concerns, each measure in the first of these that fits. */
export type Concerned = {
  /** Measures that came, changed or went, and those whom one of these names, or named. */
  changed: ReadonlySet<string>
  /** Measures of which the clock alone changed something: status, served deadline. */
  restated: ReadonlySet<string>
  /** Sources whose measures were all seen anew. */
  sources: ReadonlySet<string>
}

export const nobody: Concerned = { changed: new Set(), restated: new Set(), sources: new Set() }

export class StateDraft {
  readonly #before: CatalogueState
  readonly #known: MapDraft<KnownMeasure>
  readonly #aliases: MapDraft<string>
  readonly #excludedBy: MapDraft<readonly string[]>
  readonly #replaces: MapDraft<readonly string[]>
  readonly #mergedLicences: MapDraft<Pick<KnownMeasure, 'sourceId' | 'licence'>>
  readonly #changed = new Set<string>()
  #liveBytes: number

  constructor(before: CatalogueState) {
    const { known, aliases, excludedBy, replaces, mergedLicences } = before.parts
    this.#before = before
    this.#liveBytes = before.parts.liveBytes
    this.#known = new MapDraft(known)
    this.#aliases = new MapDraft(aliases)
    this.#excludedBy = new MapDraft(excludedBy)
    this.#replaces = new MapDraft(replaces)
    this.#mergedLicences = new MapDraft(mergedLicences)
  }

  /** Puts in a measure, in place of what was known of it. */
  put(known: KnownMeasure): void {
    this.#release(known.id)
    this.#known.set(known.id, known)
    this.#liveBytes += known.place.length
    this.#aliases.set(known.slug, known.id)
    this.#name(known, (by) => [...by, known.id])
  }

  /** A measure that was merged away: it is known no longer, and its id and slug lead to the one that answers for it. */
  leadOn(
    facts: Pick<MeasureFacts, 'id' | 'slug' | 'sourceId'>,
    survivor: string,
    licence: MeasureRecord['licence'],
  ): void {
    this.#release(facts.id)
    this.#aliases.set(facts.slug, survivor)
    this.#aliases.set(facts.id, survivor)
    this.#mergedLicences.set(facts.id, { sourceId: facts.sourceId, licence })
    // Whoever names it now means the survivor, on both sides.
    for (const naming of [this.#excludedBy, this.#replaces])
      for (const by of naming.get(facts.id) ?? []) this.#changed.add(by)
    this.#changed.add(survivor)
  }

  /** The state as written, and whom it concerns beside those that `restated` names; in slices. */
  *done(
    parts: Pick<StateParts, 'publication' | 'position' | 'eventId' | 'instant' | 'sources'>,
  ): Generator<number, { next: CatalogueState; concerned: Concerned }> {
    const next = new CatalogueState({
      ...this.#before.parts,
      ...parts,
      liveBytes: this.#liveBytes,
      known: yield* this.#known.done(),
      aliases: yield* this.#aliases.done(),
      excludedBy: yield* this.#excludedBy.done(),
      replaces: yield* this.#replaces.done(),
      mergedLicences: yield* this.#mergedLicences.done(),
    })
    const sources = new Set(
      [...parts.sources]
        .filter(([id, { entry }]) => lastSuccessOf(this.#before.parts.sources.get(id)) !== entry.source.lastSuccessAt)
        .map(([id]) => id),
    )
    return { next, concerned: { changed: this.#changed, restated: new Set(), sources } }
  }

  #release(id: string): void {
    this.#changed.add(id)
    const before = this.#known.get(id)
    if (before === undefined) return
    this.#known.set(id, undefined)
    this.#liveBytes -= before.place.length
    this.#name(before, (by) => by.filter((one) => one !== id))
  }

  /** Changes who names the others that a measure names. */
  #name(known: KnownMeasure, change: (by: readonly string[]) => readonly string[]): void {
    for (const other of known.excludes) this.#changeNaming(this.#excludedBy, other, change)
    for (const other of known.replacedBy) this.#changeNaming(this.#replaces, other, change)
  }

  #changeNaming(
    naming: MapDraft<readonly string[]>,
    other: string,
    change: (by: readonly string[]) => readonly string[],
  ): void {
    const by = change(naming.get(other) ?? [])
    naming.set(other, by.length === 0 ? undefined : by)
    this.#changed.add(other)
    // One that was merged away is named still: it is the survivor that is named.
    const answering = this.#aliases.get(other)
    if (answering !== undefined) this.#changed.add(answering)
  }
}

/** The sources of a snapshot as a state knows them. */
export function knownSources(snapshot: SourcesSnapshot): Map<string, KnownSource> {
  return new Map(
    snapshot.entries.map((entry) => [
      entry.source.definition.id,
      { entry, settings: sourceSettings(entry.source.definition) },
    ]),
  )
}

/** Whether what the records are read with stayed: else everything has to be made anew. */
export function settingsStayed(
  before: ReadonlyMap<string, KnownSource>,
  next: ReadonlyMap<string, KnownSource>,
): boolean {
  return [...before].every(([id, { settings }]) => JSON.stringify(next.get(id)?.settings) === JSON.stringify(settings))
}

function lastSuccessOf(source: KnownSource | undefined): Instant | null {
  return source?.entry.source.lastSuccessAt ?? null
}
