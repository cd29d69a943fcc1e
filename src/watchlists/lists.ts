/** Making, showing, changing and deleting an account's lists. A list of another account is met like one that never was. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { noteAudit } from '../accounts/audit/audit.ts'
import { type AuditAction, actorOf } from '../accounts/audit/audit-entry.ts'
import { holdAccount } from '../accounts/operations.ts'
import { type Caller, type Idempotency, JsonBytes } from '../contract/call.ts'
import { invalidBody, Refusal } from '../contract/refusals.ts'
import { firstAnswer, rememberAnswer } from '../limits/idempotency.ts'
import type { Database, Dialect, Sql } from '../platform/database/database.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import { newId } from '../platform/new-id.ts'
import type { Instant } from '../values/brussels.ts'
import { didYouMean, quoted } from '../values/meant/hints.ts'
import { nearestOf } from '../values/meant/nearest.ts'
import type { Language } from '../values/vocabularies.ts'
import { deleteCompaniesAfter } from './company-store.ts'
import { faultOfName, shownWatchlist, type Watchlist, type WatchlistOptions, watchlistBounds } from './watchlist.ts'
import {
  countsOf,
  deletedAfter,
  deleteWatchlist,
  insertWatchlist,
  lockWatchlist,
  namesOfLists,
  noteDeleted,
  standingIds,
  updateOptions,
  watchlistById,
  watchlistsAfter,
} from './watchlist-store.ts'

export type ShownWatchlist = ReturnType<typeof shownWatchlist>

/** What a caller gives of a list; what is undefined stays as it is, or is the default. */
export type GivenOptions = {
  name?: string | undefined
  language?: Language | undefined
  min_severity?: Watchlist['minSeverity'] | undefined
  muted_subsidies?: readonly string[] | undefined
}

/** Who does something: by a key, or in the dashboard. */
type Who = Pick<Caller, 'accountId' | 'keyId'>

/** Companies that are erased in one transaction. */
const erasedAtOnce = 1_000
/** Lists read at once. */
const listsPerPage = 5

/**
 * Makes a list; the same request again under its key is answered as the first time. Refuses `invalid_body` (name),
 * `conflict` (the account has as many lists as it may, or the key was used for another request).
 */
export async function createWatchlist(
  database: Database,
  who: Who,
  given: GivenOptions & { name: string },
  { now, idempotency }: { now: Instant; idempotency: Idempotency | null },
): Promise<ShownWatchlist> {
  refuseName(given.name)
  const { accountId } = who
  return database.requestTransaction(async (transaction) => {
    await holdAccount(transaction, database.dialect, accountId)
    const first = await firstAnswer(transaction, accountId, idempotency, now)
    if (first !== null) return JSON.parse(first) as ShownWatchlist
    const list: Watchlist = {
      id: newId('wl', now),
      accountId,
      ...withGiven(defaults, given),
      companies: 0,
      nextPlace: 1,
      revision: 0,
      createdAt: now,
      updatedAt: now,
    }
    const shown = shownWatchlist(list)
    await rememberAnswer(transaction, accountId, idempotency, JSON.stringify(shown), now)
    if ((await countsOf(transaction, accountId)).lists >= watchlistBounds.listsMax)
      throw new Refusal(
        'conflict',
        `An account holds at most ${watchlistBounds.listsMax} watchlists, and this one does. Delete one first.`,
      )
    await insertWatchlist(transaction, list)
    await noteDeed(transaction, now, who, 'watchlist_created', list)
    return shown
  })
}

/** An account's lists as a JSON list, oldest first. What each mutes may be long: others have their turn between them. */
export async function listWatchlists(database: Sql, accountId: string): Promise<JsonBytes> {
  const rows: Buffer[] = []
  const pages = pagesOf({
    first: { createdAt: 0, id: '' },
    rowsPerPage: listsPerPage,
    read: (after) => watchlistsAfter(database, accountId, after, listsPerPage),
    placeOf: ({ createdAt, id }) => ({ createdAt, id }),
  })
  for await (const lists of pages) {
    for (const list of lists) {
      rows.push(Buffer.from(`${rows.length === 0 ? '' : ','}${JSON.stringify(shownWatchlist(list))}`))
    }
  }
  return new JsonBytes([Buffer.from('['), ...rows, Buffer.from(']')])
}

/** The ids of an account's lists, oldest first. */
export async function idsOfWatchlists(database: Sql, accountId: string): Promise<string[]> {
  return (await namesOfLists(database, accountId)).map(({ id }) => id)
}

/** Those of the lists that have not been deleted, whoever has them. */
export function standingLists(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return standingIds(sql, ids)
}

/** The account's list of that id; refuses `watchlist_not_found`. */
export async function showWatchlist(database: Sql, accountId: string, id: string): Promise<ShownWatchlist> {
  return shownWatchlist(await watchlistNamed(database, accountId, id))
}

/**
 * Sets what is given of a list; where nothing is, nothing changes, `updated_at` included. Refuses `invalid_body` (name),
 * `watchlist_not_found`.
 */
export async function patchWatchlist(
  database: Database,
  who: Who,
  id: string,
  given: GivenOptions,
  now: Instant,
): Promise<ShownWatchlist> {
  const { accountId } = who
  if (given.name !== undefined) refuseName(given.name)
  if (Object.values(given).every((value) => value === undefined)) return showWatchlist(database, accountId, id)
  return database.requestTransaction(async (transaction) => {
    const list = await heldWatchlist(transaction, database.dialect, accountId, id)
    const updatedAt = laterOf(list, now)
    const options = withGiven(list, given)
    await updateOptions(transaction, id, options, updatedAt)
    await noteDeed(transaction, now, who, 'watchlist_changed', { id, name: options.name })
    return shownWatchlist({ ...list, ...options, updatedAt })
  })
}

