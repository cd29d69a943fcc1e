/**
 * The meter on SQLite. What `store.ts` says in SQL for PostgreSQL is worked out here by the token bucket's own arithmetic,
 * between the reads and the writes of one transaction: the rows are locked before they are read, so any number of processes
 * count one after the other. A statement is a call of a microsecond here, and in SQL the same took the engine twice as long.
 */

import type { StatementsAtOnce } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Verdict } from '../values/admission.ts'
import { type Instant, utcMonthOf } from '../values/brussels.ts'
import { afterRequest, type Bucket, fullBucket, tokensAt } from './token-bucket.ts'

/**
 * A request of an account with a plan: the plan's requests a second, and in a month (null: unlimited). One that is not
 * counted takes a token and nothing else: a further tool call of a batch.
 */
export type Asking = { accountId: string; at: Instant; rps: number; quota: number | null; isCounted: boolean }
/** What the request is told, and how many the month has then counted. */
export type Counted = { verdict: Verdict; requests: number }

/** What the row of an account and month says beside its counts. */
type Told = { verdict: Verdict; rps: number; quota: number | null }
type Standing = {
  /** Null: the month has no row of the account yet. */
  rowid: number | null
  requests: number
  bucket: Bucket
  /** As the row has it. */
  stored: Told | null
  /** Of the request that was decided last; null once that is written. */
  newest: Told | null
}
type MeterRow = [
  accountId: string,
  rowid: number,
  requests: number,
  tokens: number,
  refilledAt: Instant,
  verdict: Verdict,
  rps: number,
  quota: number | null,
]

/** Accounts whose rows are remembered. */
const standingsMax = 10_000

/**
 * Rows of the meter as this connection has read or written them last. They hold while nobody else has committed to the file
 * (its version is another then) and this connection has changed no other row since: what is remembered is what reading
 * would give, asked anew in every transaction.
 */
export class KnownStandings {
  #month = ''
  #version: number | null = null
  /** Rows that this connection has changed since it was opened. */
  #changes: number | null = null
  readonly #ofAccount = new Map<string, Standing>()

  /** Begins a transaction: forgets what does not hold in it. Until `holdFrom` nothing is known to hold any more. */
  begin(version: number | null, changes: number): void {
    const holds = version !== null && version === this.#version && changes === this.#changes
    if (!holds || this.#ofAccount.size > standingsMax) this.#ofAccount.clear()
    this.#version = version
    this.#changes = null
  }

  /** The transaction was committed; the connection has then changed so many rows. */
  holdFrom(changes: number): void {
    this.#changes = changes
  }

  /** The standings of accounts in that month. */
  of(month: string): Map<string, Standing> {
    if (month !== this.#month) this.#ofAccount.clear()
    this.#month = month
    return this.#ofAccount
  }
}

/**
 * Decides and counts the requests one after another, within the transaction whose statements are given. Answers beside the
 * verdicts how many rows it wrote.
 */
export function countRequests(
  counters: StatementsAtOnce,
  known: KnownStandings,
  requests: readonly Asking[],
): { counted: Counted[]; written: number } {
  const counted: Counted[] = new Array(requests.length)
  let written = 0
  // One month, but for the millisecond in which another begins.
  for (const month of new Set(requests.map(({ at }) => utcMonthOf(at)))) {
    const standings = known.of(month)
    const asked = new Map<string, Standing>()
    readStandings(counters, month, unknownOf(requests, month, standings), standings)
    for (const [place, asking] of requests.entries()) {
      if (utcMonthOf(asking.at) !== month) continue
      const standing = standings.get(asking.accountId) ?? firstOfMonth(counters, month, asking)
      standings.set(asking.accountId, standing)
      asked.set(asking.accountId, standing)
      counted[place] = decide(standing, asking)
    }
    writeStandings(counters, month, asked)
    for (const [accountId, { rowid }] of asked) if (rowid === null) standings.delete(accountId)
    written += asked.size
  }
  return { counted, written }
}

function unknownOf(requests: readonly Asking[], month: string, known: ReadonlyMap<string, Standing>): string[] {
  const accounts = new Set<string>()
  for (const { accountId, at } of requests)
    if (!known.has(accountId) && utcMonthOf(at) === month) accounts.add(accountId)
  return [...accounts]
}

/** The order is that of the contract: a request that the bucket refuses takes no token, one that the quota refuses has taken its own. */
function decide(standing: Standing, { at, rps, quota, isCounted }: Asking): Counted {
  const { bucket, taken } = afterRequest(standing.bucket, rps, at)
  standing.bucket = bucket
  const isWithinQuota = !isCounted || quota === null || standing.requests < quota
  if (isCounted && taken && isWithinQuota) standing.requests += 1
  const verdict = !taken ? 'rate_limit_exceeded' : isWithinQuota ? 'admitted' : 'quota_exceeded'
  standing.newest = { verdict, rps, quota }
  return { verdict, requests: standing.requests }
}

function readStandings(
  counters: StatementsAtOnce,
  month: string,
  accounts: readonly string[],
  standings: Map<string, Standing>,
): void {
  if (accounts.length === 0) return
  const { places, values } = valuesIn(accounts, 2)
  const text = `select account_id, rowid, requests, tokens, refilled_at, verdict, rps, quota
    from meter where month = $1 and account_id in (${places})`
  const rows = counters.rows<MeterRow>(text, [month, ...values])
  for (const [accountId, rowid, requests, tokens, refilledAt, verdict, rps, quota] of rows) {
    const stored = { verdict, rps, quota }
    standings.set(accountId, { rowid, requests, bucket: { tokens, refilledAt }, stored, newest: null })
  }
}

/** The first request of a month takes the bucket over from the month before. */
function firstOfMonth(counters: StatementsAtOnce, month: string, { accountId, at, rps }: Asking): Standing {
  const [before] = counters.rows<[tokens: number, refilledAt: Instant]>(
    'select tokens, refilled_at from meter where account_id = $1 and month < $2 order by month desc limit 1',
    [accountId, month],
  )
  const tokens =
    before === undefined ? fullBucket(rps) : tokensAt({ tokens: before[0], refilledAt: before[1] }, rps, at)
  return { rowid: null, requests: 0, bucket: { tokens, refilledAt: at }, stored: null, newest: null }
}

function writeStandings(counters: StatementsAtOnce, month: string, standings: ReadonlyMap<string, Standing>): void {
  for (const [accountId, standing] of standings) {
    const { rowid, requests, bucket, stored, newest } = standing
    if (newest === null) throw new Error(`${accountId} was read, and nothing decided`)
    standing.stored = newest
    standing.newest = null
    const { tokens, refilledAt } = bucket
    const { verdict, rps, quota } = newest
    if (rowid === null) {
      counters.run(
        `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps, quota)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [accountId, month, requests, tokens, refilledAt, verdict, rps, quota],
      )
    } else if (stored?.verdict === verdict && stored.rps === rps && stored.quota === quota) {
      // Columns that stay are not checked again, which is a third of the work.
      counters.run('update meter set requests = $1, tokens = $2, refilled_at = $3 where rowid = $4', [
        requests,
        tokens,
        refilledAt,
        rowid,
      ])
    } else {
      counters.run(
        `update meter set requests = $1, tokens = $2, refilled_at = $3, verdict = $4, rps = $5, quota = $6
         where rowid = $7`,
        [requests, tokens, refilledAt, verdict, rps, quota, rowid],
      )
    }
  }
}
