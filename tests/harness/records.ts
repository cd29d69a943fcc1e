/** Whether the records that the store keeps are those that its measures and their versions say. */
import type { Database } from '../../src/platform/database/database.ts'

/** How many records are kept that nothing says any more, and how many are said that are not kept. */
export async function recordsAmiss(database: Database): Promise<{ unsaid: number; missing: number }> {
  const said = 'select record_id as id from measure union select record_id as id from measure_version'
  const row = await database.one(
    `select (select count(*) from measure_record where id not in (${said})) as unsaid,
       (select count(*) from (${said}) said where said.id not in (select id from measure_record)) as missing`,
  )
  return { unsaid: Number(row?.unsaid), missing: Number(row?.missing) }
}
