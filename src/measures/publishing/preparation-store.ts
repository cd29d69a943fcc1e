/** SQL of `preparation`: which preparations there are, and which of them live. */
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

export async function insertPreparation(sql: Sql, id: string, sourceId: string, now: Instant): Promise<void> {
  await sql.run('insert into preparation (id, source_id, progress_at, done) values ($1, $2, $3, 0)', [
    id,
    sourceId,
    now,
  ])
}

/** Says that a preparation gets on. Answers false when it was taken for a dead process's and given up. */
export async function putPreparationProgress(sql: Sql, id: string, now: Instant): Promise<boolean> {
  return (await sql.run('update preparation set progress_at = $2 where id = $1 and done = 0', [id, now])) === 1
}

/** Says that a preparation is published or given up. Answers whether it was still to be had. */
export async function endPreparation(sql: Sql, id: string): Promise<boolean> {
  return (await sql.run('update preparation set done = 1 where id = $1 and done = 0', [id])) === 1
}

/** Those that are done, and those of which nothing was heard since `before`. */
export async function leftPreparations(sql: Sql, before: Instant): Promise<string[]> {
  const rows = await sql.all<{ id: string }>('select id from preparation where done = 1 or progress_at < $1', [before])
  return rows.map(({ id }) => id)
}

export async function deletePreparation(sql: Sql, id: string): Promise<void> {
  await sql.run('delete from preparation where id = $1', [id])
}
