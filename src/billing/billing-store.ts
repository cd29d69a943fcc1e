/** SQL of `billing` and `billing_event`. Whoever writes an account's row while it speaks with the provider holds it. */
import type { Row, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Instant } from '../values/brussels.ts'
import { isSoldPlan, type Period } from './prices.ts'
import { noStanding, type Standing } from './standing.ts'

export type BillingRow = {
  accountId: string
  /** Of the account at the provider; null: it has none yet. */
  customerId: string | null
  /** Since when one has been asked for without our knowing what became of it; null: never. */
  customerAskedAt: Instant | null
  /** How often the provider has said that it made none. */
  customerTries: number
  standing: Standing
  /** Until when the plan that it gives is given by the clock; null: none is, or it goes on. */
  planUntil: Instant | null
  checkoutUntil: Instant | null
  fetchedAt: Instant | null
}

type StoredRow = Row & {
  account_id: string
  customer_id: string | null
  customer_asked_at: number | null
  customer_tries: number
  subscription_id: string | null
  status: string | null
  plan: string | null
  period: Period | null
  period_ends_at: number | null
  ends_at: number | null
  past_due_since: number | null
  plan_until: number | null
  others: string
  checkout_until: number | null
  fetched_at: number | null
}

const columns =
  'account_id, customer_id, customer_asked_at, customer_tries, subscription_id, status, plan, period, period_ends_at, ends_at, ' +
  'past_due_since, plan_until, others, checkout_until, fetched_at'

function standingIn(row: StoredRow): Standing {
  const { subscription_id: id, status, plan, period, period_ends_at: periodEndsAt } = row
  if (id === null || status === null || plan === null || period === null || periodEndsAt === null) return noStanding
  if (!isSoldPlan(plan)) throw new Error(`the subscription of ${row.account_id} has the plan ${plan}`)
  return {
    subscription: { id, status, plan, period, periodEndsAt, endsAt: row.ends_at },
    pastDueSince: row.past_due_since,
    others: JSON.parse(row.others) as string[],
  }
}

function rowOf(row: StoredRow): BillingRow {
  return {
    accountId: row.account_id,
    customerId: row.customer_id,
    customerAskedAt: row.customer_asked_at,
    customerTries: row.customer_tries,
    standing: standingIn(row),
    planUntil: row.plan_until,
    checkoutUntil: row.checkout_until,
    fetchedAt: row.fetched_at,
  }
}

/** What is kept of the account; null: it has never begun to pay. */
export async function billingRow(sql: Sql, accountId: string): Promise<BillingRow | null> {
  const row = await sql.one<StoredRow>(`select ${columns} from billing where account_id = $1`, [accountId])
  return row === null ? null : rowOf(row)
}

/** The account of a customer of the provider; null: it is none of ours, or not any more. */
export async function accountOfCustomer(sql: Sql, customerId: string): Promise<string | null> {
  const row = await sql.one<{ account_id: string }>('select account_id from billing where customer_id = $1', [
    customerId,
  ])
  return row?.account_id ?? null
}

/** Makes the account's row where there is none. */
export async function insertBilling(transaction: Sql, accountId: string, dueAt: Instant): Promise<void> {
  await transaction.run(
    'insert into billing (account_id, due_at) values ($1, $2) on conflict (account_id) do nothing',
    [accountId, dueAt],
  )
}

/** Takes the row for `holder` until then; false: another has it, or there is none. */
export async function takeHold(
  sql: Sql,
  accountId: string,
  { holder, now, until }: { holder: string; now: Instant; until: Instant },
): Promise<boolean> {
  const taken = await sql.run(
    `update billing set holder = $2, held_until = $4
     where account_id = $1 and (held_until is null or held_until <= cast($3 as bigint))`,
    [accountId, holder, now, until],
  )
  return taken === 1
}

/** Whether `holder` has the row still; in the transaction that writes what it found out. */
export async function hasHold(transaction: Sql, accountId: string, holder: string, now: Instant): Promise<boolean> {
  const held = await transaction.run(
    'update billing set held_until = held_until where account_id = $1 and holder = $2 and held_until > $3',
    [accountId, holder, now],
  )
  return held === 1
}

