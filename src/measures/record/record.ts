/**
 * The measure as we keep it: language-neutral, complete (every key is there), before anything that depends on who asks
 * or when. Three forms follow one another, each made by a pure function of this folder:
 *
 *   input record (contract 4)  --read-input.ts-->  MeasureRecord  --resolve.ts-->  ResolvedRecord  --render.ts-->  JSON
 *
 * `MeasureRecord` holds null where the source's settings decide (`regions`, `scope`, `issuer` ...), so that a change of a
 * source's settings shows at once and makes no version.
 */
import type { Instant } from '../../values/brussels.ts'
import type { LocalizedText } from '../../values/localized-text.ts'
import type {
  AmountBasis,
  AmountPeriod,
  ApplicantType,
  CheckedBy,
  CompanySize,
  ConditionKind,
  CostType,
  GovernmentLevel,
  InstrumentType,
  LicenceMode,
  Operator,
  Payment,
  Province,
  Recurrence,
  Region,
  RuleField,
  Scope,
  StateAidRegime,
  Status,
  TextLanguage,
  Topic,
  WindowPrecision,
} from '../../values/vocabularies.ts'

export type Authority = {
  id: string
  name: LocalizedText
  url: LocalizedText | null
  government_level: GovernmentLevel | null
}

/** An authority as a record names it: what is null is taken from the table of authorities, where that knows the id. */
export type GivenAuthority = Omit<Authority, 'name'> & { name: LocalizedText | null }

export type RuleMethod = 'structured' | 'curated' | 'derived'

export type Provenance = {
  source_id: string
  url: string | null
  method: RuleMethod
  checked_at: Instant | null
  excerpt: string | null
}

export type RuleValue = string | number | readonly string[] | readonly number[]

/** A leaf has field, operator and value; a group has `any` or `all`, and the three are null. */
export type Rule = {
  id: string
  field: RuleField | null
  operator: Operator | null
  value: RuleValue | null
  any: Rule[] | null
  all: Rule[] | null
  /** As given; null: the default of the method (leaf) or the lowest of the members (group). */
  confidence: number | null
  /** As given; null: the record's own. */
  provenance: Provenance | null
}

export type Nace = { include: string[]; exclude: string[]; version: 2008 | 2025 | null }

export type ApplicationWindow = {
  opens_at: Instant | null
  /** Every date by which one can still enter, earliest first, each once (contract 3, deadlines). */
  deadlines: Instant[]
  precision: WindowPrecision
  recurrence: Recurrence | null
  note: LocalizedText | null
}

export type AmountTier = { when: Rule[]; rate: number | null; min: number | null; max: number | null }

export type Amount = {
  currency: string
  min: number | null
  max: number | null
  rate_min: number | null
  rate_max: number | null
  budget_total: number | null
  basis: AmountBasis | null
  per: AmountPeriod | null
  note: LocalizedText | null
  tiers: AmountTier[]
}

export type StateAid = { regime: StateAidRegime; note: LocalizedText | null }
export type Condition = {
  id: string
  text: LocalizedText
  kind: ConditionKind
  /** Whether it says what makes somebody a case of this measure (contract 5, what defines a measure). */
  defines: boolean
  /** The point that it asks (contract 5), and the answer that settles it; null both, or neither. */
  point: string | null
  expects: boolean | null
  rule_ids: string[]
}
export type Related = {
  excludes: string[]
  requires: string[]
  variant_of: string | null
  /** What took its place; absent in records of before there was such a field. */
  replaced_by?: string[]
}
/** A general desk of a body, never a named person. */
export type Contact = {
  name: LocalizedText | null
  url: LocalizedText | null
  email: string | null
  phone: string | null
}
/** How to apply, for people; `decision_days` are calendar days. */
export type Application = {
  steps: LocalizedText[]
  documents: LocalizedText[]
  contact: Contact | null
  decision_days: number | null
  payment: Payment | null
  note: LocalizedText | null
}
export type LegalBasis = { title: LocalizedText | null; url: string | null }

/**
 * The day, month or year on which the text of a record is known to have stood as it was read (`2026-03-14`, `2026-03`, `2026`),
 * the page that was read, and whose that page is; `by` null: not known.
 */
export type Checked = { on: string; url: string | null; by: CheckedBy | null }

/** What people call a measure, by language: it is found by them, and nobody is shown them. */
export type Keywords = Readonly<Record<TextLanguage, readonly string[]>>

export type MeasureRecord = {
  local_id: string
  title: LocalizedText
  summary: LocalizedText | null
  description: LocalizedText | null
  /** The source's own word; null when it gives none. */
  status: Status | null
  /** The source's own word where `status` is another, because the known deadline vanished; else absent. Never served. */
  doubted_word?: Status | null
  instrument_type: InstrumentType
  /** Null: the source's. */
  government_level: GovernmentLevel | null
  /** Null: follows from the level. */
  scope: Scope | null
  /** Null: follows from provinces and area codes, else the source's. Empty: no regional restriction. */
  regions: Region[] | null
  provinces: Province[]
  area_codes: string[]
  topics: Topic[]
  applicant_types: ApplicantType[]
  company_sizes: CompanySize[]
  nace: Nace
  legal_forms: string[]
  cost_types: CostType[]
  programme: string | null
  /** Null: the source's publisher. */
  issuer: GivenAuthority | null
  administrator: GivenAuthority | null
  application_window: ApplicationWindow
  amount: Amount | null
  state_aid: StateAid | null
  rules: Rule[]
  /** Absent where the record says nothing of it: it is then kept with the bytes that it had before there was such a field. */
  application?: Application | null
  conditions: Condition[]
  related: Related
  legal_basis: LegalBasis[]
  keywords: Keywords | null
  url: LocalizedText
  application_url: LocalizedText | null
  record_url: string | null
  licence: Record<string, LicenceMode>
  /** Null where the record says when it was read by `checked_at`, or not at all; absent in records of before there was `checked`. */
  checked?: Checked | null
  checked_at: Instant | null
}

/** A record with what the source's settings and the tables of reference decide filled in. */
export type ResolvedRecord = Omit<
  MeasureRecord,
  'government_level' | 'scope' | 'regions' | 'issuer' | 'administrator' | 'application' | 'checked'
> & {
  application: Application | null
  /** `checked_at` of the record reads as `checked` here; null: nobody has read it. */
  checked: Checked | null
  government_level: GovernmentLevel
  scope: Scope
  /** Never all three: that is no restriction, and is empty. */
  regions: Region[]
  issuer: Authority
  administrator: Authority | null
  /** NIS codes that the area codes cover, by code point; empty where they restrict nothing beyond `regions`. */
  municipalities: string[]
}

/** What the newest version of a measure says, as a change of it is judged: all that two versions can differ in. */
export type MeasureContent = {
  record: ResolvedRecord
  /** The status and the served deadline at the instant from which it says so. */
  status: Status
  closes_at: Instant | null
  withdrawn_at: Instant | null
  /** Every id that leads to this measure, in the order of the merges. */
  merged_from: readonly string[]
}

/** What a measure takes from its source: the part of the source's settings that the record functions need. */
export type SourceSettings = {
  id: string
  prefix: string
  publisher: string
  url: string
  language: 'nl' | 'fr' | 'en' | 'de'
  government_level: GovernmentLevel
  regions: Region[]
  reuse_mode: LicenceMode
  attribution: string | null
  /** `curated`: a file source whose records are worded by us; `structured`: a connector to an authority's own data. */
  method: 'structured' | 'curated'
}
