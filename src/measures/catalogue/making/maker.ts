/** How a process comes by a catalogue: it goes on from an image of before, or makes one of everything that the store has. */
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { CheckedFile } from '../../../platform/files/checked-file.ts'
import { FileSlab } from '../../../platform/files/file-slab.ts'
import { takeAwayUnfinished } from '../../../platform/files/unfinished.ts'
import { inTurns } from '../../../platform/in-turns.ts'
import type { Observer } from '../../../platform/observer.ts'
import { textThreadFor } from '../../finding/text-thread.ts'
import type { Catalogue } from '../catalogue.ts'
import { countMeasures, newestPublication } from '../catalogue-store.ts'
import type { Companion } from '../companion.ts'
import { beginImage, Image, openImage } from '../image/image.ts'
import type { ImageInTheMaking } from '../image/image-in-the-making.ts'
import { ImageMakers } from '../image/image-key.ts'
import { readChanges, readEverything } from '../read-state.ts'
import type { CatalogueState } from '../state.ts'
import { buildCatalogue } from './build-catalogue.ts'
import type { BuildSettings } from './building.ts'

/** Measures from which an image pays, where no other number is said: of fewer a catalogue is made as quickly as one is read. */
const measuresMinOfImage = 2_000

export type ImageSettings = {
  folder: string
  /** Whether one is written when everything had to be read; else it is only used. */
  isWritten: boolean
  /** Only tests name another. */
  measuresMin?: number
  /** Folder of the project whose code makes images; only tests name another. */
  project?: string
}

export type MakingSettings = {
  database: Database
  clock: Clock
  /** Where the records of the catalogue are kept while the process runs. */
  slabFolder: string
  /** Not given, or null: every start reads everything. */
  image?: ImageSettings | null
  /** What later capabilities keep beside the catalogue. */
  companions: readonly Companion[]
  observer: Observer
  /** Called when the store is found to have less than it had: what else is remembered of it is no truth any more. */
  onGoneBack?(): void
}

export class CatalogueMaker {
  readonly #settings: MakingSettings
  readonly #building: BuildSettings
  readonly #signal: AbortSignal
  /** Null where there are no images. */
  readonly #makers: ImageMakers | null
  /** Whether a thread of its own may read texts. */
  #readsBeside = true
  /** The image of before, that is looked through and nobody has gone on from yet; null where there is none. */
  #opened: Promise<CheckedFile | null> | null = null
  /** An image that is being put on the disk. */
  #finishing: Promise<void> = Promise.resolve()

  constructor(settings: MakingSettings, building: BuildSettings, signal: AbortSignal) {
    this.#settings = settings
    this.#building = building
    this.#signal = signal
    this.#makers = settings.image ? new ImageMakers(settings.image.project) : null
  }

