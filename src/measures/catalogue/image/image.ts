/**
 * The catalogue as it was at a publication, in a file beside the store: what records say, and what was made of them. A start
 * goes on from there and takes in what has changed since, as a process does that was there all the time.
 *
 * The store alone is true. An image is used only where the same code made it, in this life of this store, with the settings
 * of now, and where the store still has every measure with the record that the image has, but for those that it says have
 * changed. What the store says of sources and of the checks of links is read from there.
 */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { deserialize } from 'node:v8'
import type { Database } from '../../../platform/database/database.ts'
import { storeGeneration } from '../../../platform/database/migrations.ts'
import { CheckedFile } from '../../../platform/files/checked-file.ts'
import { FileInTheMaking } from '../../../platform/files/file-in-the-making.ts'
import { FileSlab } from '../../../platform/files/file-slab.ts'
import { inTurns } from '../../../platform/in-turns.ts'
import { loadSourcesSnapshot } from '../../../sources/snapshot.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { Catalogue } from '../catalogue.ts'
import { feedHead } from '../catalogue-store.ts'
import type { Companion } from '../companion.ts'
import { Building, type BuildSettings, type BuiltOf } from '../making/building.ts'
import { pagesSeen } from '../making/pages-seen.ts'
import { checksAfter } from '../read-state.ts'
import { knownSources, settingsStayed } from '../state-draft.ts'
import { ImageInTheMaking } from './image-in-the-making.ts'
import type { ImageMakers } from './image-key.ts'
import { type ImageHead, imageParts, type KeptRow } from './image-parts.ts'
import { unpackedMeasure } from './kept-measure.ts'
import { keptTexts, TextsOfBefore } from './kept-texts.ts'
import { goesOnFrom } from './life-store.ts'
import { hasStill } from './marks.ts'

/** Of a store there is one image; a newer one takes its place. */
const imageName = 'catalogue'
/** No publication is as early. */
const beforeAll = -1

type BesideRecords = Pick<BuiltOf, 'sources' | 'pageSeenAt'>

/**
 * Opens the image in that folder, where there is one, and has it looked through from now on: first what is needed first, the
 * records last, since they are read when everything else is there. Without an index the texts are not needed at all.
 */
export async function openImage(folder: string, isSearched: boolean, signal: AbortSignal): Promise<CheckedFile | null> {
  const file = CheckedFile.open(path.join(folder, imageName))
  if (file === null) return null
  const { head, rows, records } = imageParts
  const texts = file.parts.filter((part) => isSearched && part !== head && part !== rows && part !== records)
  const wanted = [head, rows, ...texts, records].map((part) => ({ part, isHandedOver: texts.includes(part) }))
  try {
    file.look(wanted, signal)
    return file
  } catch (fault) {
    await file.close()
    throw fault
  }
}

/** An image that fits the store as it is. Whoever has it goes on from it. */
export class Image {
  readonly #file: CheckedFile
  readonly #head: ImageHead
  readonly #beside: BesideRecords

  private constructor(file: CheckedFile, head: ImageHead, beside: BesideRecords) {
    this.#file = file
    this.#head = head
    this.#beside = beside
  }

  /** The image in that file; null where it is none that can be used. The file is closed then, and where this throws. */
  static async find(
    file: CheckedFile,
    makers: ImageMakers,
    database: Database,
    companions: number,
  ): Promise<Image | null> {
    try {
      await file.whole(imageParts.head)
      // What is written there is our own, and is as it was written.
      const head = deserialize(file.read(imageParts.head)) as ImageHead
      const isOurs = head.key === makers.key && head.common.length === companions
      const beside = isOurs ? await besideOf(head, database) : null
      if (beside !== null) return new Image(file, head, beside)
    } catch (fault) {
      await file.close()
      throw fault
    }
    await file.close()
    return null
  }

  /** The slab of its records. What is appended goes to that folder. From here on the slab closes the image. */
  slab(folder: string): FileSlab {
    return new FileSlab(folder, { file: this.#file.file, size: this.#file.lengthOf(imageParts.records) })
  }

  /**
   * The catalogue as of then, with status and deadlines as of `now`. Rejects, with what is not whole, where the image is not:
   * nothing that came of it has been seen by anybody.
   */
  async goOn(
    slab: FileSlab,
    settings: BuildSettings,
    companions: readonly Companion[],
    now: Instant,
    signal: AbortSignal,
  ): Promise<Catalogue> {
    const head = this.#head
    const texts = settings.naceCover === null ? null : new TextsOfBefore()
    const common = new Map(companions.map((companion, place) => [companion, head.common[place]]))
    const help = { ...(texts === null ? {} : { texts }), common }
    const building = new Building(
      { ...head, eventId: head.life.eventId, ...this.#beside, slab },
      settings,
      companions,
      now,
      help,
    )
    await this.#file.whole(imageParts.rows)
    await inTurns(this.#take(building, now), signal)
    texts?.come(await keptTexts((part) => this.#file.bytesOf(part)))
    await this.#file.whole(imageParts.records)
    return inTurns(building.finish(), signal)
  }

  /** Nobody looks at it any more: whoever has its slab may let that go. */
  stop(): Promise<void> {
    return this.#file.stop()
  }

  *#take(building: Building, now: Instant): Generator<number, void> {
    const { shared } = this.#head
    for (const row of this.#rows()) {
      yield 1
      if (!Array.isArray(row)) {
        building.leadOn(row, row.mergedInto, row.licence)
        continue
      }
      const { known, entry, dueAt, besides } = unpackedMeasure(row, shared, now)
      building.know(known, dueAt)
      yield* building.find(entry)
      for (const [place, { beginning }] of building.beginnings.entries())
        beginning.takeKept(known, besides[place] ?? null, { status: entry.status, closesAt: entry.closes_at })
    }
  }

  *#rows(): Generator<KeptRow> {
    let from = 0
    for (const length of this.#head.blocks) {
      yield* JSON.parse(this.#file.read(imageParts.rows, from, length).toString()) as KeptRow[]
      from += length
    }
  }
}

/**
 * What the store says beside the records of an image; null where the store is not what it was when the image was made, but
 * for what it says has changed since, which is little.
 */
function besideOf(head: ImageHead, database: Database): Promise<BesideRecords | null> {
  return database.snapshot(async (reads) => {
    if ((await storeGeneration(reads)) !== head.generation) return null
    const { publication, position } = await feedHead(reads)
    if (publication < head.publication || position < head.position) return null
    if (!(await goesOnFrom(reads, head.life, head.position))) return null
    const sources = knownSources(await loadSourcesSnapshot(reads))
    if (!settingsStayed(head.sources, sources) || !(await hasStill(reads, head.marks, head.publication))) return null
    return { sources, pageSeenAt: pagesSeen(await checksAfter(reads, beforeAll)) }
  })
}

/**
 * An image to be written in that folder, and the slab on which it begins. What is appended later goes to `slabFolder`. The
 * image of before is gone at once, because it was of no use and its space is needed; whoever stands on it has it open.
 */
export async function beginImage(
  folder: string,
  slabFolder: string,
  makers: ImageMakers,
  database: Database,
  now: Instant,
): Promise<{ image: ImageInTheMaking; slab: FileSlab }> {
  makers.mustHaveStayed()
  const generation = await storeGeneration(database)
  await rm(path.join(folder, imageName), { force: true })
  const file = await FileInTheMaking.begin(folder, now)
  const slab = FileSlab.into(file.openAgain(), slabFolder)
  return { image: new ImageInTheMaking(file, makers, generation, imageName), slab }
}
