/**
 * The companies of watchlists as this process has them in memory, brought up to the store when somebody asks for them:
 * a list's revision tells at one look whether anything changed, and what did.
 *
 * Who asks holds a list until he lets go of it, and meanwhile it stays as it is: where it changed in the store, the next
 * one who asks is given another portfolio, made anew; while nobody holds it, it is changed in place.
 */
import type { LoadedExtract } from '../../companies/registered-company.ts'
import type { Looking } from '../../matching/look-up.ts'
import type { Sql } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import type { Observer } from '../../platform/observer.ts'
import { CompanyTable } from '../portfolio/company-table.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import {
  catchUp,
  companiesPerPage,
  emptyEntry,
  type ListEntry,
  putCompany,
  type ReadingMeans,
  type Untold,
} from './list-entry.ts'
import { lookedUpFor } from './stored-company.ts'
import { companiesAfter, type ListRevision, listRevisions, revisionOf, revisionsOf } from './watched-list-store.ts'

/** A list as it was when it was asked for: nothing of it changes until it is let go of. */
export type HeldList = Disposable & {
  readonly watchlistId: string
  readonly revision: number
  readonly portfolio: Portfolio
  /** Places of companies whose facts cannot be read any more: they are on the list, and nothing can be said of them. */
  readonly unreadable: ReadonlySet<number>
  /** Places of companies of which something was filled, and the register that it was filled from. */
  readonly filled: ReadonlySet<number>
  /** Places of companies of which the number leaves something to be told. */
  readonly untold: Readonly<Record<Untold, ReadonlySet<number>>>
  readonly register: LoadedExtract | null
}

/** How long a company is judged with what was filled when it was read. */
const filledForMs = 24 * 3_600_000
/** Companies that are kept for whoever asks next; beyond that the lists go that were asked for longest ago. */
const companiesKeptMax = 2_000_000
const listsPerPage = 1_000
/** Lists that one statement names. */
const idsPerLook = 500

export class WatchedLists {
  readonly #pools = new CompanyTable()
  readonly #means: ReadingMeans
  readonly #companiesMax: number
  /** By id, those asked for longest ago first. */
  readonly #entries = new Map<string, ListEntry>()
  /** One reading after another: what reads a list is not overtaken by another who reads it. */
  #reading: Promise<unknown> = Promise.resolve()
  #hasReadAll = false

  /** Which register the companies in memory were filled from. */
  #register: LoadedExtract | null = null
  #mark = ''
  /** When the oldest of them may have been filled, by a clock that nobody sets. */
  #filledSinceMs = performance.now()

  constructor(observer: Observer, looking: Looking, companiesMax = companiesKeptMax) {
    this.#means = { observer, looking }
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
      await this.#forgetWhatIsFilledOtherwise()
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
    await this.#inTurn(() => this.#forgetWhatIsFilledOtherwise())
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

  /**
   * Lets go of what this process has of lists and companies that the store has no more: facts that were erased there do not
   * stay here until somebody asks.
   */
  async forgetGone(sql: Sql): Promise<void> {
    const ids = [...this.#entries.keys()]
    for (let from = 0; from < ids.length; from += idsPerLook) {
      const asked = ids.slice(from, from + idsPerLook)
      const known = new Map((await revisionsOf(sql, asked)).map((list) => [list.id, list]))
      for (const id of asked) {
        const list = known.get(id)
        const entry = this.#entries.get(id)
        if (entry === undefined) continue
        if (list === undefined) this.#forget(id)
        // Whoever holds it has it as it was; the next one who asks is given what there is now.
        else if (list.removedRevision > entry.revision) await this.#inTurn(() => this.#current(sql, list))
      }
    }
  }

  /** Lets go of everything: the store has less than what was read of it. */
  forgetAll(): void {
    this.#inTurn(async () => {
      for (const id of [...this.#entries.keys()]) this.#forget(id)
    })
  }

  /**
   * Lets go of everything when another register was loaded since, or figures of accounts may have come that were not known: whoever asks
   * next is given companies filled with what is known now.
   */
  async #forgetWhatIsFilledOtherwise(): Promise<void> {
    const { companies } = this.#means.looking
    const mark = await companies.mark()
    if (mark === this.#mark && performance.now() - this.#filledSinceMs < filledForMs) return
    const register = await companies.loaded()
    for (const id of [...this.#entries.keys()]) this.#forget(id)
    this.#register = register
    this.#mark = mark
    this.#filledSinceMs = performance.now()
    this.#hasReadAll = false
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#reading.then(work)
    this.#reading = result.catch(() => {})
    return result
  }

  #held(entry: ListEntry): HeldList {
    entry.holders += 1
    let isHeld = true
    return {
      watchlistId: entry.watchlistId,
      revision: entry.revision,
      portfolio: entry.portfolio,
      unreadable: entry.unreadable,
      filled: entry.filled,
      untold: entry.untold,
      register: this.#register,
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        entry.holders -= 1
        if (entry.holders === 0 && !entry.isKept) entry.portfolio.clear()
      },
    }
  }

  /** The entry of a list, at that revision or a later one. */
  async #current(sql: Sql, known: ListRevision): Promise<ListEntry> {
    const before = this.#entries.get(known.id)
    // Another may have looked later, and have read more.
    if (before !== undefined && before.revision >= known.revision) {
      this.#keep(before)
      return before
    }
    const isFree = before !== undefined && before.holders === 0
    const entry: ListEntry = isFree ? before : emptyEntry(known.id, this.#pools)
    try {
      await catchUp(sql, entry, known, this.#means)
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

  /**
   * The first reading of all: lists may be many, and small. Nobody sees a list of it before all are read, and what is
   * written meanwhile is read by whoever looks next.
   */
  async #readEverything(sql: Sql): Promise<void> {
    const mark = this.#mark
    const reading = new Map<string, ListEntry>()
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
      if (this.#mark !== mark) {
        // Filled from a register that another has taken the place of meanwhile: whoever asks for a list reads it anew.
        for (const { portfolio } of reading.values()) portfolio.clear()
        return
      }
      for (const entry of reading.values()) {
        // Somebody has asked for it meanwhile, and read it himself.
        if (this.#entries.has(entry.watchlistId)) entry.portfolio.clear()
        else this.#keep(entry)
      }
      this.#hasReadAll = true
    })
  }

  async #readCompanies(sql: Sql, reading: ReadonlyMap<string, ListEntry>): Promise<void> {
    const pages = pagesOf({
      first: { watchlistId: '', place: 0 },
      rowsPerPage: companiesPerPage,
      read: (after) => companiesAfter(sql, after, companiesPerPage),
      placeOf: (row) => ({ watchlistId: row.watchlist_id, place: row.place }),
    })
    for await (const rows of pages) {
      for (const company of await lookedUpFor(this.#means.looking, sql, rows)) {
        const entry = reading.get(company.row.watchlist_id)
        if (entry !== undefined) putCompany(entry, company, this.#means.observer)
      }
    }
  }

  #keep(entry: ListEntry): void {
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

async function* allLists(sql: Sql): AsyncGenerator<ListRevision> {
  const pages = pagesOf({
    first: '',
    rowsPerPage: listsPerPage,
    read: (after) => listRevisions(sql, after, listsPerPage),
    placeOf: ({ id }) => id,
  })
  for await (const lists of pages) yield* lists
}
