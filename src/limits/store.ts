/**
 * SQL of the limits: `meter`, requests and token buckets.
 *
 * `admit` is the one place that reads another capability's tables: key, account, plan, bucket and quota are decided in
 * one round trip, so that nothing needs to be cached and a committed revocation holds for the next request everywhere.
 * Its instant and its month are those of the store's own clock, which all processes share: a process whose clock is wrong
 * moves no bucket and counts in no other month.
 *
 * On PostgreSQL that round trip is one statement. On SQLite it is one transaction, whose counting stands in
 * `embedded-meter-store.ts`.
 */

import type { Database, Row, Sql, StatementsAtOnce } from '../platform/database/database.ts'
import { gathered } from '../platform/database/gathered.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Admission, Metered, Verdict } from '../values/admission.ts'
import { type Instant, utcMonthOf } from '../values/brussels.ts'
import { type Asking, countRequests, KnownStandings } from './embedded-meter-store.ts'
import { figureOfPlan, figuresOf, type PlanFigures, planOf } from './plan-figures.ts'
import { requestTokens, standsMs } from './token-bucket.ts'

// holders: keys (k) unless they were revoked, their accounts (a), and the newest publication (f).
const holders = (digests: string): string => `
  from api_key k join account a on a.id = k.account_id join feed_head f on f.id = 1
  where k.digest ${digests} and k.revoked_at is null`

// subject: the key of digest $1, its account, and what that account's plan allows now.
const subject = (more: string): string => `
  select k.id as key_id, k.mode as key_mode, a.id as account_id, a.plan as plan, f.publication as publication,
    ${figureOfPlan((plan) => plan.rps)} as rps, ${figureOfPlan((plan) => plan.quota)} as quota ${more}
  ${holders('= $1')}`

/**
 * meter: one request on PostgreSQL, decided and counted. The row of the account's month is locked and read anew before it
 * changes (`on conflict do update`), so that any number of processes count one after the other: `requests` takes every
 * value once and never passes the quota. The first request of a month takes the bucket over from the month before.
 *
 * The bucket is `afterRequest` of `token-bucket.ts` in SQL. It is asked before the quota: a request that it refuses
 * takes no token, one that the quota refuses has taken its own.
 *
 * `who` gives account_id, month, at, rps and quota, as `s`. The row keeps the figures because `excluded` is how they reach
 * the update: asking for them again there made PostgreSQL plan four times as long as it worked. The limit keeps it from
 * working the bucket out once for each mention. Where the request is not `counted`, only the bucket changes.
 */
function metering(who: string, isCounted: boolean): string {
  const refilled = (bucket: string, rps: string, at: string): string =>
    `least(${rps} * ${requestTokens}, ${bucket}.tokens + greatest(0, ${at} - ${bucket}.refilled_at) * ${rps})`
  const tokens = refilled('meter', 'excluded.rps', 'excluded.refilled_at')
  const withinQuota = isCounted ? '(excluded.quota is null or meter.requests < excluded.quota)' : 'true'
  const counts = isCounted ? 1 : 0
  return `
    insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps, quota)
    select b.account_id, b.month,
      case when b.tokens >= ${requestTokens} then ${counts} else 0 end,
      b.tokens - case when b.tokens >= ${requestTokens} then ${requestTokens} else 0 end,
      b.at,
      case when b.tokens >= ${requestTokens} then 'admitted' else 'rate_limit_exceeded' end,
      b.rps, b.quota
    from (
      select s.account_id, s.rps, s.quota, s.month, s.at, coalesce((
        select ${refilled('m', 's.rps', 's.at')} from meter m where m.account_id = s.account_id and m.month < s.month
        order by m.month desc limit 1), s.rps * ${requestTokens}) as tokens
      from ${who} limit 1
    ) b
    where true
    on conflict (account_id, month) do update set
      requests = meter.requests + case when ${tokens} >= ${requestTokens} and ${withinQuota} then ${counts} else 0 end,
      tokens = ${tokens} - case when ${tokens} >= ${requestTokens} then ${requestTokens} else 0 end,
      refilled_at = case when meter.refilled_at - excluded.refilled_at > ${standsMs} then excluded.refilled_at
        else greatest(meter.refilled_at, excluded.refilled_at) end,
      verdict = case when ${tokens} < ${requestTokens} then 'rate_limit_exceeded'
        when ${withinQuota} then 'admitted' else 'quota_exceeded' end,
      rps = excluded.rps, quota = excluded.quota
    returning requests, verdict`
}

type SubjectRow = Row & {
  key_id: string
  key_mode: Metered['keyMode']
  account_id: string
  plan: string | null
  publication: number
  at: Instant
}
type MeterRow = Row & { requests: number; verdict: Verdict }

/**
 * Decides one request with the key of that digest: key, then plan, then bucket, then quota. What it counts is committed
 * when it resolves, and the newest publication is read in the same moment. Throws a `StoreError` when the store does not answer:
 * never is that taken for an unknown key. `at` null: now, by the store's clock.
 */
