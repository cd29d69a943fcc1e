/**
 * Input record (contract 4) -> measure record. Every value that is there must be right, to any depth; one fault rejects
 * the record, with reasons that name the properties. What the source's settings decide stays null (see record.ts).
 */
import type { Region } from '../../values/vocabularies.ts'
import {
  applicantTypes,
  companySizes,
  costTypes,
  governmentLevels,
  instrumentTypes,
  provinces,
  regions,
  scopes,
  statuses,
  topics,
} from '../../values/vocabularies.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import type { MeasureRecord, SourceSettings } from '../record/record.ts'
import { resolve, withoutAllThree } from '../record/resolve.ts'
import { recordInOrder } from '../record/set-order.ts'
import { ruleIdsOf } from '../rules/generated-rules.ts'
import { legalFormAt } from '../rules/read-rule-value.ts'
import type { RuleScope } from '../rules/read-rules.ts'
import { newRuleScope, rulesAt } from '../rules/read-rules.ts'
import { inputBounds, inputProperties } from './input-schema.ts'
import { amountAt, stateAidAt } from './read-amount.ts'
import { areaCodeAt, authorityAt, conditionsAt, legalBasisAt, licenceAt, naceAt, relatedAt } from './read-parts.ts'
import { localizedAt, localizedUrlAt, requiredTextAt, urlAt } from './read-texts.ts'
import { windowAt } from './read-window.ts'
import type { Parts, Place, Reading } from './reading.ts'
import {
  dateAt,
  fault,
  formedAt,
  isAbsent,
  isPlainObject,
  partsAt,
  shown,
  stringAt,
  uniqueListAt,
  wordAt,
  wordsAt,
} from './reading.ts'

/** `localId` is null where not even that could be read, so that the record can be attributed to no measure. */
export type ReadOutcome = { record: MeasureRecord } | { localId: string | null; reason: string }

type RecordParts = Parts<(typeof inputProperties.record)[number]>

const localIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * Reads one input record of a source. The reason of a rejection names each faulty property by its path, e.g.
 * `amount.tiers[0].rate: above 1`; several are joined by `; `, at most `inputBounds.faultsMax`.
 */
export function readInputRecord(json: unknown, source: SourceSettings, lookups: ReferenceLookups): ReadOutcome {
  const reading: Reading = { source, lookups, faults: [] }
  const part = partsAt({ reading, value: json, path: '' }, inputProperties.record)
  if (part === null) return { localId: null, reason: 'record: not an object' }
  const record = recordInOrder(recordOf(part, reading))
  if (reading.faults.length === 0) return { record }
  return { localId: localIdOf(json), reason: reading.faults.join('; ') }
}

/** The `local_id` of an input record, readable or not in the rest; null when it has none of the right form. */
export function localIdOf(json: unknown): string | null {
  const id = isPlainObject(json) ? json.local_id : null
  const wellFormed = typeof id === 'string' && id.length <= inputBounds.localIdMax && localIdForm.test(id)
  return wellFormed ? id : null
}

function recordOf(part: RecordParts, reading: Reading): MeasureRecord {
  const nace = naceAt(part('nace'))
  const scope = newRuleScope(nace.version)
  const record: MeasureRecord = {
    local_id: localIdAt(part('local_id')),
    title: requiredTextAt(part('title'), inputBounds.titleMax),
    summary: localizedAt(part('summary'), inputBounds.summaryMax),
    description: localizedAt(part('description'), inputBounds.descriptionMax),
    status: wordAt(part('status'), statuses),
    instrument_type: wordAt(part('instrument_type'), instrumentTypes) ?? 'other',
    government_level: wordAt(part('government_level'), governmentLevels),
    scope: wordAt(part('scope'), scopes),
    regions: regionsAt(part('regions')),
    provinces: wordsAt(part('provinces'), provinces),
    area_codes: uniqueListAt(part('area_codes'), areaCodeAt),
    topics: wordsAt(part('topics'), topics),
    applicant_types: wordsAt(part('applicant_types'), applicantTypes),
    company_sizes: wordsAt(part('company_sizes'), companySizes),
    nace,
    legal_forms: uniqueListAt(part('legal_forms'), legalFormAt),
    cost_types: wordsAt(part('cost_types'), costTypes),
    programme: stringAt(part('programme')),
    issuer: authorityAt(part('issuer')),
    administrator: authorityAt(part('administrator')),
    application_window: windowAt(part('application_window')),
    amount: amountAt(part('amount'), scope),
    state_aid: stateAidAt(part('state_aid')),
    rules: rulesAt(part('rules'), scope),
    conditions: conditionsAt(part('conditions')),
    related: relatedAt(part('related')),
    legal_basis: legalBasisAt(part('legal_basis')),
    url: requiredTextAt(part('url'), inputBounds.urlMax, urlAt),
    application_url: localizedUrlAt(part('application_url')),
    record_url: urlAt(part('record_url')),
    licence: licenceAt(part('licence')),
    checked_at: dateAt(part('checked_at'), 'start')?.instant ?? null,
  }
  // Which rules its fields generate is only known of a record that is right in itself.
  if (reading.faults.length === 0) checkNames(record, part('conditions'), scope)
  return record
}

function localIdAt(place: Place): string {
  if (isAbsent(place.value)) fault(place, 'missing')
  const words = 'of letters, digits, . _ - beginning with a letter or digit'
  return formedAt(place, localIdForm, words, inputBounds.localIdMax) ?? ''
}

/** Regions given stand, `[]` too; all three are no restriction and stored as empty. */
function regionsAt(place: Place): Region[] | null {
  return isAbsent(place.value) ? null : withoutAllThree(wordsAt(place, regions))
}

/** Every name of a rule or a condition leads to one. */
function checkNames(record: MeasureRecord, conditions: Place, scope: RuleScope): void {
  const { reading, path } = conditions
  const ruleIds = ruleIdsOf(resolve(record, reading.source, reading.lookups), reading.source)
  for (const [index, condition] of record.conditions.entries()) {
    for (const [position, ruleId] of condition.rule_ids.entries()) {
      if (ruleIds.has(ruleId)) continue
      fault({ reading, path: `${path}[${index}].rule_ids[${position}]` }, `${shown(ruleId)} names no rule`)
    }
  }
  for (const { place, ruleId, conditionId } of scope.claims) {
    const condition = record.conditions.find((candidate) => candidate.id === conditionId)
    if (condition?.rule_ids.includes(ruleId)) continue
    fault(place, `the rule_ids of the conditions do not give this rule to ${shown(conditionId)}`)
  }
}
