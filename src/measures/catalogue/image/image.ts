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
import type { Database, Reads } from '../../../platform/database/database.ts'
import { storeGeneration } from '../../../platform/database/migrations.ts'
import { CheckedFile, FileInTheMaking } from '../../../platform/files/checked-file.ts'
import { FileSlab } from '../../../platform/files/file-slab.ts'
import { loadSourcesSnapshot } from '../../../sources/snapshot.ts'
import type { Instant } from '../../../values/brussels.ts'
import { nextClockChange } from '../../record/status.ts'
import type { Catalogue } from '../catalogue.ts'
import { feedHead, marksPage } from '../catalogue-store.ts'
import type { Companion } from '../companion.ts'
import { Building, type BuildSettings, type BuiltOf } from '../making/building.ts'
import { pagesSeen } from '../making/pages-seen.ts'
import { checksAfter, inPlaceMax } from '../read-state.ts'
import { knownSources, settingsStayed } from '../state-draft.ts'
import { ImageInTheMaking } from './image-in-the-making.ts'
import type { ImageMakers } from './image-key.ts'
import { type ImageHead, imageParts, type KeptRow } from './image-parts.ts'
import { entryOf } from './kept-measure.ts'
import { keptTexts, TextsOfBefore } from './kept-texts.ts'
import { goesOnFrom } from './life-store.ts'

/** Of a store there is one image; a newer one takes its place. */
const imageName = 'catalogue'
const marksPageSize = 2_000
/** No publication is as early. */
const beforeAll = -1

type BesideRecords = Pick<BuiltOf, 'sources' | 'pageSeenAt'>

/** An image that fits the store as it is. Whoever has it closes it, or goes on from it. */
export class Image {
  readonly #file: CheckedFile
  readonly #head: ImageHead
  readonly #beside: BesideRecords

  private constructor(file: CheckedFile, head: ImageHead, beside: BesideRecords) {
    this.#file = file
    this.#head = head
    this.#beside = beside
  }

  /** The image in that folder; null where there is none that can be used. */
  static async find(
    folder: string,
    makers: ImageMakers,
    database: Database,
    companions: number,
    signal: AbortSignal,
  ): Promise<Image | null> {
    const file = await CheckedFile.open(path.join(folder, imageName), signal)
    if (file === null) return null
    try {
      // What is written there is our own, and is as it was written.
      const head = deserialize(file.read(imageParts.head)) as ImageHead
      const isOurs = head.key === makers.key && head.common.length === companions
      const beside = isOurs ? await besideOf(head, database.withSignal(signal)) : null
      if (beside !== null) return new Image(file, head, beside)
    } catch (fault) {
      file.close()
      throw fault
    }
    file.close()
    return null
  }

  /** The slab of its records. What is appended goes to that folder. From here on the slab closes the image. */
  slab(folder: string): FileSlab {
    return new FileSlab(folder, { file: this.#file.file, size: this.#file.lengthOf(imageParts.records) })
  }

  /** The catalogue as of then, with status and deadlines as of `now`, in slices. */
  *goOn(
    slab: FileSlab,
    settings: BuildSettings,
    companions: readonly Companion[],
    now: Instant,
  ): Generator<number, Catalogue> {
    const head = this.#head
    const isSearched = settings.naceCover !== null
    const texts = isSearched
      ? { texts: new TextsOfBefore(yield* keptTexts((part) => this.#file.readInSlices(part))) }
      : {}
    const common = new Map(companions.map((companion, place) => [companion, head.common[place]]))
    const building = new Building({ ...head, ...this.#beside, slab }, settings, companions, now, { ...texts, common })
    for (const row of this.#rows()) {
      yield 1
      if ('merged' in row) {
        building.leadOn(row.merged, row.merged.mergedInto, row.merged.licence)
        continue
      }
      const { measure } = row
      const { known, grounds, besides } = measure
      const entry = entryOf(measure, now)
      building.know(known, nextClockChange(grounds, now))
      yield* building.find(entry)
      for (const [place, { beginning }] of building.beginnings.entries())
        beginning.takeKept(known, besides[place], { status: entry.status, closesAt: entry.closes_at })
    }
    return yield* building.finish()
  }

  *#rows(): Generator<KeptRow> {
    let from = 0
    for (const length of this.#head.blocks) {
      yield* JSON.parse(this.#file.read(imageParts.rows, from, length).toString()) as KeptRow[]
      from += length
    }
  }

  close(): void {
    this.#file.close()
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
    if (!settingsStayed(head.sources, sources) || !(await hasSameMeasures(head, reads))) return null
    return { sources, pageSeenAt: pagesSeen(await checksAfter(reads, beforeAll)) }
  })
}

async function hasSameMeasures({ marks, publication }: ImageHead, reads: Reads): Promise<boolean> {
  const places = new Map(marks.ids.map((id, place) => [id, place]))
  let [changed, found] = [0, 0]
  for (let after = ''; ; ) {
    const page = await marksPage(reads, after, marksPageSize)
    for (const mark of page) {
      const place = places.get(mark.id)
      if (place !== undefined) found += 1
      if (mark.publication > publication) changed += 1
      else if (place === undefined) return false
      else if (marks.recordIds[place] !== mark.recordId || marks.publications[place] !== mark.publication) return false
    }
    if (changed > inPlaceMax) return false
    const last = page.at(-1)
    if (last === undefined || page.length < marksPageSize) return found === places.size
    after = last.id
  }
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
