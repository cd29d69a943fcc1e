/**
 * Rows that are work: each is done by one worker at a time, however many workers and processes there are, and again where
 * a worker died over it. A worker claims rows that are due for a while, in one short statement, does what they ask for
 * outside any transaction, and then ends the claim in the transaction that writes what came of it; a claim that was lost
 * meanwhile (a worker that stood still for longer than it had) can not be ended, so that nothing is written twice.
 *
 * An attempt is counted when it begins: a row that kills its worker does not come back for ever. Times are those of the
 * store's clock, so that processes need not agree about theirs.
 *
 * A table of work has, beside what it is about: `id`, `due_at` (epoch milliseconds; null: nothing is left to do),
 * `attempts`, `claim_token` and `claimed_until` (both null: nobody is at it), and an index on `due_at`.
 */

import { randomUUID } from 'node:crypto'
import type { Instant } from '../values/brussels.ts'
import { wobbleMs } from './clock.ts'
import type { Database, Parameter, Row, Sql } from './database/database.ts'
import { valuesIn } from './database/lists.ts'

export type WorkTable = {
  name: string
  /** How long a claim holds without being renewed: longer than anything that a worker does between two renewals. */
  claimMs: number
}

/** A claimed row, with what it is about. */
export type ClaimedRow = Row & { id: string; attempts: number; claim_token: string }

/** Which of the rows that are due may be claimed: a condition on the columns of `work`, its parameters from `first` on. */
export type Claimable = { text(first: number): string; parameters: readonly Parameter[] }

const any: Claimable = { text: () => 'true', parameters: [] }

/** Those of them that are not one of these. */
export function claimableBut(ids: readonly string[], { text, parameters }: Claimable = any): Claimable {
  if (ids.length === 0) return { text, parameters }
  return {
    text: (first) => `${text(first)} and work.id not in (${valuesIn(ids, first + parameters.length).places})`,
    parameters: [...parameters, ...valuesIn(ids, 1).values],
  }
}

/**
 * Claims at most `limit` rows that are due and that nobody has, the earliest due first, and counts an attempt of each. Rows
 * that another is about to claim are passed over, not waited for.
 */
export async function claimDue<R extends Row>(
  database: Database,
  { name, claimMs }: WorkTable,
  limit: number,
  claimable: Claimable = any,
): Promise<(R & ClaimedRow)[]> {
  const { now, forUpdateSkipLocked } = database.dialect
  const rows = await database.all<R & ClaimedRow>(
    `with due as materialized (
       select work.id from ${name} work
       where work.due_at <= ${now} and (work.claimed_until is null or work.claimed_until <= ${now})
         and (${claimable.text(4)})
       order by work.due_at, work.id limit $3 ${forUpdateSkipLocked}
     )
     update ${name} set attempts = attempts + 1, claim_token = $1, claimed_until = ${now} + cast($2 as bigint)
     where id in (select id from due) returning *`,
    [randomUUID(), claimMs, limit, ...claimable.parameters],
  )
  return rows.toSorted((left, right) => Number(left.due_at) - Number(right.due_at) || (left.id < right.id ? -1 : 1))
}

/**
 * Has claims that end later than any that is given now end after the time of one: they were given before the store's clock was set
 * back. Who lives renews his within it.
 */
export async function cutClaims(database: Database, { name, claimMs }: WorkTable): Promise<void> {
  const end = `${database.dialect.now} + cast($1 as bigint)`
  await database.run(
    `update ${name} set claimed_until = ${end} where due_at is not null and claimed_until > ${end} + ${wobbleMs}`,
    [claimMs],
  )
}

/** Which claim of which row. */
export type Claim = { id: string; claim_token: string }

/** Holds a claim for another `claimMs`; false when it is lost: its time was over, or the row was ended. */
export async function renewClaim(database: Database, table: WorkTable, claim: Claim): Promise<boolean> {
  const renewed = await database.run(
    `update ${table.name} set claimed_until = ${database.dialect.now} + cast($3 as bigint)
     where id = $1 and claim_token = $2 and claimed_until > ${database.dialect.now}`,
    [claim.id, claim.claim_token, table.claimMs],
  )
  return renewed === 1
}

/**
 * Ends a claim, in the transaction that writes what came of it: the row is due again at `dueAt`, or never (null). False:
 * the claim is lost, and the transaction is not to be committed.
 */
export async function endClaim(
  transaction: Sql,
  table: WorkTable,
  claim: Claim,
  dueAt: Instant | null,
): Promise<boolean> {
  const ended = await transaction.run(
    `update ${table.name} set due_at = cast($3 as bigint), claim_token = null, claimed_until = null
     where id = $1 and claim_token = $2`,
    [claim.id, claim.claim_token, dueAt],
  )
  return ended === 1
}

/** Gives back a row on which nothing was begun: it is due as it was, and no attempt of it counts. */
export async function handBack(sql: Sql, table: Pick<WorkTable, 'name'>, claim: Claim): Promise<void> {
  await sql.run(
    `update ${table.name} set attempts = attempts - 1, claim_token = null, claimed_until = null
     where id = $1 and claim_token = $2`,
    [claim.id, claim.claim_token],
  )
}