export function admit(database: Database, digest: string, at: Instant | null): Promise<Admission> {
  const { countersAtOnce } = database
  return countersAtOnce === null
    ? admitOnPostgres(database, digest, at)
    : admitOnSqlite(database, countersAtOnce, digest, at)
}

/** The instant $2 as the one row of `clock`, or now by the store's clock; and the month of it. */
const clock = ({ dialect }: Database): string =>
  `clock as materialized (select coalesce(cast($2 as bigint), ${dialect.now}) as at)`
const clockMonth = "to_char(to_timestamp(clock.at / 1000) at time zone 'UTC', 'YYYY-MM')"

/**
 * One statement. It is its own transaction, and `set_config(..., true)` lasts as long as that: only this commit does not
 * wait for the disk. A crash of the server may forget the counts of its last moment.
 */
async function admitOnPostgres(database: Database, digest: string, at: Instant | null): Promise<Admission> {
  postgresText ??= `
    with ${clock(database)},
    subject as materialized (${subject(`, set_config('synchronous_commit', 'off', true) as durability`)}),
    asking as (
      select subject.*, clock.at, ${clockMonth} as month
      from subject cross join clock),
    metered as (${metering('asking s where s.plan is not null', true)})
    select s.key_id, s.key_mode, s.account_id, s.plan, s.publication, c.at, m.requests, m.verdict
    from subject s cross join clock c left join metered m on true`
  type Decided = SubjectRow & { [Column in keyof MeterRow]: MeterRow[Column] | null }
  const row = await database.counters.one<Decided>(postgresText, [digest, at])
  if (row === null) return { outcome: 'unauthorized' }
  const { requests, verdict } = row
  return admissionOf(row, requests === null || verdict === null ? null : { requests, verdict })
}
let postgresText: string | undefined

/**
 * Takes a token of an account's bucket, and counts no request: for each tool call of a batch after the first. Committed when it
 * resolves, as a request is; false where no token is left, or the account has no plan (any more). `at` as for `admit`.
 */
export async function takeToken(database: Database, accountId: string, at: Instant | null): Promise<boolean> {
  if (database.countersAtOnce !== null) return takeTokenOnSqlite(database, database.countersAtOnce, accountId, at)
  tokenText ??= `
    with ${clock(database)},
    asking as materialized (
      select a.id as account_id, clock.at, ${clockMonth} as month, ${figureOfPlan((plan) => plan.rps)} as rps,
        ${figureOfPlan((plan) => plan.quota)} as quota, set_config('synchronous_commit', 'off', true) as durability
      from account a cross join clock where a.id = $1 and a.plan is not null),
    metered as (${metering('asking s', false)})
    select requests, verdict from metered`
  const row = await database.counters.one<MeterRow>(tokenText, [accountId, at])
  return row?.verdict === 'admitted'
}
let tokenText: string | undefined

/** What the admissions remember of the account's row does not hold any more, which they see by the rows that were changed. */
function takeTokenOnSqlite({ dialect }: Database, atOnce: AtOnce, accountId: string, at: Instant | null) {
  const ofAccount = `select a.plan, ${dialect.now} from account a where a.id = $1 and a.plan is not null`
  return atOnce((statements) => {
    const [row] = statements.rows<[plan: string, now: Instant]>(ofAccount, [accountId])
    if (row === undefined) return false
    const { rps, quota } = figuresOf(row[0])
    const asking: Asking = { accountId, at: at ?? row[1], rps, quota, isCounted: false }
    return countRequests(statements, new KnownStandings(), [asking]).counted[0]?.verdict === 'admitted'
  })
}

/**
 * All requests of one turn of the event loop, in one write transaction on the counters, which see both files: what their
 * keys may do, then the requests, each decided for itself in the order in which they came. One commit for sixteen takes
 * half the time of the process that sixteen commits take. What is committed meanwhile holds from the next turn on.
 */
function admitOnSqlite(database: Database, atOnce: AtOnce, digest: string, at: Instant | null): Promise<Admission> {
  let admitting = gatherers.get(database.counters)
  if (admitting === undefined) {
    const known: Known = { version: null, keyOf: new Map(), standings: new KnownStandings() }
    // Both are of this connection at the beginning of the transaction: one statement asks for both.
    const now = `select ${database.dialect.now}, total_changes()`
    admitting = gathered(requestsTogetherMax, async (requests) => {
      const { admissions, changes } = await atOnce((statements) => admitAll(statements, now, known, requests))
      known.standings.holdFrom(changes)
      return admissions
    })
    gatherers.set(database.counters, admitting)
  }
  return admitting({ digest, at })
}

type AtOnce = NonNullable<Database['countersAtOnce']>
type Request = { digest: string; at: Instant | null }
/** A key and its account, with the newest publication; `plan` null: the account has none. */
type KnownKey = Pick<Metered, 'accountId' | 'keyId' | 'keyMode' | 'publication'> & { plan: PlanFigures | null }

