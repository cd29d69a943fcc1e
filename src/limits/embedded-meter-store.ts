/**
 * The meter on SQLite. What `store.ts` says in SQL for PostgreSQL is worked out here by the token bucket's own arithmetic,
 * between the reads and the writes of one transaction: the rows are locked before they are read, so any number of processes
 * count one after the other. A statement is a call of a microsecond here, and in SQL the same took the engine twice as long.
 */
import type { StatementsAtOnce } from '../platform/database/database.ts'
import type { Verdict } from '../values/admission.ts'
import { type Instant, utcMonthOf } from '../values/brussels.ts'
import { afterRequest, type Bucket, fullBucket, tokensAt } from './token-bucket.ts'

/** A request of an account with a plan: the plan's requests a second, and in a month (null: unlimited). */
export type Asking = { accountId: string; at: Instant; rps: number; quota: number | null }
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
  /** Of the request that was decided last. */
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

/** Decides and counts the requests one after another, within the transaction whose statements are given. */
export function countRequests(counters: StatementsAtOnce, requests: readonly Asking[]): Counted[] {
  const counted: Counted[] = new Array(requests.length)
  // One month, but for the millisecond in which another begins.
  for (const month of new Set(requests.map(({ at }) => utcMonthOf(at)))) {
    const standings = new Map<string, Standing>()
    const accounts = new Set<string>()
    for (const { accountId, at } of requests) if (utcMonthOf(at) === month) accounts.add(accountId)
    readStandings(counters, month, [...accounts], standings)
    for (const [place, asking] of requests.entries()) {
      if (utcMonthOf(asking.at) !== month) continue
      const standing = standings.get(asking.accountId) ?? firstOfMonth(counters, month, asking)
      standings.set(asking.accountId, standing)
      counted[place] = decide(standing, asking)
    }
    writeStandings(counters, month, standings)
  }
  return counted
}

/** The order is that of the contract: a request that the bucket refuses takes no token, one that the quota refuses has taken its own. */
function decide(standing: Standing, { at, rps, quota }: Asking): Counted {
  const { bucket, taken } = afterRequest(standing.bucket, rps, at)
  standing.bucket = bucket
  const isWithinQuota = quota === null || standing.requests < quota
  if (taken && isWithinQuota) standing.requests += 1
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
  const rows = counters.rows<MeterRow>(standingsText(accounts.length), [month, ...accounts])
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
  for (const [accountId, { rowid, requests, bucket, stored, newest }] of standings) {
    if (newest === null) throw new Error(`${accountId} was read, and nothing decided`)
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

const standingsTexts = new Map<number, string>()
function standingsText(accounts: number): string {
  const known = standingsTexts.get(accounts)
  if (known !== undefined) return known
  const places = Array.from({ length: accounts }, (_, place) => `$${place + 2}`)
  const text = `select account_id, rowid, requests, tokens, refilled_at, verdict, rps, quota
    from meter where month = $1 and account_id in (${places.join(', ')})`
  standingsTexts.set(accounts, text)
  return text
}
