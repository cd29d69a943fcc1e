/**
 * Input record (contract 4) -> measure record. Every value that is there must be right, to any depth; one fault rejects
 * the record, with reasons that name the properties. First its shape is judged, by its schema; then what one value says of
 * another, or of the tables of reference. What the source's settings decide stays null (see record.ts).
 */
import type { Instant } from '../../values/brussels.ts'
import type { Region } from '../../values/vocabularies.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import type { MeasureRecord, SourceSettings } from '../record/record.ts'
import { resolve, withoutAllThree } from '../record/resolve.ts'
import { recordInOrder } from '../record/set-order.ts'
import { canDefine } from '../rules/defining.ts'
import { ruleIdsOf } from '../rules/generated-rules.ts'
import { newRuleScope, type RuleScope, rulesOf } from '../rules/read-rules.ts'
import { Faults, isPlainObject, shown } from './faults.ts'
import { type Given, inputSchema } from './input-schema.ts'
import { amountOf, stateAidOf } from './read-amount.ts'
import { checkedAtOf, checkedOf } from './read-checked.ts'
import {
  applicationOf,
  areaCodesOf,
  authorityOf,
  conditionsOf,
  keywordsOf,
  legalBasisOf,
  legalFormsOf,
  licenceOf,
  naceOf,
  relatedOf,
} from './read-parts.ts'
import { windowOf } from './read-window.ts'
import { localized, present, type Reading, requiredText } from './reading.ts'
import { readerOf } from './shape.ts'

/** `localId` is null where not even that could be read, so that the record can be attributed to no measure. */
export type ReadOutcome = { record: MeasureRecord } | { localId: string | null; reason: string }

const shaped = readerOf(inputSchema)
const readLocalId = readerOf(inputSchema.properties.local_id)

/**
 * Reads one input record of a source. The reason of a rejection names each faulty property by its path, e.g.
 * `amount.tiers[0].rate: above 1`; several are joined by `; `, at most `inputBounds.faultsMax`. It is read at the instant
 * `at`; without one no day lies ahead.
 */
export function readInputRecord(
  json: unknown,
  source: SourceSettings,
  lookups: ReferenceLookups,
  at: Instant = Number.POSITIVE_INFINITY,
): ReadOutcome {
  const reading: Reading = { source, lookups, at, faults: new Faults() }
  const given = shaped(json, '', reading.faults)
  if (given === null) return { localId: null, reason: 'record: not an object' }
  const record = recordInOrder(recordOf(given, reading))
  if (reading.faults.isEmpty) return { record }
  return { localId: localIdOf(json), reason: reading.faults.toString() }
}

/** The `local_id` of an input record, readable or not in the rest; null when it has none of the right form. */
export function localIdOf(json: unknown): string | null {
  return isPlainObject(json) ? readLocalId(json.local_id, 'local_id', new Faults()) : null
}

function recordOf(given: Given, reading: Reading): MeasureRecord {
  const nace = naceOf(given.nace, 'nace', reading)
  const scope = newRuleScope(nace.version)
  const application = applicationOf(given.application, 'application', reading)
  const record: MeasureRecord = {
    local_id: given.local_id ?? '',
    title: requiredText(given.title, 'title', reading),
    summary: localized(given.summary, reading),
    description: localized(given.description, reading),
    status: given.status,
    instrument_type: given.instrument_type ?? 'other',
    government_level: given.government_level,
    scope: given.scope,
    regions: regionsOf(given.regions),
    provinces: present(given.provinces),
    area_codes: areaCodesOf(given.area_codes, 'area_codes', reading),
    topics: present(given.topics),
    applicant_types: present(given.applicant_types),
    company_sizes: present(given.company_sizes),
    nace,
    legal_forms: legalFormsOf(given.legal_forms, 'legal_forms', reading),
    cost_types: present(given.cost_types),
    programme: given.programme,
    issuer: authorityOf(given.issuer, 'issuer', reading),
    administrator: authorityOf(given.administrator, 'administrator', reading),
    application_window: windowOf(given.application_window, 'application_window', reading),
    amount: amountOf(given.amount, 'amount', reading, scope),
    state_aid: stateAidOf(given.state_aid, reading),
    rules: rulesOf(given.rules, 'rules', reading, scope),
    ...(application === null ? {} : { application }),
    conditions: conditionsOf(given.conditions, 'conditions', reading),
    related: relatedOf(given.related),
    legal_basis: legalBasisOf(given.legal_basis, 'legal_basis', reading),
    keywords: keywordsOf(given.keywords),
    url: requiredText(given.url, 'url', reading),
    application_url: localized(given.application_url, reading),
    record_url: given.record_url,
    licence: licenceOf(given.licence),
    checked: checkedOf(given.checked, reading),
    checked_at: checkedAtOf(given, reading),
  }
  // Which rules its fields generate is only known of a record that is right in itself.
  if (reading.faults.isEmpty) checkNames(record, reading, scope)
  return record
}

/** Regions given stand, `[]` too; all three are no restriction and stored as empty. */
function regionsOf(given: Given['regions']): Region[] | null {
  return given === null ? null : withoutAllThree(present(given))
}

/** Every name of a rule or a condition leads to one. */
function checkNames(record: MeasureRecord, { source, lookups, faults }: Reading, scope: RuleScope): void {
  const resolved = resolve(record, source, lookups)
  const ruleIds = ruleIdsOf(resolved)
  for (const [index, condition] of record.conditions.entries())
    for (const [position, ruleId] of condition.rule_ids.entries())
      if (!ruleIds.has(ruleId))
        faults.add(`conditions[${index}].rule_ids[${position}]`, `${shown(ruleId)} names no rule`)
  for (const [index, condition] of record.conditions.entries())
    if (condition.defines && !canDefine(condition, resolved, source))
      faults.add(
        `conditions[${index}].defines`,
        'a place, a size, a legal form or a kind of applicant alone defines no measure: name the rule, the point or the answer that does',
      )
  for (const { path, ruleId, conditionId } of scope.claims) {
    const condition = record.conditions.find((candidate) => candidate.id === conditionId)
    if (condition?.rule_ids.includes(ruleId)) continue
    faults.add(path, `the rule_ids of the conditions do not give this rule to ${shown(conditionId)}`)
  }
}
