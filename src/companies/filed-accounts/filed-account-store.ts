/** SQL of `filed_account`: whose figures are wanted, and what the filings say. */
import type { Database, Dialect, Parameter, Reads, Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import type { Day, Instant } from '../../values/brussels.ts'
import type { FiledFigures } from './filing-figures.ts'

/** What is claimed of a row. */
export type WantedRow = Row & { id: string; enterprise_number: string }

/**
 * How the figures of a company stand. Of what is wanted, `waiting`: a worker is about to ask, or asks; `put_off`: an attempt failed, and
 * the next one comes later; `nothing`: it was given up.
 */
export type Standing =
  | { state: 'wanted'; next: 'waiting' | 'put_off' | 'nothing' }
  | { state: 'known'; fetchedAt: Instant; figures: FiledFigures }
  | { state: 'none'; fetchedAt: Instant }

type StandingRow = Row & {
  enterprise_number: string
  state: 'wanted' | 'known' | 'none'
  employees: number | null
  turnover_eur: number | null
  balance_total_eur: number | null
  closing_day: Day | null
  fetched_at: number | null
  due_at: number | null
  attempts: number
  claim_token: string | null
}

const figureColumns = 'employees, turnover_eur, balance_total_eur, closing_day'

/** How the figures of one company stand; null when there is no row. */
export async function standingOf(reads: Reads, number: string): Promise<Standing | null> {
  const row = await reads.one<StandingRow>(
    `select enterprise_number, state, ${figureColumns}, fetched_at, due_at, attempts, claim_token
     from filed_account where enterprise_number = $1`,
    [number],
  )
  if (row === null) return null
  const { state, fetched_at: fetchedAt } = row
  if (state === 'wanted' || fetchedAt === null) return { state: 'wanted', next: nextOf(row) }
  return state === 'none' ? { state, fetchedAt } : { state, fetchedAt, figures: figuresOf(row) }
}

function nextOf({ due_at: dueAt, attempts, claim_token: claim }: StandingRow): 'waiting' | 'put_off' | 'nothing' {
  if (dueAt === null) return 'nothing'
  return attempts > 0 && claim === null ? 'put_off' : 'waiting'
}

/** Those of these companies, 500 at most, whose figures were fetched after an instant. */
export async function figuresSince(
  reads: Reads,
  numbers: readonly string[],
  after: Instant,
): Promise<[number: string, figures: FiledFigures][]> {
  const { places, values } = valuesIn(numbers, 2)
  const rows = await reads.all<StandingRow>(
    `select enterprise_number, ${figureColumns} from filed_account
     where state = 'known' and fetched_at > $1 and enterprise_number in (${places})`,
    [after, ...values],
  )
  return rows.map((row) => [row.enterprise_number, figuresOf(row)])
}

function figuresOf(row: StandingRow): FiledFigures {
  const { closing_day: closingDay, employees, turnover_eur: turnoverEur, balance_total_eur: balanceTotalEur } = row
  // The table says so of every row with figures.
  if (closingDay === null) throw new Error('filed accounts have no closing day')
  return { closingDay, employees, turnoverEur, balanceTotalEur }
}

export type Wish = { id: string; number: string; now: Instant; keptAfter: Instant; waitingMax: number }

/**
 * Has a worker ask for a company, one row whoever asks how often: false where a row says already what holds (it is waited for, or was
 * fetched after `keptAfter`), and where `waitingMax` are waited for. Askers of one moment may pass that number on PostgreSQL by as many
 * as they are.
 */
export async function want(transaction: Sql, { now: dueNow }: Dialect, wish: Wish): Promise<boolean> {
  const { id, number, now, keptAfter, waitingMax } = wish
  const wanted = await transaction.run(
    `insert into filed_account (enterprise_number, id, wanted_at, due_at)
     select $1, $2, cast($3 as bigint), ${dueNow}
     where (select count(*) from (select id from filed_account where due_at is not null limit $4) as rows_waiting) < $4
     on conflict (enterprise_number) do update set state = 'wanted', employees = null, turnover_eur = null,
       balance_total_eur = null, closing_day = null, wanted_at = excluded.wanted_at, fetched_at = null,
       due_at = excluded.due_at, attempts = 0
     where filed_account.due_at is null and (filed_account.fetched_at is null or filed_account.fetched_at <= $5)`,
    [number, id, now, waitingMax, keptAfter],
  )
  return wanted === 1
}

/** Whether a company may be asked for now. The time is read once: PostgreSQL uses the index only where it is the same for every row. */
export async function isAnyDue(database: Database): Promise<boolean> {
  const now = `(select ${database.dialect.now})`
  const row = await database.one(
    `select 1 as due where exists (select 1 from filed_account
     where due_at <= ${now} and (claimed_until is null or claimed_until <= ${now}))`,
  )
  return row !== null
}

/** What came of asking. `figures` null: there is no filing that can be read. */
export type Fetched = { figures: FiledFigures | null; at: Instant }

/** Writes what was fetched, in the transaction that ends the claim. */
export async function writeFetched(transaction: Sql, id: string, { figures, at }: Fetched): Promise<void> {
  const { employees = null, turnoverEur = null, balanceTotalEur = null, closingDay = null } = figures ?? {}
  const written: Parameter[] = [figures === null ? 'none' : 'known', employees, turnoverEur, balanceTotalEur]
  await transaction.run(
    `update filed_account set state = $2, employees = $3, turnover_eur = $4, balance_total_eur = $5, closing_day = $6,
       fetched_at = $7, failed_at = null, last_fault = null where id = $1`,
    [id, ...written, closingDay, at],
  )
}

/** Writes why an attempt failed, in the transaction that ends the claim. */
export async function writeFault(transaction: Sql, id: string, fault: string, at: Instant): Promise<void> {
  await transaction.run('update filed_account set last_fault = $2, failed_at = $3 where id = $1', [id, fault, at])
}

/** Now by the store's clock, which says what is due. */
export async function storeNow(sql: Sql, { now }: Dialect): Promise<Instant> {
  const row = await sql.one<{ now: number }>(`select ${now} as now`)
  if (row === null) throw new Error('the store has no clock')
  return row.now
}

/** Deletes at most `limit` rows that were fetched, or, where they never were, wanted before an instant; answers how many. */
export function deleteBefore(sql: Sql, before: Instant, limit: number): Promise<number> {
  return sql.run(
    `delete from filed_account where id in (
       select id from filed_account where fetched_at <= $1 or (fetched_at is null and wanted_at <= $1) limit $2)`,
    [before, limit],
  )
}

/** How the asking stands: rows that wait (up to `countMax`), the last failure, and when something was last fetched. */
export async function workStanding(
  reads: Reads,
  countMax: number,
): Promise<{ waiting: number; failure: { fault: string; at: Instant } | null; fetchedAt: Instant | null }> {
  const counted = await reads.one<{ waiting: number }>(
    'select count(*) as waiting from (select id from filed_account where due_at is not null limit $1) as rows_waiting',
    [countMax],
  )
  const failed = await reads.one<{ last_fault: string; failed_at: number }>(
    'select last_fault, failed_at from filed_account where failed_at is not null order by failed_at desc, id limit 1',
  )
  const fetched = await reads.one<{ fetched_at: number }>(
    'select fetched_at from filed_account where fetched_at is not null order by fetched_at desc, id limit 1',
  )
  const failure = failed === null ? null : { fault: failed.last_fault, at: failed.failed_at }
  return { waiting: counted?.waiting ?? 0, failure, fetchedAt: fetched?.fetched_at ?? null }
}
