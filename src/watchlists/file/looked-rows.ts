/**
 * The accepted rows of a file, looked up by their numbers before anything of them is shown or taken: what they will be filled with, and
 * whether the upload would refuse them for it.
 */
import { readGivenFacts } from '../../matching/request/facts.ts'
import { fillCompany, type LookedUp } from '../../matching/request/filling.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Column } from './columns.ts'
import type { CompanyRow } from './company-rows.ts'
import type { RowFault } from './told/fault-words.ts'

/** Judges rows as of an instant with what was looked up for each; those of which nothing was looked up stay as they are. */
export function* judgedRows(
  { rows, columns }: { rows: readonly CompanyRow[]; columns: readonly Column[] },
  known: ReadonlyMap<CompanyRow, LookedUp | null>,
  now: Instant,
): Generator<number, CompanyRow[]> {
  const judged: CompanyRow[] = []
  for (const row of rows) {
    const lookedUp = known.get(row) ?? null
    judged.push(lookedUp === null ? row : judgedRow(row, lookedUp, columns, now))
    yield 1
  }
  return judged
}

function judgedRow(row: CompanyRow, lookedUp: LookedUp, columns: readonly Column[], now: Instant): CompanyRow {
  const outcome = readGivenFacts(row.given, now, lookedUp)
  if (!('facts' in outcome)) return { ...row, faults: [faultOf(row, outcome.field, columns)] }
  const { company, filling } = fillCompany(row.given.company ?? {}, lookedUp, [])
  const { filled, establishments } = outcome.facts
  return {
    ...row,
    looked: { lookedUp, company, filled, warnings: filling.warnings, hasSeveralPlaces: establishments.length > 0 },
  }
}

function faultOf({ given }: CompanyRow, field: string, columns: readonly Column[]): RowFault {
  const column = columns.find((one) => one.use === 'taken' && one.field === field)?.header ?? null
  const { establishment_number: establishment, enterprise_number: enterprise } = given.company ?? {}
  return field === 'company.establishment_number'
    ? { column, field, code: 'other_enterprise', shown: establishment ?? '', hint: enterprise ?? '' }
    : { column, field, code: 'refused', shown: field }
}
