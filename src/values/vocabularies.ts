/** The closed vocabularies of the contract, in the contract's own spelling and order. Labels stand in `labels.ts`. */

export const regions = ['flanders', 'brussels', 'wallonia'] as const
export type Region = (typeof regions)[number]

export const provinces = [
  'antwerp',
  'flemish_brabant',
  'walloon_brabant',
  'west_flanders',
  'east_flanders',
  'hainaut',
  'liege',
  'limburg',
  'luxembourg',
  'namur',
] as const
export type Province = (typeof provinces)[number]

export const companySizes = ['micro', 'small', 'medium', 'large'] as const
export type CompanySize = (typeof companySizes)[number]

export const statuses = [
  'forthcoming',
  'open',
  'continuous',
  'paused',
  'budget_exhausted',
  'closed',
  'unknown',
] as const
export type Status = (typeof statuses)[number]
/** One can apply, or will be able to. */
export const liveStatuses: readonly Status[] = ['forthcoming', 'open', 'continuous']
/** Nobody can apply any more, or in this round. */
export const endedStatuses = ['closed', 'budget_exhausted'] as const satisfies readonly Status[]

export const instrumentTypes = [
  'grant',
  'rebate',
  'voucher',
  'tax_credit',
  'tax_deduction',
  'tax_exemption',
  'social_security_reduction',
  'wage_subsidy',
  'loan',
  'guarantee',
  'repayable_advance',
  'equity',
  'in_kind',
  'prize',
  'other',
] as const
export type InstrumentType = (typeof instrumentTypes)[number]

export const governmentLevels = [
  'eu',
  'federal',
  'community',
  'region',
  'province',
  'municipality',
  'agency',
  'other',
] as const
export type GovernmentLevel = (typeof governmentLevels)[number]

export const scopes = ['eu', 'national', 'regional', 'provincial', 'local'] as const
export type Scope = (typeof scopes)[number]

export const topics = [
  'digitalisation',
  'cybersecurity',
  'artificial_intelligence',
  'innovation',
  'research_development',
  'energy_efficiency',
  'renewable_energy',
  'energy',
  'climate_environment',
  'circular_economy',
  'sustainable_mobility',
  'investment',
  'training',
  'advice_consultancy',
  'internationalisation',
  'hiring_employment',
  'starting_business',
  'growth_scaleup',
  'financing',
  'transformation',
  'agriculture',
  'fisheries',
  'tourism_hospitality',
  'culture_creative',
  'construction_renovation',
  'health_life_sciences',
  'social_economy',
  'retail_commerce',
  'water',
  'manufacturing',
  'intellectual_property',
  'inclusion_diversity',
  'cooperation',
  'space_defence',
  'crisis_support',
  'housing',
  'family_care',
  'education',
] as const
export type Topic = (typeof topics)[number]

export const applicantTypes = [
  'company',
  'self_employed',
  'starter',
  'household',
  'non_profit',
  'public_body',
  'research_organisation',
  'education_institution',
  'farmer',
  'consortium',
] as const
export type ApplicantType = (typeof applicantTypes)[number]

export const costTypes = [
  'personnel',
  'consultancy',
  'training',
  'equipment',
  'buildings',
  'land',
  'intangible_assets',
  'software',
  'research',
  'prototype',
  'certification',
  'marketing',
  'travel',
  'energy_works',
  'renovation',
  'working_capital',
  'social_contributions',
  'other',
] as const
export type CostType = (typeof costTypes)[number]

/** The highest diploma of a person to be hired. */
export const diplomas = ['none', 'lower_secondary', 'upper_secondary', 'higher'] as const
export type Diploma = (typeof diplomas)[number]

/** The contract under which a person is to be hired. */
export const contracts = ['permanent', 'fixed_term', 'temporary_agency', 'apprenticeship', 'internship'] as const
export type Contract = (typeof contracts)[number]

