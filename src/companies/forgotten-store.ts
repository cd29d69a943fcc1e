/** SQL of `forgotten_company`: enterprises that are forgotten: the register is told without them, now and after every later load (contract 13). */
import type { Database, Reads, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import { pagesOf } from '../platform/database/pages.ts'
import type { Instant } from '../values/brussels.ts'

const rowsPerPage = 1_000

/** Does nothing where it is forgotten already. What is kept of its accounts is deleted, and nobody is asked for them. */
export async function forget(sql: Sql, number: string, at: Instant): Promise<void> {
  await sql.run(
    `insert into forgotten_company (enterprise_number, forgotten_at) values ($1, $2)
     on conflict (enterprise_number) do nothing`,
    [number, at],
  )
  await sql.run('delete from filed_account where enterprise_number = $1', [number])
}

/** Those of the numbers that are forgotten. */
export async function forgottenAmong(sql: Reads, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const { places, values } = valuesIn(numbers, 1)
  const rows = await sql.all<{ enterprise_number: string }>(
    `select enterprise_number from forgotten_company where enterprise_number in (${places})`,
    values,
  )
  return new Set(rows.map((row) => row.enterprise_number))
}

/** All that are forgotten. */
export async function allForgotten(database: Database): Promise<ReadonlySet<string>> {
  const all = new Set<string>()
  const pages = pagesOf({
    first: '',
    rowsPerPage,
    read: (after) =>
      database.all<{ enterprise_number: string }>(
        'select enterprise_number from forgotten_company where enterprise_number > $1 order by enterprise_number limit $2',
        [after, rowsPerPage],
      ),
    placeOf: (row) => row.enterprise_number,
  })
  for await (const rows of pages) for (const row of rows) all.add(row.enterprise_number)
  return all
}

/** How many are forgotten. */
export async function countForgotten(sql: Reads): Promise<number> {
  const row = await sql.one<{ count: number }>('select count(*) as count from forgotten_company')
  return row?.count ?? 0
}
