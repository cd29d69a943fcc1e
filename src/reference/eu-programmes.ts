/**
 * Programmes of the EU Funding & Tenders Portal: the portal's own numbers and the prefixes of topic identifiers, with the
 * abbreviation in capitals by which we name a programme (contract 4, the EU connector). Table: `reference/eu-programmes.tsv`.
 */
import { listIn, readTable } from './table.ts'

export type EuProgramme = {
  /** The portal's abbreviation in capitals, `HORIZON`; compared exactly. */
  code: string
  /** English title. */
  label: string
  /** Year and number of the regulation that sets it up, `2021/695`; null where it is another kind of act, or not known. */
  regulation: string | null
}

const rows = readTable('eu-programmes.tsv', [
  'portal_value',
  'programme',
  'label',
  'identifier_prefixes',
  'regulation',
]).map((cell) => ({
  portalValue: cell('portal_value'),
  programme: {
    code: cell('programme'),
    label: cell('label'),
    regulation: cell('regulation') || null,
  } satisfies EuProgramme,
  prefixes: listIn(cell('identifier_prefixes')),
}))
const byPortalValue: ReadonlyMap<string, EuProgramme> = new Map(
  rows.filter((row) => row.portalValue !== '').map((row) => [row.portalValue, row.programme]),
)
const byPrefix: ReadonlyMap<string, EuProgramme> = new Map(
  rows.flatMap((row) => row.prefixes.map((prefix) => [prefix, row.programme] as const)),
)
const byCode: ReadonlyMap<string, EuProgramme> = new Map(rows.map((row) => [row.programme.code, row.programme]))

/** Calls of external action have no programme prefix but a path: `EuropeAid/186723/DD/ACT/EG`. */
const externalAction = { start: 'EuropeAid/', code: 'RELEX-PROSPECT' }

/** The programme of a portal number (`frameworkProgramme`, e.g. `43108390`); null for an unknown one. */
export function programmeOfPortalValue(portalValue: string): EuProgramme | null {
  return byPortalValue.get(portalValue) ?? null
}

/** The programme that a topic identifier names by what stands before its first hyphen; null when that is none. */
export function programmeOfIdentifier(identifier: string): EuProgramme | null {
  if (identifier.startsWith(externalAction.start)) return programme(externalAction.code)
  return byPrefix.get(identifier.split('-', 1)[0]?.toUpperCase() ?? '') ?? null
}

/** The programme of a call: by the first portal number that is known, else by its identifier; null when neither tells. */
export function programmeOf(portalValues: readonly string[], identifier: string | null): EuProgramme | null {
  for (const portalValue of portalValues) {
    const found = programmeOfPortalValue(portalValue)
    if (found !== null) return found
  }
  return identifier === null ? null : programmeOfIdentifier(identifier)
}

/** A programme by its code (`HORIZON`); null for an unknown one. */
export function programme(code: string): EuProgramme | null {
  return byCode.get(code) ?? null
}

/** Every programme of the table. */
export function programmes(): EuProgramme[] {
  return rows.map((row) => row.programme)
}

/** Every portal number of the table: what a question to the portal can be cut by. */
export function portalValues(): string[] {
  return [...byPortalValue.keys()]
}
