/** What is kept of an account's use, and for how long: requests 7 days and 200,000 of them, figures 25 months (contract 10). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { erasedAmong } from '../../accounts/operations.ts'
import { forgetCountsBefore } from '../../limits/operations.ts'
import type { Database, Reads, Sql } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import type { Job } from '../../platform/jobs.ts'
import { firstIdAt } from '../../platform/new-id.ts'
import { type Instant, utcDayOf, utcMonthOf } from '../../values/brussels.ts'
import { monthBefore, startOfMonth, usageMonths } from '../figures/usage.ts'
import { logBounds } from '../page.ts'
import {
  accountsAbove,
  deleteFirstDayBefore,
  deleteFirstDayOf,
  deletePagesOf,
  deletePagesUpTo,
  newestBeyond,
  nextInFigures,
  nextInLog,
} from './retention-store.ts'

/** Pages of at most 200 requests. */
const deletedAtOnce = 100
/** Accounts that are asked for at once whether they are there. */
const askedAtOnce = 100

/** Deletes a portion after the other until one is empty, or the signal aborts; others have their turn between two. */
async function inPortions(
  { database, signal }: { database: Database; signal: AbortSignal },
  deletePortion: (transaction: Sql) => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await database.behindTransaction(deletePortion)) > 0) await nextTurn()
}

/** Deletes of each account the requests beyond its newest 200,000. Throws `ItemsFailed` when every account was tried and some failed. */
export async function boundLogs(
  database: Database,
  now: Instant,
  signal: AbortSignal,
  kept: number = logBounds.requestsMax,
): Promise<void> {
  const faults = new ItemFaults()
  for (const accountId of await accountsAbove(database, utcDayOf(now - logBounds.keptMs), kept)) {
    if (signal.aborted) return
    await faults.attempt(accountId, () => boundLog(database, accountId, signal, kept), signal)
  }
  faults.throwIfAny()
}

async function boundLog(database: Database, accountId: string, signal: AbortSignal, kept: number): Promise<void> {
  const last = await newestBeyond(database, accountId, kept)
  if (last === null) return
  await inPortions({ database, signal }, (transaction) => deletePagesUpTo(transaction, accountId, last, deletedAtOnce))
}

/**
 * Deletes what is past its time, of every account; and what came from one after it was erased: an answer may take half an
 * hour. Throws `ItemsFailed` when every account was tried and some failed.
 */
export async function forgetUsage(database: Database, now: Instant, signal: AbortSignal): Promise<void> {
  const faults = new ItemFaults()
  const before = firstIdAt('page', now - logBounds.keptMs)
  for await (const accountId of accountsBy(database, nextInLog)) {
    if (signal.aborted) return
    const work = (): Promise<void> =>
      inPortions({ database, signal }, (transaction) => deletePagesUpTo(transaction, accountId, before, deletedAtOnce))
    await faults.attempt(accountId, work, signal)
  }
  const oldest = startOfMonth(monthBefore(utcMonthOf(now), usageMonths))
  await inPortions({ database, signal }, (transaction) => deleteFirstDayBefore(transaction, utcDayOf(oldest)))
  await forgetCountsBefore(database, oldest)
  for (const next of [nextInLog, nextInFigures]) await eraseStrays({ database, signal, faults }, next)
  faults.throwIfAny()
}

type NextAccount = (sql: Reads, after: string) => Promise<string | null>

async function* accountsBy(sql: Reads, next: NextAccount): AsyncGenerator<string> {
  for (let id = await next(sql, ''); id !== null; id = await next(sql, id)) yield id
}

async function eraseStrays(
  { database, signal, faults }: { database: Database; signal: AbortSignal; faults: ItemFaults },
  next: NextAccount,
): Promise<void> {
  let asked: string[] = []
  const eraseErased = async (): Promise<void> => {
    for (const accountId of await erasedAmong(database, asked))
      await faults.attempt(accountId, () => eraseUsage(database, accountId, signal), signal)
    asked = []
  }
  for await (const accountId of accountsBy(database, next)) {
    asked.push(accountId)
    if (asked.length === askedAtOnce) await eraseErased()
    if (signal.aborted) return
  }
  await eraseErased()
}

/** Deletes what is kept of an account. */
export async function eraseUsage(database: Database, accountId: string, signal: AbortSignal): Promise<void> {
  await inPortions({ database, signal }, (transaction) => deletePagesOf(transaction, accountId, deletedAtOnce))
  await inPortions({ database, signal }, (transaction) => deleteFirstDayOf(transaction, accountId))
}

const hourMs = 3_600_000
/** What the busiest account may send meanwhile is some hundredth of what it keeps. */
const boundEveryMs = 30_000

/** Keeps what accounts are shown of their use to its bounds. */
export const forgetUsageJob: Job = {
  name: 'usage-retention',
  everyMs: hourMs,
  run: ({ database, clock, signal }) => forgetUsage(database, clock.now(), signal),
}

export const boundLogsJob: Job = {
  name: 'request-log-bound',
  everyMs: boundEveryMs,
  run: ({ database, clock, signal }) => boundLogs(database, clock.now(), signal),
}