  /** Opens the image of before, if there is one: it is looked through while other things are made ready, until `goOn`. */
  openImage(): void {
    const { image = null } = this.#settings
    if (image === null || this.#opened !== null) return
    const isSearched = this.#building.naceCover !== null
    this.#opened = openImage(image.folder, isSearched, this.#signal)
    // Told to whoever goes on from it.
    this.#opened.catch(() => {})
  }

  /**
   * The catalogue of the newest publication, from an image and what has changed since, and the slab of its records; null
   * where there is no image that fits.
   */
  async goOn(): Promise<{ catalogue: Catalogue; slab: FileSlab } | null> {
    const { database, image = null, companions, clock } = this.#settings
    const makers = this.#makers
    if (image === null || makers === null) return null
    this.openImage()
    // What was left half written goes whether one is to be written or not.
    if (image.isWritten) await takeAwayUnfinished(image.folder, clock.now())
    try {
      const opened = this.#opened
      this.#opened = null
      const file = (await opened) ?? null
      if (file === null) return null
      const found = await Image.find(file, makers, database.withSignal(this.#signal), companions.length)
      return found === null ? null : await this.#goOnFrom(found)
    } catch (fault) {
      this.#signal.throwIfAborted()
      this.#tell('unused', fault)
      return null
    }
  }

  /** The catalogue of everything that the store has; `before`: what it is to take the place of, whose slab it may share. */
  async fromEverything(
    slab: FileSlab,
    before: CatalogueState | null,
    image: ImageInTheMaking | null,
  ): Promise<Catalogue> {
    const { database, companions, clock } = this.#settings
    const isReadBeside = this.#building.naceCover !== null && this.#readsBeside
    // Begun before there is anything to read: it loads its code while the store is read.
    const texts = isReadBeside ? textThreadFor(await countMeasures(database)) : undefined
    try {
      const everything = await readEverything(database, slab, before, this.#signal)
      if (everything.standing === 'gone_back') this.#settings.onGoneBack?.()
      image?.seal(slab, everything.life)
      const help = { texts, image }
      return await this.#inTurns(buildCatalogue(everything, this.#building, companions, clock.now(), help))
    } catch (error) {
      // Whatever ended it: the next time all is done here.
      if (texts?.hasEnded === true) this.#readsBeside = false
      throw error
    } finally {
      await texts?.stop()
    }
  }

  /** A new slab, and the image that is to begin with it, where one is to be written. */
  async newSlab(): Promise<{ slab: FileSlab; image: ImageInTheMaking | null }> {
    const { database, clock, slabFolder, image = null } = this.#settings
    const makers = this.#building.naceCover === null ? null : this.#makers
    if (image?.isWritten === true && makers !== null && (await countMeasures(database)) >= measuresMinOf(image)) {
      try {
        return await beginImage(image.folder, slabFolder, makers, database, clock.now())
      } catch (fault) {
        this.#tell('unwritten', fault)
      }
    }
    return { slab: this.plainSlab(), image: null }
  }

  /** A new slab that no image begins with. */
  plainSlab(): FileSlab {
    return new FileSlab(this.#settings.slabFolder)
  }

  /** Tells that no image came of a catalogue that could not be made with one. Throws where nothing is to be made any more. */
  giveUp(fault: unknown): void {
    this.#signal.throwIfAborted()
    this.#tell('unwritten', fault)
  }

  /** Puts an image on the disk that is of what a catalogue was made of; nobody waits for it. */
  finish(image: ImageInTheMaking): void {
    this.#finishing = image.finish(this.#signal).then(
      () => this.#tell('written'),
      (fault: unknown) => {
        if (!this.#signal.aborted) this.#tell('unwritten', fault)
      },
    )
  }

  /** Resolves when nothing is written any more, and no image is looked through that nobody went on from. */
  async ended(): Promise<void> {
    const [opened] = await Promise.allSettled([this.#opened, this.#finishing])
    this.#opened = null
    if (opened.status === 'fulfilled') await opened.value?.close()
  }

  async #goOnFrom(image: Image): Promise<{ catalogue: Catalogue; slab: FileSlab } | null> {
    const { database, companions, clock, slabFolder } = this.#settings
    const slab = image.slab(slabFolder)
    let catalogue: Catalogue | null = null
    try {
      catalogue = await image.goOn(slab, this.#building, companions, clock.now(), this.#signal)
      if ((await newestPublication(database)) !== catalogue.state.publication) {
        const changes = await readChanges(database, catalogue.state)
        if (changes === 'gone_back') throw new Error('the store does not go on from the image')
        if (changes === null) throw new Error('more has changed since the image than can be taken in')
        await this.#inTurns(catalogue.takeIn(changes, clock.now()))
      }
      this.#tell('used')
      return { catalogue, slab }
    } catch (fault) {
      await image.stop()
      catalogue?.letGo()
      slab.letGo()
      throw fault
    }
  }

  #inTurns<Result>(work: Generator<number, Result>): Promise<Result> {
    return inTurns(work, this.#signal)
  }

  #tell(outcome: 'used' | 'unused' | 'written' | 'unwritten', fault?: unknown): void {
    this.#settings.observer.tell({
      name: 'catalogue_image',
      labels: { outcome },
      ...(fault === undefined ? {} : { fault }),
    })
  }
}

function measuresMinOf({ measuresMin = measuresMinOfImage }: ImageSettings): number {
  return measuresMin
}
