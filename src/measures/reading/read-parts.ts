/** The smaller objects of an input record: authorities, codes, conditions, related measures, legal basis, licence. */
import { createHash } from 'node:crypto'
import { type LocalizedText, languagesOf } from '../../values/localized-text.ts'
import type { LicenceMode } from '../../values/vocabularies.ts'
import { textLanguages } from '../../values/vocabularies.ts'
import type { NaceVersion } from '../record/lookups.ts'
import type {
  Application,
  Condition,
  Contact,
  GivenAuthority,
  Keywords,
  LegalBasis,
  Nace,
  Related,
} from '../record/record.ts'
import { codeKnown, legalFormFault } from '../rules/read-rule-value.ts'
import { shown } from './faults.ts'
import type { Given } from './input-schema.ts'
import { entriesOf, localized, present, type Reading, requiredText } from './reading.ts'

/**
 * An authority as given. Without an id it is looked up by its name, since two sources are to name one issuer by one id;
 * a name that our table does not have is no identity.
 */
export function authorityOf(given: Given['issuer'], path: string, reading: Reading): GivenAuthority | null {
  if (given === null) return null
  const name = localized(given.name, reading)
  const id = given.id ?? knownIdOf(name, reading)
  if (id === null) return reading.faults.addUnlessFaulty(`${path}.id`, 'missing, and the name is of no known authority')
  return { id, name, url: localized(given.url, reading), government_level: given.government_level }
}

function knownIdOf(name: GivenAuthority['name'], { lookups }: Reading): string | null {
  for (const language of textLanguages) {
    const text = name?.[language] ?? null
    const known = text === null ? null : lookups.authorityOf(text)
    if (known !== null) return known.id
  }
  return null
}

export function naceOf(given: Given['nace'], path: string, reading: Reading): Nace {
  const version = given?.version ?? null
  const codes = (list: readonly (string | null)[] | null, name: string): string[] =>
    naceCodesOf(list, `${path}.${name}`, version, reading)
  return {
    include: codes(given?.include ?? null, 'include'),
    exclude: codes(given?.exclude ?? null, 'exclude'),
    version,
  }
}

function naceCodesOf(
  list: readonly (string | null)[] | null,
  path: string,
  version: NaceVersion | null,
  reading: Reading,
): string[] {
  const codes = new Set<string>()
  for (const [text, entryPath] of entriesOf(list, path)) {
    const code = codeKnown(text, entryPath, version, reading)
    if (code !== null && codes.has(code)) reading.faults.add(entryPath, `${shown(code)} stands twice`)
    if (code !== null) codes.add(code)
  }
  return [...codes]
}

/** Area codes that the tables of reference know: NIS (2025) and NUTS. */
export function areaCodesOf(given: Given['area_codes'], path: string, { lookups, faults }: Reading): string[] {
  for (const [code, entryPath] of entriesOf(given, path))
    if (lookups.areaCovers(code) === null)
      faults.add(entryPath, `${shown(code)} is neither a NIS code of 2025 nor a NUTS code of Belgium`)
  return present(given)
}

export function legalFormsOf(given: Given['legal_forms'], path: string, { lookups, faults }: Reading): string[] {
  for (const [code, entryPath] of entriesOf(given, path)) {
    const reason = legalFormFault(code, lookups)
    if (reason !== null) faults.add(entryPath, reason)
  }
  return present(given)
}