/** What the applicant is to the building. */
export const occupancies = ['owner_occupier', 'landlord', 'tenant', 'co_owner'] as const
export type Occupancy = (typeof occupancies)[number]

/** How far a project of research or innovation is from the market. */
export const stages = [
  'feasibility',
  'fundamental_research',
  'industrial_research',
  'experimental_development',
  'innovation',
  'market_introduction',
] as const
export type Stage = (typeof stages)[number]

/** With whom the project is carried out. */
export const partners = [
  'enterprise',
  'foreign_enterprise',
  'research_organisation',
  'public_body',
  'non_profit',
] as const
export type Partner = (typeof partners)[number]

/** When support is paid: before the costs, in parts on the way, once it is proved what was spent, or again and again. */
export const payments = ['advance', 'instalments', 'after_proof', 'continuous'] as const
export type Payment = (typeof payments)[number]

/** How much of a value may be served: contract 3, `licence`. */
export const licenceModes = ['open', 'attribution', 'facts_only', 'link_only'] as const
export type LicenceMode = (typeof licenceModes)[number]

export const amountBases = [
  'eligible_costs',
  'investment',
  'extra_costs',
  'wages',
  'wage_tax',
  'social_contributions',
  'profit',
  'tax',
  'loan',
  'capital',
  'unit',
  'other',
] as const
export type AmountBasis = (typeof amountBases)[number]

/** Whose page was read when a record was checked. */
export const checkedBy = ['authority', 'third_party'] as const
export type CheckedBy = (typeof checkedBy)[number]

export const amountPeriods = ['month', 'quarter', 'year'] as const
export type AmountPeriod = (typeof amountPeriods)[number]

export const stateAidRegimes = [
  'none',
  'de_minimis',
  'de_minimis_agriculture',
  'de_minimis_fisheries',
  'block_exemption',
  'notified',
  'unknown',
] as const
export type StateAidRegime = (typeof stateAidRegimes)[number]

export const conditionKinds = ['eligibility', 'assessment', 'procedure', 'standing', 'obligation', 'amount'] as const
export type ConditionKind = (typeof conditionKinds)[number]

export const windowPrecisions = ['instant', 'day', 'month', 'unknown'] as const
export type WindowPrecision = (typeof windowPrecisions)[number]

export const recurrences = ['one_off', 'recurring', 'continuous'] as const
export type Recurrence = (typeof recurrences)[number]

export const reviewReasons = ['no_rule', 'weak_fail', 'not_open', 'other_topic'] as const
export type ReviewReason = (typeof reviewReasons)[number]

export const matchStatuses = ['likely_eligible', 'possibly_eligible', 'needs_review', 'not_eligible'] as const
export type MatchStatus = (typeof matchStatuses)[number]

export const operators = [
  'is',
  'in',
  'not_in',
  'at_least',
  'at_most',
  'between',
  'before',
  'after',
  'overlaps',
  'not_overlaps',
  'covers',
  'not_covers',
] as const
export type Operator = (typeof operators)[number]

/** Shape of the fact a rule field looks at; decides which operators and values fit (contract 5). */
export type RuleFieldType = 'one' | 'number' | 'date' | 'set' | 'codes'

