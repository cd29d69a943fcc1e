/** SQL of `sign_in_network`: the networks from which somebody has signed in to an account, as digests. */
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

/** Writes that somebody signed in from the network at `now`. */
export async function insertNetwork(sql: Sql, accountId: string, network: string, now: Instant): Promise<void> {
  await sql.run(
    `insert into sign_in_network (account_id, network, last_at) values ($1, $2, $3)
     on conflict (account_id, network) do update set last_at = excluded.last_at`,
    [accountId, network, now],
  )
}

/** Whether somebody signed in to the account from the network after `since`. */
export async function hasNetwork(sql: Sql, accountId: string, network: string, since: Instant): Promise<boolean> {
  const row = await sql.one(
    'select account_id from sign_in_network where account_id = $1 and network = $2 and last_at > $3',
    [accountId, network, since],
  )
  return row !== null
}

/** Deletes all but the newest `max` networks of the account. */
export async function deleteSurplusNetworks(sql: Sql, accountId: string, max: number): Promise<void> {
  await sql.run(
    `delete from sign_in_network where account_id = $1 and network not in (
       select network from sign_in_network where account_id = $1 order by last_at desc, network limit $2)`,
    [accountId, max],
  )
}

/** Deletes every network of the account. */
export async function deleteNetworksOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from sign_in_network where account_id = $1', [accountId])
}

/** Deletes networks from which nobody has signed in since `before`. */
export async function deleteNetworksBefore(sql: Sql, before: Instant): Promise<void> {
  await sql.run('delete from sign_in_network where last_at <= $1', [before])
}
