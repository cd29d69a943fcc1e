/**
 * Brings a local copy to the newest state, and says what changed. The order of things is what loses nothing: the place in
 * the feed is known before what it is the place of has been read, and is kept in one step with the records.
 */
import { ApiError, CopyError, IncompleteAnswerError, SubsidiesError } from '../errors.ts'
import { wait } from '../exchange.ts'
import type { ChangeFeed, Subsidy, SubsidyList } from '../generated/schemas.ts'
import type { ExportedSubsidies } from '../lines.ts'
import type { CallOptions } from '../request.ts'
import { mayPass } from '../retries.ts'
import type { CopyState, CopyStore } from './copy-store.ts'
import { changesOf } from './page-changes.ts'
import { Tally } from './tally.ts'

export type SyncOptions = {
  /** The language of the copy; `en` where not given. A copy in another is read anew. */
  lang?: CopyState['lang'] | undefined
  /** Whether measures that their source no longer lists stay in the copy; false where not given. */
  includeWithdrawn?: boolean | undefined
  /** Reads everything anew, which also brings what no event tells. */
  startAgain?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Told the status and headers of every answer that it takes. */
  onAnswer?: CallOptions['onAnswer']
}

/** What every call of a synchronisation is made with. */
type CallSettings = Pick<CallOptions, 'signal' | 'onAnswer'>

/** Why a copy that was there was read anew. */
export type Restart = 'cursor_refused' | 'other_options' | 'asked'

export type SyncResult = {
  cursor: string
  /** How many the copy has now. */
  measures: number
  added: number
  changed: number
  removed: number
  /** Null: the copy was continued, or made for the first time. */
  restarted: Restart | null
}

/** What of the client is used. */
export type SyncClient = {
  exportSubsidies(
    parameters: { lang: CopyState['lang']; include_withdrawn: boolean } & CallSettings,
  ): Promise<ExportedSubsidies>
  listChanges(parameters: { cursor?: string; since?: string; limit: number } & CallSettings): Promise<ChangeFeed>
  listSubsidies(
    parameters: {
      view: 'full'
      lang: CopyState['lang']
      include_withdrawn: boolean
      sort: 'title'
      limit: number
      cursor?: string
    } & CallSettings,
  ): Promise<SubsidyList & { data: Subsidy[] }>
  getSubsidy(
    id: string,
    parameters: { lang: CopyState['lang'] } & CallSettings,
  ): Promise<{ data: Subsidy; meta: { warnings: { code: string }[] } }>
}

/** What answers lacks what the feed has shown, and goes on lacking it. What was brought is kept. */
export class ServiceBehindError extends SubsidiesError {
  override name = 'ServiceBehindError'
}

/** On every plan a page may have so many. */
const pageLimit = 100
const dayMs = 86_400_000
/** A reading of everything that was cut is begun again so often. */
const readingsMax = 5
/** How often a service that is behind its own feed is asked in all; each is a request of the month, so the waits double. */
const behindMax = 6
const behindMs = 1_000
/** How often a measure that the feed names is not found before it counts as gone: a process may not know it yet. */
const missingMax = 3

const underWay = new WeakSet<CopyStore>()

export async function syncCopy(client: SyncClient, store: CopyStore, options: SyncOptions): Promise<SyncResult> {
  if (underWay.has(store)) throw new CopyError('This store is being synchronised already.')
  underWay.add(store)
  try {
    return await new Synchronisation(client, store, options).run()
  } finally {
    underWay.delete(store)
  }
}

class Synchronisation {
  readonly #client: SyncClient
  readonly #store: CopyStore
  readonly #kind: Omit<CopyState, 'cursor'>
  readonly #signal: AbortSignal | null
  readonly #call: CallSettings
  readonly #isAsked: boolean
  readonly #tally = new Tally()

  constructor(client: SyncClient, store: CopyStore, options: SyncOptions) {
    this.#client = client
    this.#store = store
    this.#kind = { lang: options.lang ?? 'en', includeWithdrawn: options.includeWithdrawn ?? false }
    this.#signal = options.signal ?? null
    this.#call = { signal: options.signal, onAnswer: options.onAnswer }
    this.#isAsked = options.startAgain ?? false
  }