/** The conditions; whether their `rule_ids` name rules is judged when all rules are known. */
export function conditionsOf(given: Given['conditions'], path: string, reading: Reading): Condition[] {
  const ids = new Set<string>()
  const conditions: Condition[] = []
  for (const [entry, entryPath] of entriesOf(given, path)) {
    const text = requiredText(entry.text, `${entryPath}.text`, reading)
    const id = entry.id ?? idFromText(text, reading)
    if (ids.has(id)) reading.faults.add(`${entryPath}.id`, `${shown(id)} is the id of another condition`)
    ids.add(id)
    const { point, expects } = entry
    if (point !== null && !reading.lookups.pointExists(point))
      reading.faults.add(`${entryPath}.point`, `${shown(point)} is no point`)
    if (point !== null && expects === null) reading.faults.addUnlessFaulty(`${entryPath}.expects`, 'missing')
    if (point === null && expects !== null) reading.faults.addUnlessFaulty(`${entryPath}.point`, 'missing')
    const [kind, defines] = [entry.kind ?? 'eligibility', entry.defines ?? false]
    if (defines && kind !== 'eligibility')
      reading.faults.addUnlessFaulty(`${entryPath}.defines`, 'only a condition of kind eligibility defines a measure')
    conditions.push({ id, text, kind, defines, point, expects, rule_ids: present(entry.rule_ids) })
  }
  return conditions
}

/** Digits of the digest that stand in an id. */
const idDigits = 10

/** The id of a condition that is given none: of its text in the source's language, else in the first that it has. */
function idFromText(text: LocalizedText, { source }: Reading): string {
  const worded = text[source.language] ?? text[languagesOf(text)[0] ?? 'en'] ?? ''
  return `c-${createHash('sha256').update(worded).digest('hex').slice(0, idDigits)}`
}

export function relatedOf(given: Given['related']): Related {
  return {
    excludes: present(given?.excludes ?? null),
    requires: present(given?.requires ?? null),
    variant_of: given?.variant_of ?? null,
    replaced_by: present(given?.replaced_by ?? null),
  }
}

/** How to apply; null where nothing is given, or nothing is said. */
export function applicationOf(given: Given['application'], path: string, reading: Reading): Application | null {
  if (given === null) return null
  const texts = (list: 'steps' | 'documents') =>
    [...entriesOf(given[list], `${path}.${list}`)].map(([text, entryPath]) => requiredText(text, entryPath, reading))
  const { decision_days, payment } = given
  const application: Application = {
    steps: texts('steps'),
    documents: texts('documents'),
    contact: contactOf(given.contact, `${path}.contact`, reading),
    decision_days,
    payment,
    note: localized(given.note, reading),
  }
  const { steps, documents, contact, note } = application
  const saysNothing = steps.length + documents.length === 0 && isNothing([contact, decision_days, payment, note])
  return saysNothing ? null : application
}

const isNothing = (parts: readonly unknown[]): boolean => parts.every((part) => part === null)

type GivenContact = NonNullable<Given['application']>['contact']

function contactOf(given: GivenContact, path: string, reading: Reading): Contact | null {
  if (given === null) return null
  const { email, phone } = given
  const contact = { name: localized(given.name, reading), url: localized(given.url, reading), email, phone }
  if (isNothing(Object.values(contact)))
    reading.faults.addUnlessFaulty(path, 'neither a name, a url, an email nor a phone')
  return contact
}

export function legalBasisOf(given: Given['legal_basis'], path: string, reading: Reading): LegalBasis[] {
  const bases: LegalBasis[] = []
  for (const [entry, entryPath] of entriesOf(given, path)) {
    const title = localized(entry.title, reading)
    if (title === null && entry.url === null) reading.faults.addUnlessFaulty(entryPath, 'neither a title nor a url')
    bases.push({ title, url: entry.url })
  }
  return bases
}

/** Licence modes by field name, e.g. `{ description: 'link_only' }`. */
export function licenceOf(given: Given['licence']): Record<string, LicenceMode> {
  return Object.fromEntries(
    Object.entries<LicenceMode | null>(given ?? {}).flatMap(([field, mode]) => (mode === null ? [] : [[field, mode]])),
  )
}

/** Words to find it by; null where there is none in any language. */
export function keywordsOf(given: Given['keywords']): Keywords | null {
  if (given === null) return null
  const [nl, fr, en, de] = [present(given.nl), present(given.fr), present(given.en), present(given.de)]
  return nl.length + fr.length + en.length + de.length === 0 ? null : { nl, fr, en, de }
}