/**
 * Keys as they were read at one version of the store's file, null those that it does not have. The version is asked before
 * they are used, every time, and is another as soon as anybody has committed to the file: so a key that was read holds
 * exactly as long as reading it again would say the same.
 */
type Known = { version: number | null; keyOf: Map<string, KnownKey | null>; standings: KnownStandings }

/** Requests that one transaction decides. */
const requestsTogetherMax = 32
const knownKeysMax = 10_000
const gatherers = new WeakMap<Sql, (request: Request) => Promise<Admission>>()

function admitAll(
  statements: StatementsAtOnce,
  now: string,
  known: Known,
  requests: readonly Request[],
): { admissions: Admission[]; changes: number } {
  readKeys(statements, known, requests)
  const [clock] = statements.rows<[now: Instant, changes: number]>(now, [])
  if (clock === undefined) throw new Error('the store has no clock')
  const askings: Asking[] = []
  for (const { digest, at } of requests) {
    const key = known.keyOf.get(digest)
    if (key?.plan == null) continue
    askings.push({
      accountId: key.accountId,
      at: at ?? clock[0],
      rps: key.plan.rps,
      quota: key.plan.quota,
      isCounted: true,
    })
  }
  known.standings.begin(versionOf(statements, 'main'), clock[1])
  const { counted, written } = countRequests(statements, known.standings, askings)
  let place = 0
  const admissions = requests.map(({ digest }): Admission => {
    const key = known.keyOf.get(digest) ?? null
    if (key === null) return { outcome: 'unauthorized' }
    const { accountId, keyId, keyMode, plan, publication } = key
    if (plan === null) return { outcome: 'subscription_required', accountId, keyId, publication }
    const [told, asked] = [counted[place], askings[place]]
    if (told === undefined || asked === undefined) throw new Error(`account ${accountId} was not metered`)
    place += 1
    const { verdict: outcome, requests: requestsThisMonth } = told
    return { outcome, accountId, keyId, keyMode, plan: plan.id, requestsThisMonth, publication, at: asked.at }
  })
  return { admissions, changes: clock[1] + written }
}

/** Of a file: it is another as soon as another connection has committed to it. */
function versionOf(statements: StatementsAtOnce, file: 'main' | 'store'): number | null {
  return statements.rows<[version: number]>(`pragma ${file}.data_version`, [])[0]?.[0] ?? null
}

/** Makes the keys of the requests known as they are at the version that the transaction sees. */
function readKeys(statements: StatementsAtOnce, known: Known, requests: readonly Request[]): void {
  const version = versionOf(statements, 'store')
  if (version === null || version !== known.version || known.keyOf.size > knownKeysMax) known.keyOf.clear()
  known.version = version
  const unknown = new Set<string>()
  for (const { digest } of requests) if (!known.keyOf.has(digest)) unknown.add(digest)
  if (unknown.size === 0) return
  const { places, values } = valuesIn([...unknown], 1)
  const columns = 'k.digest, k.id, k.mode, a.id, a.plan, f.publication'
  const rows = statements.rows<KeyRow>(`select ${columns} ${holders(`in (${places})`)}`, values)
  for (const digest of unknown) known.keyOf.set(digest, null)
  for (const [digest, keyId, keyMode, accountId, plan, publication] of rows) {
    known.keyOf.set(digest, { accountId, keyId, keyMode, publication, plan: plan === null ? null : figuresOf(plan) })
  }
}

type KeyRow = [
  digest: string,
  keyId: string,
  keyMode: Metered['keyMode'],
  accountId: string,
  plan: string | null,
  publication: number,
]

function admissionOf(row: SubjectRow, metered: { requests: number; verdict: Verdict } | null): Admission {
  const { account_id: accountId, publication, plan } = row
  if (plan === null) return { outcome: 'subscription_required', accountId, keyId: row.key_id, publication }
  if (metered === null) throw new Error(`account ${accountId} could not be metered on the plan ${plan}`)
  return {
    outcome: metered.verdict,
    accountId,
    keyId: row.key_id,
    keyMode: row.key_mode,
    plan: planOf(plan),
    requestsThisMonth: metered.requests,
    publication,
    at: row.at,
  }
}

/** Requests counted in the UTC month of `now`. */
export async function requestsInMonth(sql: Sql, accountId: string, now: Instant): Promise<number> {
  const text = 'select requests from meter where account_id = $1 and month = $2'
  return (await sql.one<{ requests: number }>(text, [accountId, utcMonthOf(now)]))?.requests ?? 0
}

/** Deletes what an account has used, in every month. */
export async function deleteUsage(database: Database, accountId: string): Promise<void> {
  await database.run('delete from match_usage where account_id = $1', [accountId])
  await database.counters.run('delete from meter where account_id = $1', [accountId])
}

/** Deletes the counts of every account in the months before that of an instant. */
export async function deleteCountsBefore(database: Database, at: Instant): Promise<void> {
  const month = utcMonthOf(at)
  await database.run('delete from match_usage where month < $1', [month])
  await database.counters.run('delete from meter where month < $1', [month])
}
