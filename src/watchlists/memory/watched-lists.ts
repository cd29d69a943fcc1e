/**
 * The companies of watchlists as this process has them in memory, brought up to the store when somebody asks for them:
 * a list's revision tells at one look whether anything changed, and what did.
 *
 * Who asks holds a list until he lets go of it, and meanwhile it stays as it is: where it changed in the store, the next
 * one who asks is given another portfolio, made anew; while nobody holds it, it is changed in place.
 */
import type { Sql } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import type { Observer } from '../../platform/observer.ts'
import { FactPools } from '../portfolio/fact-pools.ts'
import { Portfolio } from '../portfolio/portfolio.ts'
import { readStoredCompany } from './stored-company.ts'
import {
  type CompanyRow,
  companiesAfter,
  companiesSince,
  type ListRevision,
  listRevisions,
  placesAfter,
  revisionOf,
} from './watched-list-store.ts'

/** A list as it was when it was asked for: nothing of it changes until it is let go of. */
export type HeldList = Disposable & {
  readonly watchlistId: string
  readonly revision: number
  readonly portfolio: Portfolio
}

type Entry = { watchlistId: string; portfolio: Portfolio; revision: number; holders: number; isKept: boolean }

/** Companies that are kept for whoever asks next; beyond that the lists go that were asked for longest ago. */
const companiesKeptMax = 2_000_000
/** Rows read at once, between which others have their turn. */
const companiesPerPage = 250
const listsPerPage = 1_000
const placesPerPage = 5_000
/** Facts that follow from the passing of time are read as of then, and worked out anew by whoever judges. */
const anyInstant = 0
/** Above every place. */
const lastPlace = Number.MAX_SAFE_INTEGER

export class WatchedLists {
  readonly #pools = new FactPools()
  readonly #observer: Observer
  readonly #companiesMax: number
  /** By id, those asked for longest ago first. */
  readonly #entries = new Map<string, Entry>()
  /** One reading after another: what reads a list is not overtaken by another who reads it. */
  #reading: Promise<unknown> = Promise.resolve()
  #hasReadAll = false

  constructor(observer: Observer, companiesMax = companiesKeptMax) {
    this.#observer = observer
    this.#companiesMax = companiesMax
  }

