/** Loading an extract of the register: a full one, or an update of the one that stands. The old register stands until the end. */
import { setTimeout as rest } from 'node:timers/promises'
import type { Instant } from '../../values/brussels.ts'
import { dayOf } from '../../values/brussels.ts'
import { ExtractFault } from '../extract/extract-fault.ts'
import type { Extract } from '../extract/extract-file.ts'
import { type Table, tableNames } from '../extract/extract-form.ts'
import type { LoadedExtract } from '../registered-company.ts'
import { deletedEntities, keptAs, keptRows, LegalPersons } from './kept-rows.ts'
import type { RegisterPlace } from './register-store.ts'

export type LoadProgress = { doneBytes: number; totalBytes: number; table: Table | 'index' }

export type Loading = {
  extract: Extract
  now(): Instant
  /** Numbers of enterprises that are to be left out; asked before the rows are read, and again before the register is shown. */
  forgotten(): Promise<ReadonlySet<number>>
  onProgress(progress: LoadProgress): void
  /** Whether an older full extract may take the place of a newer one. */
  takesOlder: boolean
  signal: AbortSignal
}

/** Rows between two words on how far it is. */
const rowsPerWord = 50_000
/** After every stretch of work the load rests, so that requests on the same processors do not wait for it. */
const workMs = 8
const restMs = 4
/** Rows between two looks at the time. */
const rowsPerLook = 100

/**
 * Loads it. Throws `ExtractFault` where the file is not as the register publishes it, is older than what stands, or is an update of
 * another extract; the signal's reason where it is told to stop. The register that stands is then as it was.
 */
export async function loadExtract({ register, build }: RegisterPlace, loading: Loading): Promise<void> {
  const { extract, now, signal } = loading
  const { header, fileName } = extract
  refuseOrder(loading, await register.loaded())
  const forgotten = await loading.forgotten()
  const keeping = { legalPersons: new LegalPersons(), forgotten, forgottenEstablishments: new Set<number>() }
  await using building = await build(header.kind === 'full' ? 'empty' : 'standing')
  if (header.kind === 'update') await building.markLegalPersons(keeping.legalPersons)
  const tell = (table: LoadProgress['table']): void => loading.onProgress({ ...extract.progress(), table })
  for (const table of tableNames) {
    const watched = <Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> =>
      watching(items, () => tell(table), signal)
    tell(table)
    if (header.kind === 'update')
      await building.remove(keptAs[table], watched(deletedEntities(table, extract.deleted(table))))
    await building.put(keptAs[table], watched(keptRows(table, extract.rows(table), keeping)))
  }
  tell('index')
  // Also those of before: a command that was to take them out may have been ended. Of a full file nobody of before was put in.
  const since = [...(await loading.forgotten())].filter((number) => header.kind === 'update' || !forgotten.has(number))
  if (since.length > 0) await building.forget(since)
  signal.throwIfAborted()
  await building.finish(header, fileName, now())
}

async function* watching<Item>(
  items: AsyncIterable<Item>,
  tell: () => void,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  let count = 0
  let restedMs = performance.now()
  for await (const item of items) {
    count += 1
    if (count % rowsPerWord === 0) {
      signal.throwIfAborted()
      tell()
    }
    if (count % rowsPerLook === 0 && performance.now() - restedMs >= workMs) {
      await rest(restMs)
      restedMs = performance.now()
    }
    yield item
  }
}

/** An update follows the extract that stands; a full one is not older than it, unless that is asked for. */
function refuseOrder({ extract: { header }, now, takesOlder }: Loading, loaded: LoadedExtract | null): void {
  const { number, day, kind } = header
  const today = dayOf(now())
  if (day > today)
    throw new ExtractFault(
      `Extract ${number} is of ${day}, which is still to come: its meta.csv is wrong, or the clock here.`,
    )
  if (kind === 'update') {
    if (loaded === null)
      throw new ExtractFault(`Extract ${number} is an update, and no register is loaded. Load a full file first.`)
    if (number <= loaded.extract)
      throw new ExtractFault(
        `Extract ${number} is in the register already, which has ${loaded.extract}. There is nothing to be done.`,
      )
    if (number > loaded.extract + 1) {
      const missing =
        number - loaded.extract === 2 ? `${loaded.extract + 1} is` : `${loaded.extract + 1} to ${number - 1} are`
      throw new ExtractFault(
        `Extract ${number} follows ${number - 1}, and the register has ${loaded.extract}: ${missing} missing. Load what is missing first, or a full file.`,
      )
    }
  }
  if (loaded === null || takesOlder) return
  if (number < loaded.extract)
    throw new ExtractFault(
      `The register has extract ${loaded.extract} of ${loaded.day}; this one, ${number}, is older. Say --older to go back to it.`,
    )
  if (day < loaded.day && number > loaded.extract)
    throw new ExtractFault(
      `Extract ${number} is of ${day}, before the day of extract ${loaded.extract} (${loaded.day}), which it should follow. Its meta.csv is wrong.`,
    )
}
