/**
 * What a licence mode lets through (contract 3). `open`, `attribution` and `facts_only` serve what is stored: of a
 * `facts_only` source only codes, dates, figures and our own words are ever stored. `link_only` withholds: the value is
 * null and the link to the authority stands.
 *
 * A field's mode is its own, else the source's. Codes, dates and links are facts and always served, as are id, slug,
 * title, url and status. Texts stand in the fields of `TextField`; an amount and a state aid regime are withheld whole
 * where the record itself says `link_only` of them, while a source-wide `link_only` covers their notes alone. How to
 * apply is withheld whole by either.
 *
 * The mode of now holds for old versions too: whoever renders one hands in the modes of the newest version.
 */
import type { LicenceMode } from '../../values/vocabularies.ts'
import type { MeasureRecord, SourceSettings } from './record.ts'

export type LicenceModes = { default: LicenceMode; fields: Readonly<Record<string, LicenceMode>> }

/** Fields that hold texts: as a whole, in each of their entries, or in their note. */
export const textFields = [
  'summary',
  'description',
  'conditions',
  'legal_basis',
  'application_window',
  'amount',
  'state_aid',
  'application',
] as const
export type TextField = (typeof textFields)[number]

/** Every field of which a mode can withhold something: a record may give these a mode of their own. `rules`: excerpts. */
export const licensedFields = [...textFields, 'rules'] as const

/** Fields that can be withheld whole by their own mode. */
export type WholeField = 'amount' | 'state_aid'

/** The modes of a measure: its source's default, and the record's own by field. */
export function licenceModes(
  source: Pick<SourceSettings, 'reuse_mode'>,
  licence: MeasureRecord['licence'],
): LicenceModes {
  return { default: source.reuse_mode, fields: licence }
}

function modeOf(modes: LicenceModes, field: string): LicenceMode {
  return modes.fields[field] ?? modes.default
}

/** Whether the texts of a field are served; without them they are null, and no search may find them. */
export function servesTexts(modes: LicenceModes, field: TextField): boolean {
  return modeOf(modes, field) !== 'link_only'
}

/** Whether the field is served at all. */
export function servesWhole(modes: LicenceModes, field: WholeField): boolean {
  return modes.fields[field] !== 'link_only'
}

/** Whether the excerpts of rules in the field are served: the authority's own wording. */
export function servesExcerpts(modes: LicenceModes, field: 'rules' | 'amount'): boolean {
  const mode = modeOf(modes, field)
  return mode === 'open' || mode === 'attribution'
}
