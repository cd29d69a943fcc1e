/**
 * SQL of `measure_record`: what measures and their versions say, each text written once and pointed at by whatever says
 * it. It may be written before anything points at it, and is deleted when nothing does any more.
 */
import type { Dialect, Sql } from '../../platform/database/database.ts'

/** The text that the row of a table points at, as the column `record` of a statement's list. */
export const recordOf = (table: 'measure' | 'measure_version' | 'prepared_measure'): string =>
  `${recordText(table)} as record`

/** The same as what is cheapest to have its bytes of: see `Dialect.bytesOf`. */
export const recordBytesOf = (table: 'measure', { bytesOf }: Pick<Dialect, 'bytesOf'>): string =>
  `${bytesOf(recordText(table))} as record`

const recordText = (table: string): string => `(select r.record from measure_record r where r.id = ${table}.record_id)`

export type RecordText = { recordId: string; recordText: string }

export async function insertRecords(transaction: Sql, records: readonly RecordText[]): Promise<void> {
  await transaction.insertMany(
    'measure_record',
    ['id', 'record'],
    records.map(({ recordId, recordText }) => [recordId, recordText]),
  )
}

/** A record, and the measure that may still say it, itself or in one of its versions. */
export type RecordOfMeasure = { measureId: string; recordId: string }

/** Deletes those of the records that their measures do not say, and never said in a version. */
export async function deleteUnsaid(transaction: Sql, records: readonly RecordOfMeasure[]): Promise<void> {
  for (const { measureId, recordId } of records)
    await transaction.run(`delete from measure_record where id = $2 and ${unsaidBy('$1', '$2')}`, [measureId, recordId])
}

/**
 * Deletes those of the records of at most `limit` measures of a preparation, the first ones, that were not published or
 * are not said any more.
 */
export async function deleteUnsaidOfPrepared(transaction: Sql, preparationId: string, limit: number): Promise<void> {
  for (const column of ['record_id', 'former_record_id'])
    await transaction.run(
      `delete from measure_record where id in (
         select p.${column} from (select id, ${column} from prepared_measure where preparation_id = $1
           order by position limit $2) p
         where p.${column} is not null and ${unsaidBy('p.id', `p.${column}`)})`,
      [preparationId, limit],
    )
}

const unsaidBy = (measureId: string, recordId: string): string =>
  `not exists (select 1 from measure m where m.id = ${measureId} and m.record_id = ${recordId})
   and not exists (select 1 from measure_version v where v.measure_id = ${measureId} and v.record_id = ${recordId})`
