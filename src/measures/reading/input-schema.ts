/** The input record (contract 4): the properties of each of its objects, and the bounds of what they may hold. */

const rule = ['id', 'field', 'operator', 'value', 'any', 'all', 'condition_id', 'confidence', 'provenance'] as const

/** Property names of every object of the input record; any other name is refused at any depth. */
export const inputProperties = {
  record: [
    'local_id',
    'title',
    'summary',
    'description',
    'status',
    'instrument_type',
    'government_level',
    'scope',
    'regions',
    'provinces',
    'area_codes',
    'topics',
    'applicant_types',
    'company_sizes',
    'nace',
    'legal_forms',
    'cost_types',
    'programme',
    'issuer',
    'administrator',
    'application_window',
    'amount',
    'state_aid',
    'rules',
    'conditions',
    'related',
    'legal_basis',
    'url',
    'application_url',
    'record_url',
    'licence',
    'checked_at',
  ],
  text: ['nl', 'fr', 'en', 'de'],
  authority: ['id', 'name', 'url', 'government_level'],
  nace: ['include', 'exclude', 'version'],
  window: ['opens_at', 'closes_at', 'precision', 'cut_offs', 'recurrence', 'note'],
  amount: ['currency', 'min', 'max', 'rate_min', 'rate_max', 'budget_total', 'basis', 'per', 'note', 'tiers'],
  tier: ['when', 'rate', 'min', 'max'],
  stateAid: ['regime', 'note'],
  rule,
  provenance: ['source_id', 'url', 'method', 'checked_at', 'excerpt'],
  condition: ['id', 'text', 'kind', 'rule_ids'],
  related: ['excludes', 'requires', 'variant_of', 'merged_from'],
  legalBasis: ['title', 'url'],
} as const

/** Longest texts in UTF-16 code units, longest lists in entries. Generous: they keep a broken source out, nothing else. */
export const inputBounds = {
  localIdMax: 200,
  titleMax: 1_000,
  summaryMax: 10_000,
  descriptionMax: 200_000,
  noteMax: 10_000,
  conditionTextMax: 20_000,
  excerptMax: 10_000,
  nameMax: 500,
  idMax: 200,
  urlMax: 2_048,
  listMax: 1_000,
  rulesMax: 500,
  ruleDepthMax: 8,
  /** Euros; below it every amount in cents is exact. */
  moneyMax: 10_000_000_000_000,
  /** Faults told of one record. */
  faultsMax: 5,
} as const