  async run(): Promise<SyncResult> {
    const state = await this.#store.load()
    let restarted = state === null ? null : this.#reasonToRestart(state)
    let cursor = state === null || restarted !== null ? await this.#readAll() : state.cursor
    try {
      cursor = await this.#readFeed(cursor)
    } catch (error) {
      if (!isRefusedCursor(error)) throw error
      // Another store than the one that gave it, or older than the feed.
      restarted ??= 'cursor_refused'
      cursor = await this.#readFeed(await this.#readAll())
    }
    return { cursor, measures: (await this.#store.ids()).length, ...this.#tally.figures, restarted }
  }

  #reasonToRestart({ lang, includeWithdrawn }: CopyState): Restart | null {
    const isSame = lang === this.#kind.lang && includeWithdrawn === this.#kind.includeWithdrawn
    if (!isSame) return 'other_options'
    return this.#isAsked ? 'asked' : null
  }

  /** Everything anew, by the export where the plan has it; answers the place in the feed from which it goes on. */
  async #readAll(): Promise<string> {
    for (let reading = 1; ; reading += 1) {
      try {
        return await this.#readExport()
      } catch (error) {
        if (error instanceof ApiError && error.code === 'plan_required') return this.#readLists()
        if (reading === readingsMax || !isCut(error)) throw error
        await wait(behindMs, this.#signal)
      }
    }
  }

  async #readExport(): Promise<string> {
    const { lang, includeWithdrawn } = this.#kind
    const records = await this.#client.exportSubsidies({
      lang,
      include_withdrawn: includeWithdrawn,
      ...this.#call,
    })
    await this.#replace(records, records.changeCursor)
    return records.changeCursor
  }

  /**
   * The lists change while they are gone through. What changes is an event after the cursor that was taken before, so that
   * whatever a page missed is made good by the feed.
   */
  async #readLists(): Promise<string> {
    // A day ahead, since clocks differ: no event is that new, and then the cursor is that of the newest one.
    const since = new Date(Date.now() + dayMs).toISOString()
    const { pagination } = await this.#client.listChanges({ since, limit: 1, ...this.#call })
    await this.#replace(this.#listed(), pagination.next_cursor)
    return pagination.next_cursor
  }

  async *#listed(): AsyncGenerator<Subsidy, void> {
    const { lang, includeWithdrawn } = this.#kind
    let cursor: { cursor?: string } = {}
    for (;;) {
      const page = await this.#settled(() =>
        this.#client.listSubsidies({
          ...{ view: 'full', lang, include_withdrawn: includeWithdrawn, sort: 'title', limit: pageLimit },
          ...cursor,
          ...this.#call,
        }),
      )
      yield* page.data
      const { next_cursor: next } = page.pagination
      if (next === undefined) return
      cursor = { cursor: next }
    }
  }

  async #replace(records: AsyncIterable<Subsidy>, cursor: string): Promise<void> {
    const store = this.#store
    const tally = new Tally()
    const gone = new Set(await store.ids())
    async function* noted(): AsyncGenerator<Subsidy, void> {
      for await (const record of records) {
        gone.delete(record.id)
        const fate = fateOf(await store.get(record.id), record)
        if (fate !== null) tally.note(record.id, fate)
        yield record
      }
    }
    await store.replace(noted(), { ...this.#kind, cursor })
    for (const id of gone) tally.note(id, 'removed')
    this.#tally.take(tally)
  }

  /** Reads the feed to its end, page by page; answers the place that was reached. */
  async #readFeed(from: string): Promise<string> {
    for (let cursor = from; ; ) {
      const { data, pagination } = await this.#client.listChanges({ cursor, limit: pageLimit, ...this.#call })
      const found = await changesOf(
        data,
        this.#store,
        (id, version) => this.#fetch(id, version),
        this.#kind.includeWithdrawn,
      )
      const changes = []
      const tally = new Tally()
      for (const change of found) {
        const id = 'put' in change ? change.put.id : change.remove
        const fate = fateOf(await this.#store.get(id), 'put' in change ? change.put : null)
        if (fate === null) continue
        tally.note(id, fate)
        changes.push(change)
      }
      const next = pagination.next_cursor
      if (changes.length > 0 || next !== cursor) await this.#store.apply(changes, { ...this.#kind, cursor: next })
      this.#tally.take(tally)
      cursor = next
      if (!pagination.has_more) return cursor
    }
  }

  /** A measure that the feed names, not older than it says; null where it is gone. */
  async #fetch(id: string, version: number): Promise<Subsidy | null> {
    for (let missed = 1; ; missed += 1) {
      try {
        const { data } = await this.#settled(
          () => this.#client.getSubsidy(id, { lang: this.#kind.lang, ...this.#call }),
          (answer) => answer.data.id !== id || answer.data.version >= version,
        )
        return data
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'subsidy_not_found') throw error
        if (missed === missingMax) return null
        await wait(behindMs, this.#signal)
      }
    }
  }

  /** What is answered once the process that answers knows everything that the feed has shown. */
  async #settled<Answer extends { meta: { warnings: { code: string }[] } }>(
    ask: () => Promise<Answer>,
    isRecent: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> {
    for (let asked = 1; asked <= behindMax; asked += 1) {
      if (asked > 1) await wait(behindMs * 2 ** (asked - 2), this.#signal)
      const answer = await ask()
      if (isRecent(answer) && !answer.meta.warnings.some(({ code }) => code === 'catalogue_behind')) return answer
    }
    throw new ServiceBehindError('The service stays behind its own change feed. Synchronise again later.')
  }
}

/** Null where nothing changes. */
function fateOf(before: Subsidy | null, after: Subsidy | null): 'added' | 'changed' | 'removed' | null {
  if (after === null) return before === null ? null : 'removed'
  if (before === null) return 'added'
  return JSON.stringify(before) === JSON.stringify(after) ? null : 'changed'
}

const isRefusedCursor = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_cursor'
const isCut = (error: unknown): boolean => error instanceof IncompleteAnswerError || mayPass(error, true)
