/** Makes a catalogue of everything that the store has, for a process that has none or whose own cannot take in what changed. */
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { FileSlab } from '../../../platform/files/file-slab.ts'
import { inTurns } from '../../../platform/in-turns.ts'
import type { Observer, OccurrenceOf } from '../../../platform/observer.ts'
import { textThreadFor } from '../../finding/text-thread.ts'
import type { Catalogue } from '../catalogue.ts'
import { countMeasures } from '../catalogue-store.ts'
import type { Companion } from '../companion.ts'
import { readEverything } from '../read-state.ts'
import type { CatalogueState } from '../state.ts'
import type { BuildSettings } from './build-catalogue.ts'
import { buildCatalogue } from './build-catalogue.ts'

/** A start that takes longer says how far it is. */
const progressEveryMs = 2_000

type Step = OccurrenceOf<'catalogue_progress'>['labels']['step']

export type MakingSettings = {
  database: Database
  clock: Clock
  /** Where the records of the catalogue are kept while the process runs. */
  slabFolder: string
  /** What a later capability keeps beside the catalogue; null: nothing. */
  companion: Companion | null
  observer: Observer
  /** Called when the store is found to have less than it had: what else is remembered of it is no truth any more. */
  onGoneBack?(): void
}

export class CatalogueMaker {
  readonly #settings: MakingSettings
  readonly #building: BuildSettings
  readonly #signal: AbortSignal
  /** Whether a thread of its own may read texts. */
  #readsBeside = true

  constructor(settings: MakingSettings, building: BuildSettings, signal: AbortSignal) {
    this.#settings = settings
    this.#building = building
    this.#signal = signal
  }

  /** The catalogue of everything that the store has; `before`: what it is to take the place of, whose slab it may share. */
  async fromEverything(slab: FileSlab, before: CatalogueState | null): Promise<Catalogue> {
    const { database, companion, clock } = this.#settings
    const isReadBeside = this.#building.naceCover !== null && this.#readsBeside
    // Begun before there is anything to read: it loads its code while the store is read.
    const size = await countMeasures(database)
    const texts = isReadBeside ? textThreadFor(size) : undefined
    const progress = this.#progress(size)
    try {
      const everything = await readEverything(database, slab, before, this.#signal, progress('read'))
      if (everything.standing === 'gone_back') this.#settings.onGoneBack?.()
      const help = { texts, onMade: progress('made_ready') }
      const making = buildCatalogue(everything, this.#building, companion, clock.now(), help)
      return await inTurns(making, this.#signal)
    } catch (error) {
      // Whatever ended it: the next time all is done here.
      if (texts?.hasEnded === true) this.#readsBeside = false
      throw error
    } finally {
      await texts?.stop()
    }
  }

  newSlab(): FileSlab {
    return new FileSlab(this.#settings.slabFolder)
  }

  /** Tells how far the making of a catalogue of so many measures is, every two seconds from its beginning on. */
  #progress(measures: number): (step: Step) => (count: number) => void {
    let toldMs = performance.now()
    return (step) => (count) => {
      const nowMs = performance.now()
      if (nowMs - toldMs < progressEveryMs) return
      toldMs = nowMs
      this.#settings.observer.tell({ name: 'catalogue_progress', labels: { step }, count, about: { measures } })
    }
  }
}
