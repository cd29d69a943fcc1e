/**
 * Keeps this process's catalogue at the newest publication of the store, and is the one door to it. Three things ask for
 * the newest: a timer (so that an idle process is within a second), the admission of a request that tells a newer
 * publication, and the process that has just written. However many ask at once, one reads.
 *
 * Small changes are taken in by the catalogue that is there. A large one (a first run of a source), a change of a source's
 * settings, and a slab with more garbage than records are met by building a new catalogue beside the old one and changing
 * over. Both are done in slices, with what stands beside, and seen by nobody until they are whole.
 *
 * A reader never holds the catalogue across a wait: `read` gives it to work that does not wait, `pin` gives a state (`pin.ts`).
 */
import { standingTo } from '../../changes/store-standing.ts'
import { StoreError } from '../../platform/database/store-error.ts'
import type { FileSlab } from '../../platform/files/file-slab.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { secondsSince } from '../../platform/observer.ts'
import { type Paced, pacedWork } from '../../platform/pace/paced.ts'
import { settlesWithin } from '../../platform/settles-within.ts'
import type { NaceCover } from '../finding/query.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import { instantTexts } from '../record/render.ts'
import type { Catalogue } from './catalogue.ts'
import { CatalogueMaker, type MakingSettings } from './making/maker.ts'
import { type Making, type NewestShown, newestShown } from './newest-shown.ts'
import type { Pin } from './pin.ts'
import { readChanges } from './read-state.ts'

/** Between two looks of an idle process: with the reading, what another process commits shows within a second. */
const lookEveryMs = 500
/** How long what needs a catalogue waits for the first one (contract 1). */
const firstReadMs = 10_000
/** How long what was admitted before the first one was read waits for the publication that its admission told. */
const catchUpMs = 1_000
/** What the clock does within this time is made ready before its instant. */
const aheadMs = 10_000

export type FollowSettings = MakingSettings & {
  baseUrl: string
  lookups: ReferenceLookups
  /** How lists read NACE codes; null: nobody searches this catalogue, and it is made without an index. */
  naceCover: NaceCover | null
}

/** Nothing is known yet of what the store has: a request that needs it cannot be answered, and least of all with nothing. */
export class CatalogueNotRead extends Error {
  constructor() {
    super('no catalogue has been read from the store yet')
    this.name = 'CatalogueNotRead'
  }
}

export class FollowedCatalogue {
  readonly newest: NewestShown
  readonly #settings: FollowSettings
  readonly #stopping = new AbortController()
  readonly #maker: CatalogueMaker
  #firstRead = Promise.withResolvers<void>()
  #catalogue: Catalogue | null = null
  #slab: FileSlab | null = null
  #reading: Promise<void> | null = null
  /** One change of the catalogue after another. */
  #changing: Promise<void> = Promise.resolve()
  /** What is shown is of a store that has gone back since: nobody is answered from it any more. */
  #isLost = false
  #timer: Paced | null = null
  /** Until the first look has ended nothing speaks against it: with many measures that look takes long. */
  #storeAnswers = true
  /** The newest publication that an admission told before there was a catalogue. */
  #expected = 0

  constructor(settings: FollowSettings) {
    const { baseUrl, lookups, naceCover } = settings
    this.#settings = settings
    this.newest = newestShown(settings.observer)
    const building = { means: { baseUrl, lookups, textOf: instantTexts() }, naceCover }
    this.#maker = new CatalogueMaker(settings, building, this.#stopping.signal)
  }

  /** Whether the store has been read, and has not gone back since. */
  get isLoaded(): boolean {
    return this.#catalogue !== null && !this.#isLost
  }

  /** Whether the last look that has ended was answered by the store; that a catalogue cannot be made of it says nothing of the store. */
  get storeAnswers(): boolean {
    return this.#storeAnswers
  }

