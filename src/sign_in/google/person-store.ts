/** SQL of `person` and `spent_token`. */
import type { Row, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

/** Somebody as another service knows them: `issuer` and `subject` never change, their address may. */
export type Person = { issuer: string; subject: string; email: string }

/** The account that the person is joined to; null: none. Notes the sign-in. */
export async function accountOfPerson(
  transaction: Sql,
  { issuer, subject }: Person,
  now: Instant,
): Promise<string | null> {
  const row = await transaction.one<Row & { account_id: string }>(
    'update person set last_sign_in_at = $3 where issuer = $1 and subject = $2 returning account_id',
    [issuer, subject, now],
  )
  return row?.account_id ?? null
}

/** Joins the person to an account: from here on they are let in to it, whatever address they have. */
export async function joinPerson(transaction: Sql, person: Person, accountId: string, now: Instant): Promise<void> {
  await transaction.run(
    `insert into person (issuer, subject, account_id, email, created_at, last_sign_in_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (issuer, subject) do update set account_id = excluded.account_id, email = excluded.email,
       created_at = excluded.created_at, last_sign_in_at = excluded.last_sign_in_at`,
    [person.issuer, person.subject, accountId, person.email, now],
  )
}

export async function deletePersons(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from person where account_id = $1', [accountId])
}

/** Spends a token; false where it was before. `until`: when it would have expired anyway. */
export async function spendToken(transaction: Sql, digest: string, until: Instant): Promise<boolean> {
  const inserted = await transaction.run(
    'insert into spent_token (digest, expires_at) values ($1, $2) on conflict (digest) do nothing',
    [digest, until],
  )
  return inserted === 1
}

export async function deleteExpiredTokens(sql: Sql, now: Instant): Promise<void> {
  await sql.run('delete from spent_token where expires_at <= $1', [now])
}