export async function releaseHold(sql: Sql, accountId: string, holder: string): Promise<void> {
  await sql.run('update billing set holder = null, held_until = null where account_id = $1 and holder = $2', [
    accountId,
    holder,
  ])
}

/** Notes what is known of the account's customer. */
export async function updateCustomer(
  transaction: Sql,
  accountId: string,
  { customerId, customerAskedAt, customerTries }: Pick<BillingRow, 'customerId' | 'customerAskedAt' | 'customerTries'>,
): Promise<void> {
  await transaction.run(
    'update billing set customer_id = $2, customer_asked_at = $3, customer_tries = $4 where account_id = $1',
    [accountId, customerId, customerAskedAt, customerTries],
  )
}

/** Notes until when a checkout that was begun can be paid, and when to look what became of it. */
export async function updateCheckout(
  transaction: Sql,
  accountId: string,
  checkoutUntil: Instant,
  dueAt: Instant,
): Promise<void> {
  await transaction.run('update billing set checkout_until = $2, due_at = $3 where account_id = $1', [
    accountId,
    checkoutUntil,
    dueAt,
  ])
}

/** What was fetched, and what follows from it. */
type FetchedStanding = Pick<BillingRow, 'standing' | 'planUntil' | 'checkoutUntil' | 'fetchedAt'> & {
  dueAt: Instant
}

export async function updateStanding(transaction: Sql, accountId: string, fetched: FetchedStanding): Promise<void> {
  const { subscription, pastDueSince, others } = fetched.standing
  await transaction.run(
    `update billing set subscription_id = $2, status = $3, plan = $4, period = $5, period_ends_at = $6, ends_at = $7,
       past_due_since = $8, others = $9, plan_until = $10, checkout_until = $11, fetched_at = $12, due_at = $13
     where account_id = $1`,
    [
      accountId,
      ...(subscription === null
        ? [null, null, null, null, null, null]
        : [
            subscription.id,
            subscription.status,
            subscription.plan,
            subscription.period,
            subscription.periodEndsAt,
            subscription.endsAt,
          ]),
      pastDueSince,
      JSON.stringify(others),
      fetched.planUntil,
      fetched.checkoutUntil,
      fetched.fetchedAt,
      fetched.dueAt,
    ],
  )
}

/** Notes that the plan which the subscription gave has ended by the clock. */
export async function clearPlanUntil(transaction: Sql, accountId: string): Promise<void> {
  await transaction.run('update billing set plan_until = null where account_id = $1', [accountId])
}

/** Fetches again no later than then. */
export async function lookBy(sql: Sql, accountId: string, at: Instant): Promise<void> {
  await sql.run('update billing set due_at = $2 where account_id = $1 and due_at > $2', [accountId, at])
}

/** Fetches again not before then. */
export async function lookAfter(sql: Sql, accountId: string, at: Instant): Promise<void> {
  await sql.run('update billing set due_at = $2 where account_id = $1', [accountId, at])
}

/** Accounts that are to be fetched, those that wait longest first: with a customer, or one that may have been made for them. */
export async function dueAccounts(sql: Sql, now: Instant, limit: number): Promise<string[]> {
  const rows = await sql.all<{ account_id: string }>(
    `select account_id from billing where due_at <= $1 and (customer_id is not null or customer_asked_at is not null)
     order by due_at, account_id limit $2`,
    [now, limit],
  )
  return rows.map((row) => row.account_id)
}

/** The first `limit` accounts after an id, by id, whose plan has ended by the clock. */
export async function endedAccounts(sql: Sql, now: Instant, after: string, limit: number): Promise<string[]> {
  const rows = await sql.all<{ account_id: string }>(
    'select account_id from billing where plan_until <= $1 and account_id > $2 order by account_id limit $3',
    [now, after, limit],
  )
  return rows.map((row) => row.account_id)
}

/** Notes an event; false: it has been taken before. */
export async function insertEvent(
  transaction: Sql,
  event: { id: string; kind: string; accountId: string; takenAt: Instant },
): Promise<boolean> {
  const inserted = await transaction.run(
    'insert into billing_event (id, account_id, kind, taken_at) values ($1, $2, $3, $4) on conflict (id) do nothing',
    [event.id, event.accountId, event.kind, event.takenAt],
  )
  return inserted === 1
}

