/**
 * Lists of vocabulary values and of codes are sets (contract 4): they have one order, the vocabulary's, codes ascending,
 * so that a source that lists the same in another order says the same. A range (`between`) is no set.
 *
 * Records are stored in this order; those that were stored before there was one are put into it when they are resolved,
 * so that the order alone never makes a version.
 */
import { byCodePoint } from '../../values/ids.ts'
import type { RuleField } from '../../values/vocabularies.ts'
import {
  applicantTypes,
  companySizes,
  contracts,
  costTypes,
  diplomas,
  occupancies,
  partners,
  provinces,
  regions,
  stages,
  topics,
} from '../../values/vocabularies.ts'
import type { MeasureRecord, Rule } from './record.ts'

/** The vocabularies that rule fields take their values from; the values of every other field are codes or figures. */
export const vocabularyOfField = {
  'company.region': regions,
  'company.province': provinces,
  'company.size': companySizes,
  'company.applicant_type': applicantTypes,
  'project.topics': topics,
  'project.cost_types': costTypes,
  'project.stages': stages,
  'project.partners': partners,
  'hire.diploma': diplomas,
  'hire.contract': contracts,
  'hire.region': regions,
  'building.occupancy': occupancies,
} as const satisfies Partial<Record<RuleField, readonly string[]>>

type VocabularyField = keyof typeof vocabularyOfField

export function hasVocabulary(field: RuleField): field is VocabularyField {
  return Object.hasOwn(vocabularyOfField, field)
}

/** The record with each of its sets in order. */
export function recordInOrder(record: MeasureRecord): MeasureRecord {
  const { nace, amount } = record
  return {
    ...record,
    regions: record.regions === null ? null : inVocabularyOrder(record.regions, regions),
    provinces: inVocabularyOrder(record.provinces, provinces),
    area_codes: ascending(record.area_codes),
    topics: inVocabularyOrder(record.topics, topics),
    applicant_types: inVocabularyOrder(record.applicant_types, applicantTypes),
    company_sizes: inVocabularyOrder(record.company_sizes, companySizes),
    nace: { ...nace, include: ascending(nace.include), exclude: ascending(nace.exclude) },
    legal_forms: ascending(record.legal_forms),
    cost_types: inVocabularyOrder(record.cost_types, costTypes),
    rules: record.rules.map(ruleInOrder),
    amount:
      amount === null
        ? null
        : { ...amount, tiers: amount.tiers.map((tier) => ({ ...tier, when: tier.when.map(ruleInOrder) })) },
  }
}

export function inVocabularyOrder<Word extends string>(words: readonly Word[], vocabulary: readonly string[]): Word[] {
  return [...words].sort((left, right) => vocabulary.indexOf(left) - vocabulary.indexOf(right))
}

function ascending(codes: readonly string[]): string[] {
  return [...codes].sort(byCodePoint)
}

function ruleInOrder(rule: Rule): Rule {
  if (rule.any !== null) return { ...rule, any: rule.any.map(ruleInOrder) }
  if (rule.all !== null) return { ...rule, all: rule.all.map(ruleInOrder) }
  const { field, operator, value } = rule
  if (field === null || operator === 'between' || !isListOfWords(value)) return rule
  return {
    ...rule,
    value: hasVocabulary(field) ? inVocabularyOrder(value, vocabularyOfField[field]) : ascending(value),
  }
}

function isListOfWords(value: Rule['value']): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