/**
 * Deletes a list with its companies; answers the language that it had. A list of many is gone for everybody at once, and
 * its companies are erased a few at a time (`eraseListsJob`): in one transaction they would keep every writer waiting. Refuses
 * `watchlist_not_found`.
 */
export async function removeWatchlist(database: Database, who: Who, id: string, now: Instant): Promise<Language> {
  return database.requestTransaction(async (transaction) => {
    const { name, language, companies } = await heldWatchlist(transaction, database.dialect, who.accountId, id)
    await noteDeed(transaction, now, who, 'watchlist_deleted', { id, name })
    if (companies > erasedAtOnce) await noteDeleted(transaction, id, now)
    else {
      await deleteCompaniesAfter(transaction, id, 0, erasedAtOnce)
      await deleteWatchlist(transaction, id)
    }
    return language
  })
}

/**
 * Erases the companies of lists that were deleted, and then the lists, a few in each transaction; answers how many lists.
 * Ends early, between two transactions, when the signal aborts. `accountId`: those of that account alone. Throws `ItemsFailed` when all
 * were tried and some failed.
 */
export async function eraseDeletedLists(
  database: Database,
  signal: AbortSignal,
  accountId: string | null = null,
): Promise<number> {
  const faults = new ItemFaults()
  const next = (after: string): Promise<string | null> => deletedAfter(database, after, accountId)
  let erased = 0
  for (let id = await next(''); id !== null; id = await next(id)) {
    const list = id
    if (await faults.attempt(list, () => eraseList(database, signal, list), signal)) erased += 1
    if (signal.aborted) return erased
  }
  faults.throwIfAny()
  return erased
}

/** False: it was cut short. */
async function eraseList(database: Database, signal: AbortSignal, list: string): Promise<boolean> {
  for (let after: number | null = 0; after !== null; ) {
    if (signal.aborted) return false
    const from: number = after
    after = await database.longTransaction((transaction) => deleteCompaniesAfter(transaction, list, from, erasedAtOnce))
    await nextTurn()
  }
  await deleteWatchlist(database, list)
  return true
}

/**
 * Notes what a person does to the companies of a list. What a program does to them is its daily work, without a bound on how
 * often: that stands in the log of requests.
 */
export async function noteByHand(
  transaction: Sql,
  at: Instant,
  { accountId, keyId }: Who,
  action: 'companies_uploaded' | 'company_removed',
  { id, about }: { id: string; about: Readonly<Record<string, string>> },
): Promise<void> {
  if (keyId !== null) return
  await noteAudit(transaction, at, { accountId, actor: actorOf({ keyId }), action, subject: id, about })
}

/** Notes what is done to a list, which is told by its name of then. */
async function noteDeed(
  transaction: Sql,
  at: Instant,
  { accountId, keyId }: Who,
  action: AuditAction,
  { id, name }: Pick<Watchlist, 'id' | 'name'>,
): Promise<void> {
  await noteAudit(transaction, at, { accountId, actor: actorOf({ keyId }), action, subject: id, about: { name } })
}

/** The account's list of that id; refuses `watchlist_not_found`. */
export async function watchlistNamed(sql: Sql, accountId: string, id: string): Promise<Watchlist> {
  return (await watchlistById(sql, accountId, id)) ?? refuseUnknown(sql, accountId, id)
}

/** The same, held until the transaction ends. */
export async function heldWatchlist(
  transaction: Sql,
  dialect: Dialect,
  accountId: string,
  id: string,
): Promise<Watchlist> {
  return (await lockWatchlist(transaction, dialect, accountId, id)) ?? refuseUnknown(transaction, accountId, id)
}

/** When a list that is changed now counts as changed: a request that waited for another one's change comes after it. */
export function laterOf({ updatedAt }: Pick<Watchlist, 'updatedAt'>, now: Instant): Instant {
  return Math.max(updatedAt, now)
}

/** Throws `watchlist_not_found`, with those of the account's own lists that may be meant by that. */
export async function refuseUnknown(sql: Sql, accountId: string, idOrName: string): Promise<never> {
  const lists = await namesOfLists(sql, accountId)
  const spellings = lists.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const])
  const meant = new Set(nearestOf(idOrName, spellings))
  const shown = lists.filter(({ id }) => meant.has(id)).map(({ id, name }) => `${id} (${quoted(name)})`)
  // Never with the id that was asked: what is not the caller's is answered as though nobody had it.
  const instead = shown.length > 0 ? didYouMean(shown) : ' GET /v1/watchlists lists yours.'
  throw new Refusal('watchlist_not_found', `There is no such watchlist.${instead}`)
}

const defaults = { language: 'en', minSeverity: 'low', mutedSubsidies: [] } as const

function withGiven<Known extends Omit<WatchlistOptions, 'name'> & { name?: string }>(
  known: Known,
  given: GivenOptions,
): WatchlistOptions {
  return {
    name: given.name ?? known.name ?? '',
    language: given.language ?? known.language,
    minSeverity: given.min_severity ?? known.minSeverity,
    mutedSubsidies: given.muted_subsidies ?? known.mutedSubsidies,
  }
}

function refuseName(name: string): void {
  const fault = faultOfName(name)
  if (fault !== null) throw invalidBody('name', fault)
}
