/**
 * Keeps this process's catalogue at the newest publication of the store. Three things ask for it: a timer (so that an
 * idle process is within a second), the admission of a request that tells a newer publication, and the process that has
 * just written. However many ask at once, one reads.
 *
 * Small changes are put into the catalogue in place. A large one (a first run of a source), a change of a source's
 * settings, and a slab with more garbage than records are met by building a new catalogue beside the old one and changing
 * over: building yields to the event loop, so requests are answered meanwhile, of one state, as ever.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { FileSlab } from '../../platform/file-slab.ts'
import { loadSourcesSnapshot } from '../../sources/snapshot.ts'
import { countChangedAfter, measuresChangedAfter, measuresPage, newestPublication } from '../catalogue-store.ts'
import { finished } from '../core/index/slices.ts'
import { linkChecksAfter } from '../link-check-store.ts'
import { Catalogue } from './catalogue.ts'
import type { CatalogueSettings } from './held-measure.ts'

/** Between two looks of an idle process: with the reading, what another process commits shows within a second. */
const lookEveryMs = 500
/** More changed measures than this are met by building anew: each change in place costs about half a millisecond. */
const changesInPlaceMax = 400
/** Measures read and put between two breaths of the event loop while a catalogue is built. */
const pageSize = 50
/** How long the thread is kept at once while the index of a new catalogue is made. */
const turnMs = 10
/** Garbage in the slab from which building anew pays. */
const garbageBytesMin = 64 * 1024 * 1024

export type FollowSettings = Omit<CatalogueSettings, 'slab'> & {
  database: Database
  clock: Clock
  slabFolder: string
  log: { error(details: object, message: string): void }
}

export class FollowedCatalogue {
  readonly #settings: FollowSettings
  #catalogue: Catalogue
  #slab: FileSlab
  #publication = -1
  #reading: Promise<void> | null = null
  #timer: ReturnType<typeof setInterval> | null = null
  #loaded = false
  #storeAnswers = false

  constructor(settings: FollowSettings) {
    this.#settings = settings
    this.#slab = new FileSlab(settings.slabFolder)
    this.#catalogue = this.#empty(this.#slab)
    finished(this.#catalogue.finish())
  }

  /** The catalogue of now. Ask anew in every request: a large change puts another in its place. */
  get current(): Catalogue {
    return this.#catalogue
  }

  /** The publication that the current catalogue shows. */
  get publication(): number {
    return this.#publication
  }

  /** Whether the store has been read once: before that the catalogue is empty for no reason of the store's. */
  get isLoaded(): boolean {
    return this.#loaded
  }

  /** Whether the store answered when it was last looked at; an idle process looks twice a second. */
  get storeAnswers(): boolean {
    return this.#storeAnswers
  }

  /** Begins to look for changes; the first look loads everything. */
  start(): void {
    const look = (): void => {
      this.catchUp().catch((error: unknown) => {
        this.#settings.log.error({ err: error }, 'the catalogue could not be brought up to date')
      })
    }
    this.#timer ??= setInterval(look, lookEveryMs)
    look()
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    await this.#reading?.catch(() => {})
    this.#slab.close()
  }

  /** Brings the catalogue to the newest publication, and resolves when it shows it. */
  async catchUp(): Promise<void> {
    // A reading that is under way may have looked before the caller's write: it is waited for, then looked again.
    if (this.#reading !== null) await this.#reading.catch(() => {})
    this.#reading ??= this.#read()
      .then(
        () => {
          this.#storeAnswers = true
        },
        (error: unknown) => {
          this.#storeAnswers = false
          throw error
        },
      )
      .finally(() => {
        this.#reading = null
      })
    await this.#reading
  }

  /** Whether the catalogue shows that publication, after waiting at most `withinMs` for it. */
  async reach(publication: number, withinMs: number): Promise<boolean> {
    if (this.#loaded && this.#publication >= publication) return true
    const patience = new AbortController()
    const late = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      patience.signal.addEventListener('abort', () => clearTimeout(timer))
    })
    await Promise.race([this.catchUp().catch(() => {}), late])
    patience.abort()
    return this.#loaded && this.#publication >= publication
  }

  async #read(): Promise<void> {
    const { database } = this.#settings
    const publication = await newestPublication(database)
    if (publication === this.#publication) return
    const changed = await countChangedAfter(database, this.#publication)
    const { bytes, liveBytes } = this.#slab.size
    const tooMuchGarbage = bytes - liveBytes > Math.max(liveBytes, garbageBytesMin)
    if (this.#loaded && changed <= changesInPlaceMax && !tooMuchGarbage) {
      const snapshot = await loadSourcesSnapshot(database)
      const measures = await measuresChangedAfter(database, this.#publication)
      const checks = await linkChecksAfter(database, this.#publication)
      if (measures.length <= changesInPlaceMax && this.#catalogue.putSources(snapshot)) {
        this.#catalogue.put(measures)
        this.#catalogue.putLinkChecks(checks)
        this.#publication = publication
        return
      }
    }
    await this.#build(publication)
  }

  /** Reads everything into a new catalogue. What is committed meanwhile is newer than `publication` and is read again. */
  async #build(publication: number): Promise<void> {
    const { database } = this.#settings
    const slab = new FileSlab(this.#settings.slabFolder)
    try {
      const catalogue = this.#empty(slab)
      catalogue.putSources(await loadSourcesSnapshot(database))
      for (let after = ''; ; ) {
        const page = await measuresPage(database, after, pageSize)
        catalogue.put(page)
        const last = page.at(-1)
        if (last === undefined || page.length < pageSize) break
        after = last.id
        await nextTurn()
      }
      catalogue.putLinkChecks(await linkChecksAfter(database, -1))
      await inTurns(catalogue.finish())
      const old = this.#slab
      this.#catalogue = catalogue
      this.#slab = slab
      this.#publication = publication
      this.#loaded = true
      old.close()
    } catch (error) {
      slab.close()
      throw error
    }
  }

  #empty(slab: FileSlab): Catalogue {
    const { baseUrl, lookups, naceCovers, clock } = this.#settings
    return new Catalogue({ baseUrl, lookups, naceCovers, slab }, clock.now())
  }
}

/** Runs sliced work to its end, in turns between which requests are answered. */
async function inTurns(work: Generator<number, void>): Promise<void> {
  let began = performance.now()
  while (work.next().done !== true) {
    if (performance.now() - began < turnMs) continue
    await nextTurn()
    began = performance.now()
  }
}
