/** A measure as the matcher takes it in, and what it keeps of it to judge companies: its rules read once, and no texts. */

import type { ResolvedRecord, Rule, SourceSettings } from '../../measures/record/record.ts'
import { allRules, type CompleteRule, completeRules, ruleIdsOf } from '../../measures/rules/generated-rules.ts'
import { authorityOf } from '../../reference/authorities.ts'
import type { NaceVersion } from '../../reference/nace.ts'
import type { Instant } from '../../values/brussels.ts'
import type { LicenceMode, Recurrence, Region, RuleField, Scope, Status, Topic } from '../../values/vocabularies.ts'
import { type AnswerableCondition, answerable } from './answerable.ts'
import { type Predicate, predicateOf } from './predicate.ts'

/** A measure that is neither withdrawn nor merged, at an instant. */
export type MatchableMeasure = {
  id: string
  record: ResolvedRecord
  source: SourceSettings
  /** See `lastCheckedAt` in measures/record/checked.ts. */
  lastCheckedAt: Instant | null
  /** Status and served deadline at the instant of the evaluation. */
  status: Status
  closesAt: Instant | null
  /** Ids, as they resolve now, of the measures that it excludes or that exclude it. */
  excludes: readonly string[]
  /** The licence modes by field of now, which hold for old versions too. */
  licence: Readonly<Record<string, LicenceMode>>
}

type Judged = {
  id: string
  /** How surely it states what the authority asks; of a group without its own, before the facts are looked at. */
  confidence: number
}
export type MatchLeaf = Judged & { kind: 'leaf'; predicate: Predicate }
export type MatchGroup = Judged & {
  kind: 'group'
  operator: 'any' | 'all'
  /** Whether the confidence is its own: else it is the lowest of its members', as the facts leave them. */
  ownConfidence: boolean
  members: MatchRule[]
  /** Of a generated rule about enterprises that a household need not pass: the field of that rule, else null. */
  spares: RuleField | null
  /** Whether a member does, however deep. */
  looksAtSize: boolean
  looksAtNace: boolean
}
export type MatchRule = MatchLeaf | MatchGroup

export type PreparedMeasure = Pick<MatchableMeasure, 'id' | 'status' | 'closesAt' | 'excludes'> & {
  /** Whether it opens for rounds: once, or again and again. */
  hasRounds: boolean
  scope: Scope
  regions: readonly Region[]
  topics: readonly Topic[]
  naceVersion: NaceVersion | null
  /** Given rules first, then generated ones; all are required. */
  rules: readonly MatchRule[]
  /** Whether any rule, however deep, looks at more of the applicant than the place: see `aboutApplicant`. */
  looksAtApplicant: boolean
  /** Regions in which its issuer acts; empty: everywhere. */
  issuerRegions: readonly Region[]
  /** Conditions that the caller can answer. */
  conditions: readonly AnswerableCondition[]
}

/** Null, and a window that is always open, mean no rounds. */
const roundRecurrences: readonly (Recurrence | null)[] = ['one_off', 'recurring']

/** Generated rules that are about a measure's enterprises, where it is meant for households too. */
const aboutEnterprises: readonly string[] = ['company_sizes', 'nace.include', 'nace.exclude', 'legal_forms']

const places: readonly RuleField[] = ['company.region', 'company.province', 'company.municipality']
const ofApplicant = /^(?:company|hire|household|building)\./

/** Whether a field says who the applicant is, whom it hires or what it lives in: a place alone makes nobody likely. */
function aboutApplicant(field: RuleField): boolean {
  return ofApplicant.test(field) && !places.includes(field)
}

export function prepare(measure: MatchableMeasure): PreparedMeasure {
  const { record } = measure
  const rules = rulesOf(measure)
  const ruleIds = ruleIdsOf(record)
  return {
    id: measure.id,
    status: measure.status,
    hasRounds: roundRecurrences.includes(record.application_window.recurrence),
    closesAt: measure.closesAt,
    excludes: measure.excludes,
    scope: record.scope,
    regions: record.regions,
    topics: record.topics,
    naceVersion: record.nace.version,
    rules,
    looksAtApplicant: rules.some((rule) => looksAt(rule, aboutApplicant)),
    issuerRegions: authorityOf(record.issuer.id)?.regions ?? measure.source.regions,
    conditions: record.conditions
      .map((condition) => answerable(measure.id, condition, ruleIds))
      .filter((condition) => condition !== null),
  }
}

/** The rules of one list of the record that is not its own: the `when` of a tier. */
export function tierRules(when: readonly Rule[], measure: MatchableMeasure): MatchRule[] {
  const { record, source, lastCheckedAt } = measure
  const complete = completeRules(when, record, { source, lastCheckedAt, language: 'en' })
  const owners = ownersOfConfidence(when)
  return complete.map((rule) => matchRule(rule, owners, record.nace.version))
}

function rulesOf(measure: MatchableMeasure): MatchRule[] {
  const { record, source, lastCheckedAt } = measure
  const complete = allRules(record, { source, lastCheckedAt, language: 'en' })
  const owners = ownersOfConfidence(record.rules)
  const forHouseholds = record.applicant_types.includes('household')
  const given = record.rules.length
  return complete.map((rule, index) => {
    const match = matchRule(rule, owners, record.nace.version)
    const isSpared = index >= given && forHouseholds && aboutEnterprises.includes(rule.id)
    return isSpared && match.kind === 'leaf' ? sparingHouseholds(match) : match
  })
}

const isHousehold: Predicate = {
  field: 'company.applicant_type',
  test: { kind: 'set', negative: false, names: new Set(['household']) },
}

/** A rule about a measure's enterprises, where it is meant for households too: these need not pass it. */
function sparingHouseholds(leaf: MatchLeaf): MatchGroup {
  const { id, confidence } = leaf
  const members: MatchRule[] = [leaf, { kind: 'leaf', id, confidence, predicate: isHousehold }]
  return groupOf({ id, confidence, operator: 'any', ownConfidence: false, members, spares: leaf.predicate.field })
}

function matchRule(
  rule: CompleteRule,
  ownersOfTheirs: ReadonlySet<string>,
  naceVersion: NaceVersion | null,
): MatchRule {
  const { id, confidence } = rule
  const given = rule.any ?? rule.all
  if (given === null) return { kind: 'leaf', id, confidence, predicate: predicateOf(rule, naceVersion) }
  const members = given.map((member) => matchRule(member, ownersOfTheirs, naceVersion))
  const operator = rule.any === null ? 'all' : 'any'
  return groupOf({ id, confidence, operator, ownConfidence: ownersOfTheirs.has(id), members, spares: null })
}

function groupOf(group: Omit<MatchGroup, 'kind' | 'looksAtSize' | 'looksAtNace'>): MatchGroup {
  return {
    kind: 'group',
    ...group,
    looksAtSize: group.members.some((member) => looksAt(member, (field) => field === 'company.size')),
    looksAtNace: group.members.some((member) => looksAt(member, (field) => field === 'company.nace')),
  }
}

/** Ids of the rules that state a confidence themselves. */
function ownersOfConfidence(rules: readonly Rule[], found: Set<string> = new Set()): Set<string> {
  for (const rule of rules) {
    if (rule.confidence !== null) found.add(rule.id)
    ownersOfConfidence(rule.any ?? rule.all ?? [], found)
  }
  return found
}

/** Whether a rule, or a member of it however deep, looks at such a field. */
function looksAt(rule: MatchRule, isMeant: (field: RuleField) => boolean): boolean {
  return rule.kind === 'leaf' ? isMeant(rule.predicate.field) : rule.members.some((member) => looksAt(member, isMeant))
}