  /**
   * Does work on the catalogue of now, brought up to the clock, without waiting on the way: what it is given is whole until
   * the work returns and no longer. Before a catalogue was read it waits 10 s for one, then throws `CatalogueNotRead`.
   */
  async read<Result>(
    work: (catalogue: Catalogue) => Result,
    ..._waits: Result extends PromiseLike<unknown> ? ['this work waits: pin a state for it'] : []
  ): Promise<Result> {
    if (!this.isLoaded || this.#expected > 0) await this.whenRead()
    const now = this.#settings.clock.now()
    if (this.#catalogue?.isDue(now) === true) await this.#change((catalogue) => catalogue.advance(now))
    return this.readNow(work)
  }

  /** The same at once, as of when the clock was last followed. */
  readNow<Result>(work: (catalogue: Catalogue) => Result): Result {
    if (this.#catalogue === null || this.#isLost) throw new CatalogueNotRead()
    return work(this.#catalogue)
  }

  /** The state of now, brought up to the clock, to be read across waits; whoever asks releases it. */
  pin(): Promise<Pin> {
    return this.read((catalogue) => catalogue.pin())
  }

  /** Resolves when there is a catalogue; throws `CatalogueNotRead` after 10 s. */
  async whenRead(): Promise<void> {
    if (this.isLoaded && this.#expected === 0) return
    if (!this.isLoaded) {
      this.catchUp().catch(() => {})
      await settlesWithin(this.#firstRead.promise, firstReadMs)
      if (!this.isLoaded) throw new CatalogueNotRead()
    }
    if (!(await this.reach(this.#expected, catchUpMs))) throw new CatalogueNotRead()
    this.#expected = 0
  }

  /** Tells of a publication before there is a catalogue: the first answers will be of it, or of a later one. */
  expect(publication: number): void {
    this.#expected = Math.max(this.#expected, publication)
  }

  /** Begins to look for changes; the first look loads everything. */
  start(): void {
    this.#timer ??= pacedWork(
      () =>
        this.#look().catch((fault: unknown) => {
          if (!this.#stopping.signal.aborted)
            this.#settings.observer.tell({ name: 'catalogue_look', labels: { outcome: 'failed' }, fault })
        }),
      lookEveryMs,
    )
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#stopping.abort(new Error('the catalogue is no longer followed'))
    await this.#reading?.catch(() => {})
    await this.#changing
    this.#catalogue?.letGo()
    this.#slab?.letGo()
    this.#catalogue = null
    this.#slab = null
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
          this.#storeAnswers = !(error instanceof StoreError)
          throw error
        },
      )
      .finally(() => {
        this.#reading = null
      })
    await this.#reading
  }

  /** Whether the catalogue shows that publication, after at most `withinMs`. */
  async reach(publication: number, withinMs: number): Promise<boolean> {
    if (!this.isAt(publication)) await settlesWithin(this.catchUp(), withinMs)
    return this.isLoaded && this.readNow(({ state }) => state.publication) >= publication
  }

  /** Whether the catalogue shows just that publication: where the store tells of an earlier one, it may have gone back. */
  isAt(publication: number): boolean {
    return this.isLoaded && this.readNow(({ state }) => state.publication) === publication
  }

  async #look(): Promise<void> {
    const startedMs = performance.now()
    await this.catchUp()
    const { observer, clock } = this.#settings
    observer.tell({ name: 'catalogue_look', labels: { outcome: 'done' }, seconds: secondsSince(startedMs) })
    const now = clock.now()
    await this.#change(function* (catalogue) {
      yield* catalogue.advance(now)
      yield* catalogue.readyUntil(now + aheadMs)
      yield* catalogue.tidy()
    })
  }

  /** Changes the catalogue of then, in slices. */
  #change(work: (catalogue: Catalogue) => Generator<number, void>): Promise<void> {
    return this.#whenChanged(async () => {
      if (this.#catalogue !== null) await inTurns(work(this.#catalogue), this.#stopping.signal)
    })
  }

  /** Does what changes the catalogue, or puts another in its place, when the changes before have ended. */
  #whenChanged(work: () => Promise<void>): Promise<void> {
    const changed = this.#changing.then(work)
    this.#changing = changed.catch(() => {})
    return changed
  }

  async #read(): Promise<void> {
    this.#stopping.signal.throwIfAborted()
    const startedMs = performance.now()
    this.newest.read(await this.#readAnew(), startedMs)
  }

  async #readAnew(): Promise<Making> {
    const [{ database }, state] = [this.#settings, this.#catalogue?.state]
    if (state === undefined) return this.#build()
    const { standing } = await standingTo(database, state)
    if (standing === 'same' && !this.#isLost) return null
    const isTakenIn = standing === 'newer' && !this.#isLost && !state.hasMuchGarbage
    const changes = isTakenIn ? await readChanges(database, state) : null
    if (standing === 'gone_back' || changes === 'gone_back') this.#lose()
    if (changes === null || changes === 'gone_back') return this.#build()
    await this.#change((catalogue) => catalogue.takeIn(changes, this.#settings.clock.now()))
    return 'changes'
  }

  /** The store does not go on from what is shown: that is answered no more, and nobody goes on from it. */
  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#firstRead = Promise.withResolvers()
  }

  /** Reads everything into a new catalogue. */
  #build(): Promise<Making> {
    // The records that stayed stay where they stand: a second slab would need the space of the first once more.
    const kept = this.#catalogue?.state.hasMuchGarbage === true ? null : this.#slab
    return this.#buildInto(kept ?? this.#maker.newSlab())
  }

  /** What is committed while everything is read is newer than what the catalogue shows, and is read again. */
  async #buildInto(slab: FileSlab): Promise<Making> {
    const sizeBefore = slab.size
    let made: Catalogue | null = null
    try {
      made = await this.#maker.fromEverything(slab, this.#catalogue?.state ?? null)
      await this.#changeOver(made, slab)
    } catch (error) {
      made?.letGo()
      if (slab === this.#slab) slab.cutBack(sizeBefore)
      else slab.letGo()
      throw error
    }
    return 'everything'
  }

  /** Puts a catalogue in the place of the one of now, at an instant at which nothing in it is behind the clock. */
  #changeOver(made: Catalogue, slab: FileSlab): Promise<void> {
    const { clock } = this.#settings
    return this.#whenChanged(async () => {
      for (let now = clock.now(); made.isDue(now); now = clock.now())
        await inTurns(made.advance(now), this.#stopping.signal)
      this.#stopping.signal.throwIfAborted()
      this.#catalogue?.letGo()
      if (this.#slab !== slab) this.#slab?.letGo()
      this.#catalogue = made
      this.#slab = slab
      this.#isLost = false
      this.#firstRead.resolve()
    })
  }
}
