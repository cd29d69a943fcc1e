/** Companies on watch on a real store, without a server: lists and their companies written, versions told, events read. */

import { createAccount } from '../../src/accounts/operations.ts'
import { feedPosition } from '../../src/changes/append.ts'
import { consumeVersions } from '../../src/changes/version-consumer.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { SourceDefinition } from '../../src/sources/source/definition.ts'
import type { Instant } from '../../src/values/brussels.ts'
import type { PlanId } from '../../src/values/vocabularies.ts'
import { putCompanies } from '../../src/watchlists/company-store.ts'
import { type KeptInput, keptFacts } from '../../src/watchlists/kept-facts.ts'
import { WatchedLists } from '../../src/watchlists/memory/watched-lists.ts'
import { reevaluation } from '../../src/watchlists/reevaluation/reevaluate.ts'
import type { WatchlistOptions } from '../../src/watchlists/watchlist.ts'
import { noteUpload, watchlistById } from '../../src/watchlists/watchlist-store.ts'
import { type IngestionScene, ingestionScene } from './ingestion.ts'
import { unobserved } from './observer.ts'
import { noLooking } from './register-scene.ts'
import type { InputRecord } from './sample-measures.ts'
import { makeList } from './watchlists.ts'

export type WatchedCompany = KeptInput & { reference: string; answeredTexts?: Record<string, string> }

/** An event of a match as the store has it. */
export type ToldEvent = {
  seq: number
  causedBy: number
  event: string
  accountId: string
  id: string
  version: number
  before: string | null
  after: string | null
}

export type WatchedScene = IngestionScene & {
  lists: WatchedLists
  account(plan: PlanId): Promise<string>
  list(accountId: string, options?: Partial<WatchlistOptions>): Promise<string>
  watch(accountId: string, listId: string, companies: readonly WatchedCompany[]): Promise<void>
  publish(items: readonly InputRecord[], sourceId?: string): Promise<void>
  /** Tells of every version there is; answers how many were looked at. */
  reevaluate(signal?: AbortSignal): Promise<number>
  told(): Promise<ToldEvent[]>
}

export async function watchedScene(
  database: Database,
  definitions?: readonly SourceDefinition[],
  looking = noLooking,
): Promise<WatchedScene> {
  const scene = await ingestionScene(database, definitions)
  const { clock, means, sources } = scene
  const lists = new WatchedLists(unobserved, looking)
  let accounts = 0
  return {
    ...scene,
    lists,
    async account(plan) {
      accounts += 1
      return (await createAccount(database, clock.now(), { email: `watch${accounts}@example.org`, plan })).id
    },
    list: (accountId, options) => makeList(database, accountId, clock.now(), options),
    watch: (accountId, listId, companies) => watchCompanies(database, accountId, listId, companies, clock.now()),
    async publish(items, sourceId = 'alpha') {
      clock.advance({ seconds: 1 })
      sources.lists(sourceId, { items })
      const [run] = await ingest(means, [sourceId])
      if (run?.status !== 'succeeded') throw new Error(`the run ${run?.status}: ${run?.error}`)
    },
    async reevaluate(signal = new AbortController().signal) {
      using consumer = reevaluation({ database, clock, lists, lookups: means.lookups, looking, signal })
      return consumeVersions(consumer, { database, clock, signal })
    },
    told: () => toldEvents(database),
  }
}

/** Adds companies, or replaces them by reference, as an upload does. */
export async function watchCompanies(
  database: Database,
  accountId: string,
  listId: string,
  companies: readonly WatchedCompany[],
  now: Instant,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const list = await watchlistById(transaction, accountId, listId)
    if (list === null) throw new Error(`there is no list ${listId}`)
    const standing = await transaction.all<{ reference: string }>(
      'select reference from watched_company where watchlist_id = $1',
      [listId],
    )
    const known = new Set(standing.map(({ reference }) => reference))
    const added = companies.filter(({ reference }) => !known.has(reference))
    const newFirst = [...added, ...companies.filter(({ reference }) => known.has(reference))]
    await noteUpload(transaction, listId, added.length, now)
    const addedSeq = await feedPosition(transaction, now)
    const rows = newFirst.map(({ reference, answeredTexts, ...facts }) => ({
      reference,
      facts: keptFacts(facts),
      answeredTexts: answeredTexts === undefined ? null : JSON.stringify(answeredTexts),
    }))
    const { nextPlace, revision } = list
    await putCompanies(transaction, listId, rows, { nextPlace, at: now, addedSeq, revision: revision + 1 })
  })
}

/** Every match event, in the order of the feed. */
export async function toldEvents(database: Database): Promise<ToldEvent[]> {
  const rows = await database.all<{
    seq: number
    caused_by: number
    event: string
    account_id: string
    subject_id: string
    version: number
    summary: string
  }>(
    `select seq, caused_by, event, account_id, subject_id, version, summary from change_event
     where subject = 'match' order by seq`,
  )
  return rows.map(({ seq, caused_by, event, account_id, subject_id, version, summary }) => {
    const { previous_status: before, match_status: after } = JSON.parse(summary) as Record<string, string | null>
    return {
      ...{ seq, causedBy: caused_by, event, accountId: account_id, id: subject_id, version },
      ...{ before: before ?? null, after: after ?? null },
    }
  })
}