export async function hasEvent(sql: Sql, id: string): Promise<boolean> {
  return (await sql.one('select id from billing_event where id = $1', [id])) !== null
}

/** Deletes events that were taken before then; answers how many. */
export function deleteEventsBefore(sql: Sql, at: Instant): Promise<number> {
  return sql.run('delete from billing_event where taken_at < $1', [at])
}

/** Deletes what is kept of an account; its customer, where it has one, is to be ended. */
export async function deleteBilling(transaction: Sql, accountId: string, now: Instant): Promise<void> {
  await transaction.run(
    `insert into billing_ending (customer_id, since, due_at, attempts)
     select customer_id, cast($2 as bigint), cast($2 as bigint), 0 from billing
     where account_id = $1 and customer_id is not null
     on conflict (customer_id) do nothing`,
    [accountId, now],
  )
  await transaction.run('delete from billing_event where account_id = $1', [accountId])
  await transaction.run('delete from billing where account_id = $1', [accountId])
}

/** Of these accounts, those of which something is kept. */
export async function knownAmong(sql: Sql, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const { places, values } = valuesIn(accountIds, 1)
  const rows = await sql.all<{ account_id: string }>(
    `select account_id from billing where account_id in (${places}) order by account_id`,
    values,
  )
  return rows.map((row) => row.account_id)
}

/** Accounts that are charged for more than one subscription, with all their ids. */
export async function chargedTwice(sql: Sql, limit: number): Promise<{ accountId: string; subscriptions: string[] }[]> {
  const rows = await sql.all<{ account_id: string; subscription_id: string | null; others: string }>(
    `select account_id, subscription_id, others from billing where others <> '[]' order by account_id limit $1`,
    [limit],
  )
  return rows.map(({ account_id, subscription_id, others }) => ({
    accountId: account_id,
    subscriptions: [subscription_id ?? '', ...(JSON.parse(others) as string[])],
  }))
}

/** Accounts with a subscription that was last fetched before `fetchedBefore`, and customers of deleted accounts to be ended since before `endingBefore`. */
export async function waitingFor(
  sql: Sql,
  { fetchedBefore, endingBefore }: { fetchedBefore: Instant; endingBefore: Instant },
): Promise<{ accounts: number; endings: number }> {
  const row = await sql.one<{ accounts: number; endings: number }>(
    `select (select count(*) from billing where fetched_at < $1 and subscription_id is not null) as accounts,
       (select count(*) from billing_ending where since < $2) as endings`,
    [fetchedBefore, endingBefore],
  )
  return row ?? { accounts: 0, endings: 0 }
}

/** Every account is due, and nobody speaks with the provider for any. */
export async function makeAllDue(sql: Sql): Promise<void> {
  await sql.run('update billing set due_at = 0, holder = null, held_until = null')
}

/** A customer whose account is gone, and what it pays is to be ended. */
export async function insertEnding(transaction: Sql, customerId: string, now: Instant): Promise<void> {
  await transaction.run(
    'insert into billing_ending (customer_id, since, due_at) values ($1, $2, $2) on conflict (customer_id) do nothing',
    [customerId, now],
  )
}

export type Ending = { customerId: string; attempts: number }

/** Customers to be ended now, those that wait longest first. */
export async function dueEndings(sql: Sql, now: Instant, limit: number): Promise<Ending[]> {
  const rows = await sql.all<{ customer_id: string; attempts: number }>(
    'select customer_id, attempts from billing_ending where due_at <= $1 order by due_at, customer_id limit $2',
    [now, limit],
  )
  return rows.map((row) => ({ customerId: row.customer_id, attempts: row.attempts }))
}

/** The provider has not taken it: it is told again then. */
export async function putOffEnding(sql: Sql, customerId: string, dueAt: Instant): Promise<void> {
  await sql.run('update billing_ending set attempts = attempts + 1, due_at = $2 where customer_id = $1', [
    customerId,
    dueAt,
  ])
}

/** The provider has ended what it paid. */
export async function deleteEnding(sql: Sql, customerId: string): Promise<void> {
  await sql.run('delete from billing_ending where customer_id = $1', [customerId])
}