  /** Companies in memory. */
  get companies(): number {
    let sum = 0
    for (const { portfolio } of this.#entries.values()) sum += portfolio.size
    return sum
  }

  /** The list as the store has it now; null: there is none. */
  hold(sql: Sql, watchlistId: string): Promise<HeldList | null> {
    return this.#inTurn(async () => {
      const known = await revisionOf(sql, watchlistId)
      if (known === null) {
        this.#forget(watchlistId)
        return null
      }
      const held = this.#held(await this.#current(sql, known))
      this.#makeRoom()
      return held
    })
  }

  /** Every list that there is now, in the order of their ids. Whoever asks for one meanwhile waits for no other. */
  async holdAll(sql: Sql): Promise<HeldList[]> {
    if (!this.#hasReadAll) await this.#readEverything(sql)
    const held: HeldList[] = []
    const ids = new Set<string>()
    try {
      for await (const known of allLists(sql)) {
        ids.add(known.id)
        held.push(await this.#inTurn(async () => this.#held(await this.#current(sql, known))))
      }
    } catch (fault) {
      for (const list of held) list[Symbol.dispose]()
      throw fault
    }
    await this.#inTurn(async () => {
      for (const id of [...this.#entries.keys()]) if (!ids.has(id)) this.#forget(id)
      this.#makeRoom()
    })
    return held
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#reading.then(work)
    this.#reading = result.catch(() => {})
    return result
  }

  #held(entry: Entry): HeldList {
    entry.holders += 1
    let isHeld = true
    return {
      watchlistId: entry.watchlistId,
      revision: entry.revision,
      portfolio: entry.portfolio,
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        entry.holders -= 1
        if (entry.holders === 0 && !entry.isKept) entry.portfolio.clear()
      },
    }
  }

  /** The entry of a list, at that revision or a later one. */
  async #current(sql: Sql, known: ListRevision): Promise<Entry> {
    const before = this.#entries.get(known.id)
    // Another may have looked later, and have read more.
    if (before !== undefined && before.revision >= known.revision) {
      this.#keep(before)
      return before
    }
    const isFree = before !== undefined && before.holders === 0
    const entry: Entry = isFree ? before : emptyEntry(known.id, this.#pools)
    try {
      await this.#catchUp(sql, entry, known)
    } catch (fault) {
      // Half of a change is no state of the list.
      this.#forget(known.id)
      if (entry !== before) entry.portfolio.clear()
      throw fault
    }
    if (before !== undefined && before !== entry) this.#forget(known.id)
    this.#keep(entry)
    return entry
  }

  async #catchUp(sql: Sql, entry: Entry, { id, revision, removedRevision }: ListRevision): Promise<void> {
    const { portfolio } = entry
    if (removedRevision > entry.revision && portfolio.size > 0) await removeGone(sql, id, portfolio)
    const pages = pagesOf({
      first: { revision: entry.revision, place: lastPlace },
      rowsPerPage: companiesPerPage,
      read: (after) => companiesSince(sql, id, after, companiesPerPage),
      placeOf: (row) => ({ revision: row.revision, place: row.place }),
    })
    for await (const rows of pages) for (const row of rows) this.#put(portfolio, row)
    entry.revision = revision
  }

  /**
   * The first reading of all: lists may be many, and small. Nobody sees a list of it before all are read, and what is
   * written meanwhile is read by whoever looks next.
   */
  async #readEverything(sql: Sql): Promise<void> {
    const reading = new Map<string, Entry>()
    try {
      for await (const { id, revision } of allLists(sql)) {
        reading.set(id, { ...emptyEntry(id, this.#pools), revision })
      }
      await this.#readCompanies(sql, reading)
    } catch (fault) {
      for (const { portfolio } of reading.values()) portfolio.clear()
      throw fault
    }
    await this.#inTurn(async () => {
      for (const entry of reading.values()) {
        // Somebody has asked for it meanwhile, and read it himself.
        if (this.#entries.has(entry.watchlistId)) entry.portfolio.clear()
        else this.#keep(entry)
      }
      this.#hasReadAll = true
    })
  }

  async #readCompanies(sql: Sql, reading: ReadonlyMap<string, Entry>): Promise<void> {
    const pages = pagesOf({
      first: { watchlistId: '', place: 0 },
      rowsPerPage: companiesPerPage,
      read: (after) => companiesAfter(sql, after, companiesPerPage),
      placeOf: (row) => ({ watchlistId: row.watchlist_id, place: row.place }),
    })
    for await (const rows of pages) {
      for (const row of rows) {
        const entry = reading.get(row.watchlist_id)
        if (entry !== undefined) this.#put(entry.portfolio, row)
      }
    }
  }

  #put(portfolio: Portfolio, row: CompanyRow): void {
    const company = readStoredCompany(row, anyInstant)
    if (company !== null) {
      portfolio.put(row.place, company)
      return
    }
    // A table of this release (of postcodes, say) lacks what an earlier one had: nothing can be said of the company.
    portfolio.remove(row.place)
    const about = { watchlist: row.watchlist_id, place: row.place }
    this.#observer.tell({ name: 'watched_company', labels: { outcome: 'unreadable' }, about })
  }

  #keep(entry: Entry): void {
    this.#entries.delete(entry.watchlistId)
    this.#entries.set(entry.watchlistId, entry)
    entry.isKept = true
  }

  #forget(watchlistId: string): void {
    const entry = this.#entries.get(watchlistId)
    if (entry === undefined) return
    this.#entries.delete(watchlistId)
    entry.isKept = false
    if (entry.holders === 0) entry.portfolio.clear()
  }

  #makeRoom(): void {
    let { companies } = this
    for (const { watchlistId, portfolio, holders } of [...this.#entries.values()]) {
      if (companies <= this.#companiesMax) return
      if (holders > 0) continue
      companies -= portfolio.size
      this.#forget(watchlistId)
    }
  }
}

function emptyEntry(watchlistId: string, pools: FactPools): Entry {
  return { watchlistId, portfolio: new Portfolio(pools), revision: -1, holders: 0, isKept: false }
}

async function* allLists(sql: Sql): AsyncGenerator<ListRevision> {
  const pages = pagesOf({
    first: '',
    rowsPerPage: listsPerPage,
    read: (after) => listRevisions(sql, after, listsPerPage),
    placeOf: ({ id }) => id,
  })
  for await (const lists of pages) yield* lists
}

/** Takes out the companies that the store has no more. */
async function removeGone(sql: Sql, watchlistId: string, portfolio: Portfolio): Promise<void> {
  const standing = new Set<number>()
  const pages = pagesOf({
    first: 0,
    rowsPerPage: placesPerPage,
    read: (after) => placesAfter(sql, watchlistId, after, placesPerPage),
    placeOf: (place) => place,
  })
  for await (const places of pages) for (const place of places) standing.add(place)
  const gone: number[] = []
  for (let row = 0; row < portfolio.size; row += 1) {
    const place = portfolio.placeAt(row)
    if (!standing.has(place)) gone.push(place)
  }
  for (const place of gone) portfolio.remove(place)
}