/** Every rule field: its type, and the request property that an unknown value asks for (contract 5, questions). */
export const ruleFields = {
  'company.region': { type: 'one', asks: 'company.postcode' },
  'company.province': { type: 'one', asks: 'company.postcode' },
  'company.municipality': { type: 'one', asks: 'company.postcode' },
  'company.size': { type: 'one', asks: 'company.employees' },
  'company.legal_form': { type: 'one', asks: 'company.legal_form' },
  'company.employees': { type: 'number', asks: 'company.employees' },
  'company.turnover_eur': { type: 'number', asks: 'company.turnover_eur' },
  'company.balance_total_eur': { type: 'number', asks: 'company.balance_total_eur' },
  'company.age_months': { type: 'number', asks: 'company.founded_on' },
  'company.de_minimis_eur': { type: 'number', asks: 'company.de_minimis_eur' },
  'project.budget_eur': { type: 'number', asks: 'project.budget_eur' },
  'project.planned_start': { type: 'date', asks: 'project.planned_start' },
  'company.applicant_type': { type: 'set', asks: 'company.applicant_types' },
  'project.topics': { type: 'set', asks: 'project.topics' },
  'project.cost_types': { type: 'set', asks: 'project.cost_types' },
  'project.stages': { type: 'set', asks: 'project.stages' },
  'project.partners': { type: 'set', asks: 'project.partners' },
  'company.nace': { type: 'codes', asks: 'company.nace' },
  'company.joint_committees': { type: 'codes', asks: 'company.joint_committees' },
  'hire.age': { type: 'number', asks: 'hire.age' },
  'hire.months_jobseeking': { type: 'number', asks: 'hire.months_jobseeking' },
  'hire.diploma': { type: 'one', asks: 'hire.diploma' },
  'hire.contract': { type: 'one', asks: 'hire.contract' },
  'hire.region': { type: 'one', asks: 'hire.postcode' },
  'household.income_eur': { type: 'number', asks: 'household.income_eur' },
  'household.dependants': { type: 'number', asks: 'household.dependants' },
  'building.year': { type: 'number', asks: 'building.year' },
  'building.occupancy': { type: 'one', asks: 'building.occupancy' },
} as const satisfies Record<string, { type: RuleFieldType; asks: string }>
export type RuleField = keyof typeof ruleFields

export const operatorsByType = {
  one: ['is', 'in', 'not_in'],
  number: ['at_least', 'at_most', 'between'],
  date: ['before', 'after', 'at_least', 'at_most', 'between'],
  set: ['overlaps', 'not_overlaps'],
  codes: ['covers', 'not_covers'],
} as const satisfies Record<RuleFieldType, readonly Operator[]>

/** Event types, most significant first (contract 6). */
export const subsidyEventTypes = [
  'subsidy.created',
  'subsidy.withdrawn',
  'subsidy.reinstated',
  'subsidy.merged',
  'subsidy.status_changed',
  'subsidy.deadline_changed',
  'subsidy.amount_changed',
  'subsidy.eligibility_changed',
  'subsidy.content_changed',
  'subsidy.closing_soon',
] as const
export type SubsidyEventType = (typeof subsidyEventTypes)[number]

export const eventTypes = [
  ...subsidyEventTypes,
  'source.stale',
  'source.failing',
  'source.fresh',
  'match.created',
  'match.status_changed',
  'match.removed',
  'ping',
] as const
export type EventType = (typeof eventTypes)[number]

export const severities = ['low', 'medium', 'high'] as const
export type Severity = (typeof severities)[number]

export const sorts = ['relevance', 'deadline', 'updated', 'title'] as const
export type Sort = (typeof sorts)[number]

export const views = ['compact', 'full'] as const
export type View = (typeof views)[number]

/** Languages a caller may ask for. */
export const languages = ['nl', 'fr', 'en'] as const
export type Language = (typeof languages)[number]

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text)
}

/** Languages a text may exist in: German texts are stored, and served as the last fallback. */
export const textLanguages = ['nl', 'fr', 'en', 'de'] as const
export type TextLanguage = (typeof textLanguages)[number]

export const sourceFreshness = ['fresh', 'stale', 'failing', 'never'] as const
export type SourceFreshness = (typeof sourceFreshness)[number]

export const runStatuses = ['running', 'succeeded', 'failed', 'held'] as const
export type RunStatus = (typeof runStatuses)[number]

export const planIds = ['developer', 'pro', 'business', 'enterprise'] as const
export type PlanId = (typeof planIds)[number]

export const capabilities = [
  'change_feed',
  'history',
  'as_of',
  'webhooks',
  'bulk_match',
  'watchlists',
  'bulk_export',
  'redistribution_rights',
] as const
export type Capability = (typeof capabilities)[number]
