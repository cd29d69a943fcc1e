// Written by make-types.mjs from the OpenAPI document; not edited by hand.

/** Words of which the service may come to know more: what is not listed passes through. */
export type Open<Word extends string | number> = Word | (Word extends number ? number & {} : string & {})

/** Why a request was refused. A page of the docs explains each code: `Link` with rel="help". */
export type ApiErrorBody = {
  error: {
    code: Open<ErrorCode>
    /** English, for people. */
    message: string
    /** Same as the header `X-Request-Id`; quote it when you ask about it. */
    request_id: string
    /** What the code has to add, by name; empty where it has nothing. */
    details: { [name: string]: string | number | null }
    /** On `plan_required` only: the cheapest plan that would answer; null: none would. */
    required_plan?: string | null
  }
}

/** Stable; branch on it. New codes may come: go by the status of one that you do not know. */
export type ErrorCode = 'invalid_parameter' | 'invalid_cursor' | 'invalid_body' | 'route_not_found' | 'method_not_allowed' | 'unauthorized' | 'subscription_required' | 'plan_required' | 'subsidy_not_found' | 'company_not_found' | 'version_not_found' | 'source_not_found' | 'watchlist_not_found' | 'webhook_not_found' | 'not_found' | 'conflict' | 'rate_limit_exceeded' | 'quota_exceeded' | 'match_quota_exceeded' | 'internal_error' | 'billing_unavailable' | 'timeout' | 'google_sign_in_failed' | 'password_sign_in_disabled'

/**
 * Version of NACE-BEL in which the register gives a code. New values may come: take one that you do not know as it is.
 */
export type ActivityVersion = '2003' | '2008' | '2025'

/** The support itself, for one applicant and project. */
export type Amount = {
  /** Always `EUR`. */
  currency: string
  /** Least support for one applicant and project, in euros. */
  min: number | null
  /** Greatest support for one applicant and project, in euros. */
  max: number | null
  /** Least rate, as a fraction of the basis. */
  rate_min: number | null
  /** Greatest rate, as a fraction of the basis. */
  rate_max: number | null
  /** Budget of the whole measure or call, in euros. */
  budget_total: number | null
  /** What the rates are fractions of. */
  basis: Open<AmountBasis> | null
  /** Null: once. */
  per: Open<AmountPeriod> | null
  /** What the figures leave open. */
  note: string | null
  tiers: AmountTier[]
}

/** What a rate is a fraction of. Closed; `amount_bases` of the taxonomy has the labels. */
export type AmountBasis = 'eligible_costs' | 'investment' | 'extra_costs' | 'wages' | 'wage_tax' | 'social_contributions' | 'profit' | 'tax' | 'loan' | 'capital' | 'unit' | 'other'

/** For how long an amount is. New values may come: take one that you do not know as it is. */
export type AmountPeriod = 'month' | 'quarter' | 'year'

/** The amount in short; the full record has all of it. */
export type AmountRow = {
  /** Least support for one applicant and project, in euros. */
  min: number | null
  /** Greatest support for one applicant and project, in euros. */
  max: number | null
  /** Greatest rate, as a fraction of the basis. */
  rate_max: number | null
  /** Always `EUR`. */
  currency: string
  /** The time for which `min` and `max` are paid; null: once. */
  per: Open<AmountPeriod> | null
}

/** Tiers are tried in order; the first that holds decides. */
export type AmountTier = {
  /** The tier holds when all pass. */
  when: Rule[]
  /** Null: the amount's own. */
  rate: number | null
  /** Null: the amount's own. */
  min: number | null
  /** Null: the amount's own. */
  max: number | null
}

/**
 * Something to know about the answer; branch on `code`, and pass over those that you do not know. `not_checked`:
 * measures among those answered have not been checked against the page of their authority. `checked_long_ago`: some of
 * them were read more than 12 months ago, or on a page that is not known to be the authority's own; `message` says how
 * many, and the oldest reading. `catalogue_behind`: there is a newer state; ask again in a moment.
 * `catalogue_filling`: the service was started for the first time and has not read every source yet, so measures are
 * missing; ask again in a few minutes. `filters_changed`: the cursor is of a page with other filters, which `message`
 * names. `past_deadlines_first`: the list begins with what is over. `too_little_known`: nothing was told that tells
 * one applicant from another, so the matches say nothing yet. `size_assumes_autonomous`, `size_assumed`: how the size
 * of the company was derived. `company_not_in_register`, `company_not_active`: what the register of companies says of
 * the number. `answer_unused`: an answer that was left aside. `message` is in the language asked, else English.
 */
export type ApiWarning = {
  code: string
  message: string
}

/** Who applies. Closed; `applicant_types` of the taxonomy has the labels. */
export type ApplicantType = 'company' | 'self_employed' | 'starter' | 'household' | 'non_profit' | 'public_body' | 'research_organisation' | 'education_institution' | 'farmer' | 'consortium'

/** Who answers questions: a general desk of a body, never a named person. */
export type ApplicationContact = {
  /** Of the desk or the body, in the language served. */
  name: string | null
  /** Its page. */
  url: string | null
  /** Its address for mail. */
  email: string | null
  /** Its number, as it is written. */
  phone: string | null
}

/** When one can apply. */
export type ApplicationWindow = {
  /** When one can first apply. */
  opens_at: string | null
  /** The first deadline still ahead, else the last; null: no deadline known. */
  closes_at: string | null
  /** How exactly the source states the dates. */
  precision: Open<WindowPrecision>
  /** All deadlines, where there are several. */
  cut_offs: string[]
  /** Whether it comes back; null: not known. */
  recurrence: Open<Recurrence> | null
  /** What the dates leave open, e.g. a second stage. */
  note: string | null
}

/** An authority: who pays, or who handles the file. */
export type Authority = {
  /** The same for every source that names this authority. */
  id: string
  /** In the language served. */
  name: string
  /** Its own site; null: not known. */
  url: string | null
  /** Null: not known. */
  government_level: Open<GovernmentLevel> | null
}

/** A measure as the compact view of a match shows it. */
export type BriefSubsidy = {
  /** `<source-prefix>:<local-id>`. */
  id: string
  /** Readable name for paths, given once and never changed. */
  slug: string
  /** In the language served. */
  title: string
  /** Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then. */
  status: Open<SubsidyStatus>
  /** What the applicant receives. */
  instrument_type: Open<InstrumentType>
  issuer: Issuer
  /** What the support comes to; null: no figure is known, which is not 0. */
  amount: AmountRow | null
  /** The first deadline still ahead, else the last; null: no deadline known. */
  closes_at: string | null
  /** The competent authority's own page. */
  url: string
}

/** What the applicant is to the building. Closed; `occupancies` of the taxonomy has the labels. */
export type BuildingOccupancy = 'owner_occupier' | 'landlord' | 'tenant' | 'co_owner'

/** Why the entry was not evaluated and not counted. */
export type BulkEntryError = {
  /** `invalid_body`; as of an error. */
  code: string
  /** English, for people. */
  message: string
  details: {
    /** Path within the entry. */
    field: string
  }
}

export type BulkMatchAnswer = {
  /** In the order asked. */
  data: BulkMatchRow[]
  /** Companies evaluated, and so counted. */
  evaluated: number
  /** Companies whose facts cannot be right. */
  rejected: number
  meta: MatchMeta
}

/** The last line: an answer without it is incomplete. */
export type BulkMatchEnd = {
  /** Companies evaluated, and so counted. */
  evaluated: number
  /** Companies whose facts cannot be right. */
  rejected: number
  meta: MatchMeta
}

export type BulkMatchEntry = {
  /** The caller's own name for the company; each once. */
  reference: string
  company?: MatchCompany | undefined
  project?: MatchProject | undefined
  hire?: MatchHire | undefined
  household?: MatchHousehold | undefined
  building?: MatchBuilding | undefined
  /**
   * Answers to conditions that no rule evaluates, by the name that a match gives as `answer_as`: a point of the
   * taxonomy, or `<measure id>#<condition id>`.
   */
  answers?: { [name: string]: boolean | null } | undefined
  /**
   * Whether what is not given of the company is filled from the register and from filed accounts, by its number.
   * Default true. Where it is false the register is not read, so that an establishment is not compared with its
   * enterprise either.
   */
  fill?: boolean | undefined
  /** Whether matches about another topic are left out. Default false. */
  topics_only?: boolean | undefined
  /** compact: smaller rows, with only the rules that failed or are unknown. Default `full`. */
  view?: View | undefined
  /** Of every text of the answer. Default `en`. */
  language?: Language | undefined
  /** Most matches answered. Default 25. */
  limit?: number | undefined
  /** Whether `not_eligible` results are answered too. Default false. */
  include_not_eligible?: boolean | undefined
}

export type BulkMatchRequest = {
  /** At most the plan's `max_bulk_companies`. */
  companies: readonly BulkMatchEntry[]
}

export type BulkMatchResult = {
  company: CompanyFacts
  /** The instant of the answer: status, deadlines, age and `today` are of it. */
  evaluated_at: string
  /** Measures evaluated. */
  evaluated: number
  /** Evaluated measures, not `not_eligible`, whose topic fit is 0. */
  other_topic: number
  counts: MatchCounts
  /**
   * Likely ones first, then possible ones and those to review together, then those that are not eligible; within each
   * by `score`, highest first.
   */
  matches: Match[]
  /** Those that settle most first. */
  questions: OpenQuestion[]
  warnings: ApiWarning[]
  /**
   * Only where `project.text` is given: what it was understood to mean, in the order written. Purposes and topics
   * count as `topics` and `cost_types`; what else was understood changes nothing. Of a bulk it stands in each result.
   */
  understood?: Understood[]
}

export type BulkMatchRow = {
  /** As asked; null: the entry has none that can be read. */
  reference: string | null
  /** As a match answers it; null: see `error`. */
  result: BulkMatchResult | null
  /** Why it was not evaluated; null: it was. */
  error: BulkEntryError | null
}

/** Told apart by `data.subject`. */
export type ChangeEvent = SubsidyEvent | SourceEvent | MatchEvent

export type ChangeFeed = {
  data: ChangeEvent[]
  pagination: FeedPagination
  meta: Meta
}

export type ChangedWatchlistAnswer = {
  data: Watchlist
  meta: Meta
}

/** A measure as lists show it. */
export type CompactSubsidy = {
  /** `<source-prefix>:<local-id>`. */
  id: string
  /** Readable name for paths, given once and never changed. */
  slug: string
  /** In the language served. */
  title: string
  /** In the language served. */
  summary: string | null
  /** Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then. */
  status: Open<SubsidyStatus>
  /** What the applicant receives. */
  instrument_type: Open<InstrumentType>
  /** Of the government that decides. */
  government_level: Open<GovernmentLevel>
  /** How far the measure reaches. */
  scope: Open<Scope>
  /** Empty: no regional restriction. */
  regions: Open<Region>[]
  topics: Open<Topic>[]
  /** Who may apply; empty: not restricted. */
  applicant_types: Open<ApplicantType>[]
  /** By the EU definition; empty: not restricted. */
  company_sizes: Open<CompanySize>[]
  issuer: Issuer
  /** What the support comes to; null: no figure is known, which is not 0. */
  amount: AmountRow | null
  /** The first deadline still ahead, else the last; null: no deadline known. */
  closes_at: string | null
  source_id: string
  /** The competent authority's own page. */
  url: string
  version: number
  /** When this version came into force. */
  updated_at: string
  /** Since when the source no longer lists it; null: it does. */
  withdrawn_at: string | null
  /** Day, month or year on which the record was last read (`2026-03-14`, `2026-03`, `2026`); null: by nobody. */
  last_checked_on: string | null
}

export type Company = {
  /** Of the enterprise: ten digits. */
  number: string
  /** Official name of a legal person. Names of natural persons are not kept. */
  name: string | null
  /** Null: the register does not say. */
  kind: Open<CompanyKind> | null
  /** KBO code, or `natural_person`. */
  legal_form: string | null
  /** What follows from the legal form. */
  applicant_types: Open<ApplicantType>[]
  /** When it began; null: not known, or no legal person. */
  founded_on: string | null
  /** Whether the register says that it is active. */
  active: boolean
  /** Registered office of a legal person; null: none in Belgium. */
  office: RegisteredOffice | null
  establishments: {
    /** Null: no legal person. */
    total: number | null
    /** The first 100 by number. */
    items: Establishment[]
  }
  /** Main activities first. Where the enterprise itself has none, those of its establishments. */
  nace: RegisteredActivity[]
  /** What this was read from. */
  register: {
    /** Number of the register's extract. */
    extract: number
    /** Of its snapshot. */
    date: string
  }
}

export type CompanyAnswer = {
  data: Company
  meta: Meta
}

/** The facts as they were read; null: unknown, or known to be none. */
export type CompanyFacts = {
  /** As given. */
  postcode: string | null
  region: Open<Region> | null
  /** Null in Brussels, which lies in none. */
  province: Open<Province> | null
  /** NIS code of 2025. */
  municipality: string | null
  municipality_name: string | null
  /** Whose postcode decides the place. */
  place_from: Open<PlaceOrigin> | null
  applicant_types: Open<ApplicantType>[] | null
  /** By Recommendation 2003/361/EC. */
  size: Open<CompanySize> | null
  /** The figures from which the size was derived. */
  size_basis: Open<SizeBasis> | null
  employees: number | null
  turnover_eur: number | null
  balance_total_eur: number | null
  /** KBO code or `natural_person`. */
  legal_form: string | null
  /**
   * Without dots; the first is the main activity. Behind a code stands its version where it was given and the digits
   * alone would be read in the other: `6391 (2008)`.
   */
  nace: string[] | null
  age_months: number | null
  founded_on: string | null
  joint_committees: string[] | null
  /** Ten digits. */
  enterprise_number: string | null
  /** Ten digits. */
  establishment_number: string | null
  /**
   * By property of the request what was not given and is known: `register` (of companies), or `accounts <closing
   * day>`. Empty: nothing.
   */
  filled: { [name: string]: string }
  de_minimis_eur: number | null
}

/** Kind of person that an enterprise is. New values may come: take one that you do not know as it is. */
export type CompanyKind = 'natural_person' | 'legal_person'

/** Size of an enterprise by Recommendation 2003/361/EC. Closed; `company_sizes` of the taxonomy has the labels. */
export type CompanySize = 'micro' | 'small' | 'medium' | 'large'

/** A condition in words. */
export type Condition = {
  id: string
  /** The condition in words; null where its licence mode withholds it. */
  text: string | null
  /**
   * eligibility (also that nothing may have begun before); assessment (judged, ranked, or a limited budget); procedure
   * (how to apply); standing (checked for everybody by the authority); obligation (afterwards); amount (decides only
   * how much).
   */
  kind: Open<ConditionKind>
  /** Whether it says what makes somebody a case of this measure: what it pays for, or who that is. */
  defines: boolean
  /** What it asks of the caller, shared with other measures: see `points` of the taxonomy. */
  point: string | null
  /** The answer to the point that settles it. */
  expects: boolean | null
  /** Rules that evaluate it; empty: nothing does. */
  rule_ids: string[]
}

/** A condition that neither a rule nor an answer settles never counts as passed. */
export type ConditionCoverage = {
  /** Conditions of kind `eligibility`. */
  conditions: number
  /** Those that rules evaluate. */
  evaluated: number
  /** Those of the rest that have a point. */
  points: number
}

/** What kind of condition it is. Closed; `condition_kinds` of the taxonomy has the labels. */
export type ConditionKind = 'eligibility' | 'assessment' | 'procedure' | 'standing' | 'obligation' | 'amount'

/** Kind of cost that is supported. Closed; `cost_types` of the taxonomy has the labels. */
export type CostType = 'personnel' | 'consultancy' | 'training' | 'equipment' | 'buildings' | 'land' | 'intangible_assets' | 'software' | 'research' | 'prototype' | 'certification' | 'marketing' | 'travel' | 'energy_works' | 'renovation' | 'working_capital' | 'social_contributions' | 'other'

export type Coverage = {
  total: number
  /** Counted nowhere else. */
  withdrawn: number
  by_status: { [name: string]: number }
  by_source: { [name: string]: number }
  by_instrument_type: { [name: string]: number }
  by_government_level: { [name: string]: number }
  by_region: { [name: string]: number }
  by_topic: { [name: string]: number }
  condition_coverage: ConditionCoverage
}

/** How its store is. New values may come: take one that you do not know as it is. */
export type DatabaseStatus = 'ok' | 'unavailable'

export type DeletedWatchedCompany = {
  data: {
    reference: string
    deleted: true
  }
  meta: Meta
}

export type DeletedWatchlist = {
  data: {
    id: string
    deleted: true
  }
  meta: Meta
}

export type DeletedWebhook = {
  data: {
    id: string
    deleted: true
  }
  meta: Meta
}

/** What became of a delivery. New values may come: take one that you do not know as it is. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

/** Highest diploma of the person to be hired. Closed; `diplomas` of the taxonomy has the labels. */
export type Diploma = 'none' | 'lower_secondary' | 'upper_secondary' | 'higher'

export type EnabledWebhookAnswer = {
  data: Webhook
  meta: Meta
}

export type Establishment = {
  /** Ten digits. */
  number: string
  /** Of the register; null: no Belgian address is known. */
  postcode: string | null
  /** NIS code of 2025; null: the postcode lies in several, and the address does not tell which. */
  municipality: string | null
  /** When it began; null: not known. */
  founded_on: string | null
}

/** Who pays. */
export type EventIssuer = {
  id: string
  /** The English one, else nl, fr, de. */
  name: string
}

/** Absolute addresses, as they were when the event was made. */
export type EventLinks = {
  api: string
  versions: string
}

/** By language; null where it does not exist in one. */
export type EventTitle = {
  nl: string | null
  fr: string | null
  en: string | null
  de: string | null
}

/**
 * Type of an event; `event_types` of the taxonomy has the labels. New types may come: ignore those that you do not
 * know.
 */
export type EventType = 'subsidy.created' | 'subsidy.withdrawn' | 'subsidy.reinstated' | 'subsidy.merged' | 'subsidy.status_changed' | 'subsidy.deadline_changed' | 'subsidy.amount_changed' | 'subsidy.eligibility_changed' | 'subsidy.content_changed' | 'subsidy.closing_soon' | 'source.stale' | 'source.failing' | 'source.fresh' | 'match.created' | 'match.status_changed' | 'match.removed' | 'ping'

export type FeedPagination = {
  /** Exact; false: nothing more for now. */
  has_more: boolean
  /** Opaque; on every page: poll with it later. */
  next_cursor: string
  /** Page size used. */
  limit: number
}

/** Level of a government. Closed; `government_levels` of the taxonomy has the labels. */
export type GovernmentLevel = 'eu' | 'federal' | 'community' | 'region' | 'province' | 'municipality' | 'agency' | 'other'

export type Health = {
  status: Open<HealthStatus>
  database: Open<DatabaseStatus>
  /** Ids of enabled sources that are not fresh. */
  sources_not_fresh: string[]
  /** Sign-in offered for the dashboard. */
  sign_in: Open<SignInMethod>[]
  /** Of the service, not of the contract. */
  version: string
}

/** How the service is. New values may come: take one that you do not know as it is. */
export type HealthStatus = 'ok' | 'degraded'

/** Contract under which a person is to be hired. Closed; `contracts` of the taxonomy has the labels. */
export type HireContract = 'permanent' | 'fixed_term' | 'temporary_agency' | 'apprenticeship' | 'internship'

/** What the support may come to; the authority decides. */
export type IndicativeAmount = {
  /** Least support in euros; null: cannot be told, which is not 0. */
  min: number | null
  /** Greatest support in euros; null: cannot be told, or no ceiling. */
  max: number | null
  /** Always `EUR`. */
  currency: string
  /** What a rate is a fraction of; null: there is none. */
  basis: Open<AmountBasis> | null
  /** Null: once. */
  per: Open<AmountPeriod> | null
  /** How the figures come about, in the language asked. */
  explanation: string
}

/** A run that was held or failed published nothing. */
export type IngestionRun = {
  id: string
  /** When it began. */
  started_at: string
  /** When it ended; null while it runs. */
  finished_at: string | null
  /** `held`: it would have withdrawn too much, and waits for the operator. */
  status: Open<RunStatus>
  /** Records read: created, changed, unchanged and rejected. */
  seen: number
  /** Measures that are new. */
  created: number
  /** Measures with a new version, reinstated ones too. */
  changed: number
  /** Records that changed nothing. */
  unchanged: number
  /** Measures that were missing for the second time. */
  withdrawn: number
  /** Records that could not be taken. */
  rejected: number
  /** Why it failed or is held, and what it would have done. */
  error: string | null
}

/** What the applicant receives. Closed; `instrument_types` of the taxonomy has the labels. */
export type InstrumentType = 'grant' | 'rebate' | 'voucher' | 'tax_credit' | 'tax_deduction' | 'tax_exemption' | 'social_security_reduction' | 'wage_subsidy' | 'loan' | 'guarantee' | 'repayable_advance' | 'equity' | 'in_kind' | 'prize' | 'other'

/** Who pays. */
export type Issuer = {
  id: string
  /** In the language served. */
  name: string
}

/** The key that asked, its plan, and what its account has used. */
export type Key = {
  /** A live key; false for a test key. Both are metered alike. */
  live: boolean
  plan: Plan
  /** In the UTC month; includes this request. */
  requests_this_month: number
  /** In the UTC month. */
  match_evaluations_this_month: number
}

export type KeyAnswer = {
  data: Key
  meta: Meta
}

export type Label = {
  nl: string
  fr: string
  en: string
}

/** Language that can be asked for. Closed; `languages` of the taxonomy has the labels. */
export type Language = 'nl' | 'fr' | 'en'

export type LegalBasis = {
  /** Null where its licence mode withholds it. */
  title: string | null
  /** Where it stands; null: not known. */
  url: string | null
}

/** How much of a text may be shown. Closed; `licence_modes` of the taxonomy has the labels. */
export type LicenceMode = 'open' | 'attribution' | 'facts_only' | 'link_only'

export type Match = {
  subsidy: CompactSubsidy | BriefSubsidy
  status: Open<MatchStatus>
  /** Why this status, in one sentence. */
  reason: string
  /** Empty unless `needs_review`. */
  review_reasons: Open<ReviewReason>[]
  /** One decimal. */
  score: number
  /** In the compact view those that failed or are unknown. */
  rules: MatchedRule[]
  /** How well the topics of project and measure fit; 0.5 where one of them names none. Two decimals. */
  topic_fit: number
  unevaluated_conditions: UnevaluatedCondition[]
  /** What its undecided rules lack, and conditions that neither a rule nor an answer settles. */
  questions: string[]
  /** Ids of matches of this answer that it shuts out. */
  excludes: string[]
  /** What the support may come to; null: no figure or rate is known, or the match is `not_eligible`. */
  indicative_amount: IndicativeAmount | null
}

export type MatchAnswer = {
  company: CompanyFacts
  /** The instant of the answer: status, deadlines, age and `today` are of it. */
  evaluated_at: string
  /** Measures evaluated. */
  evaluated: number
  /** Evaluated measures, not `not_eligible`, whose topic fit is 0. */
  other_topic: number
  counts: MatchCounts
  /**
   * Likely ones first, then possible ones and those to review together, then those that are not eligible; within each
   * by `score`, highest first.
   */
  matches: Match[]
  /** Those that settle most first. */
  questions: OpenQuestion[]
  meta: MatchMeta
}

/** What is known of the building. Every property is optional. */
export type MatchBuilding = {
  /** Of first use. */
  year?: number | undefined
  /** What the applicant is to the building. */
  occupancy?: BuildingOccupancy | undefined
}

/** What is known of the applicant. Every property is optional. */
export type MatchCompany = {
  /** Of the establishment that applies, not of the registered seat. Belgian. */
  postcode?: string | undefined
  /** NIS code of 2025, for a postcode that lies in several municipalities; must lie in the postcode. */
  municipality?: string | undefined
  /**
   * What the applicant is; one may be several: a person is a household, and may be self-employed beside it. What
   * follows from the legal form is added, but to a household alone nothing is.
   */
  applicant_types?: readonly ApplicantType[] | undefined
  /** Read as `applicant_types` of this one; where both are given they must say the same. */
  applicant_type?: ApplicantType | undefined
  /** Full-time equivalents of the last closed year, rounded down, linked enterprises included. */
  employees?: number | undefined
  /** Annual turnover, VAT excluded, linked enterprises included. */
  turnover_eur?: number | undefined
  /** Balance sheet total, linked enterprises included. */
  balance_total_eur?: number | undefined
  /** KBO code, or an abbreviation or name in nl, fr or de; `natural_person`. */
  legal_form?: string | undefined
  /** The first code is the main activity. */
  nace?: readonly string[] | undefined
  /** A day ahead is a company to be. */
  founded_on?: string | undefined
  /** 10 digits with valid check digits; dots, spaces and the prefix BE accepted. */
  enterprise_number?: string | undefined
  /**
   * 10 digits, the first 2 to 8, written as an enterprise number: which establishment applies. Alone it stands for its
   * enterprise.
   */
  establishment_number?: string | undefined
  joint_committees?: readonly string[] | undefined
  /** De minimis aid granted to the single undertaking in the three years before. */
  de_minimis_eur?: number | undefined
}

/** What one type of cost comes to. */
export type MatchCost = {
  type: Open<CostType>
  /** VAT excluded. */
  amount_eur: number
}

/** What one type of cost comes to. */
export type MatchCostInput = {
  type: CostType
  /** VAT excluded. */
  amount_eur: number
}

/** Over all evaluated measures. */
export type MatchCounts = {
  likely_eligible: number
  possibly_eligible: number
  needs_review: number
  not_eligible: number
}

/** The verdict on a company of one of your watchlists changed with a measure. */
export type MatchEvent = {
  /** Prefix `chg_`; the same wherever the event is shown or sent, and on every retry. */
  id: string
  event: Open<MatchEventType>
  /** When it occurred; never decreases along the feed. */
  created_at: string
  data: MatchEventData
}

export type MatchEventData = {
  subject: 'match'
  /** `<watchlist>:<reference>:<measure>`. */
  id: string
  /** The version that caused it. */
  version: number | null
  /** Every category that it touched, its own type among them. */
  categories: Open<MatchEventType>[]
  /** Empty. */
  diff: { [name: string]: unknown }
  summary: MatchSummary
}

/** Type of an event of a watched company. New types may come: ignore those that you do not know. */
export type MatchEventType = 'match.created' | 'match.status_changed' | 'match.removed'

/** What is known of the person to be hired. Every property is optional. */
export type MatchHire = {
  /** In full years. */
  age?: number | undefined
  /** Full months of being registered as a jobseeker; 0: not registered. */
  months_jobseeking?: number | undefined
  /** The highest. */
  diploma?: Diploma | undefined
  contract?: HireContract | undefined
  /** Of the home. Belgian. */
  postcode?: string | undefined
}

/** What is known of the household. Every property is optional. */
export type MatchHousehold = {
  /** Taxable income of the household. */
  income_eur?: number | undefined
  /** Persons in the household's charge. */
  dependants?: number | undefined
}

export type MatchListMeta = {
  /** Same as the header `X-Request-Id`. */
  request_id: string
  warnings: ApiWarning[]
  /** Lines that the measures answered require. */
  attribution: string[]
  /** Independence statement, in the list's language. */
  disclaimer: string
}

export type MatchMeta = {
  /** Same as the header `X-Request-Id`. */
  request_id: string
  warnings: ApiWarning[]
  /** Lines that the measures answered require. */
  attribution: string[]
  /** Independence statement, in the language asked; of a bulk English. */
  disclaimer: string
  /**
   * Only where `project.text` is given: what it was understood to mean, in the order written. Purposes and topics
   * count as `topics` and `cost_types`; what else was understood changes nothing. Of a bulk it stands in each result.
   */
  understood?: Understood[]
}

/** What is known of the project. Every property is optional. */
export type MatchProject = {
  /** Place of the investment, works or job; where given, it decides the place. */
  postcode?: string | undefined
  topics?: readonly Topic[] | undefined
  /** Costs for which support would be asked, VAT excluded. */
  budget_eur?: number | undefined
  /** When the project would begin. */
  planned_start?: string | undefined
  cost_types?: readonly CostType[] | undefined
  /**
   * What each type of cost comes to, each type once. The types count as `cost_types`; where `budget_eur` is not given
   * their sum is the budget, which is never below it.
   */
  costs?: readonly MatchCostInput[] | undefined
  /** How far a project of research or innovation is from the market. */
  stages?: readonly ProjectStage[] | undefined
  /** With whom the project is carried out. */
  partners?: readonly ProjectPartner[] | undefined
  /**
   * The project in words, in nl, fr, de or en. The topics that it names, and the topics and cost types of its
   * purposes, count beside those given. It is shown back in `understood` and never stored.
   */
  text?: string | undefined
}

export type MatchRequest = {
  company?: MatchCompany | undefined
  project?: MatchProject | undefined
  hire?: MatchHire | undefined
  household?: MatchHousehold | undefined
  building?: MatchBuilding | undefined
  /**
   * Answers to conditions that no rule evaluates, by the name that a match gives as `answer_as`: a point of the
   * taxonomy, or `<measure id>#<condition id>`.
   */
  answers?: { [name: string]: boolean | null } | undefined
  /**
   * Whether what is not given of the company is filled from the register and from filed accounts, by its number.
   * Default true. Where it is false the register is not read, so that an establishment is not compared with its
   * enterprise either.
   */
  fill?: boolean | undefined
  /** Whether matches about another topic are left out. Default false. */
  topics_only?: boolean | undefined
  /** compact: smaller rows, with only the rules that failed or are unknown. Default `full`. */
  view?: View | undefined
  /** Of every text of the answer. Default `en`. */
  language?: Language | undefined
  /** Most matches answered. Default 25. */
  limit?: number | undefined
  /** Whether `not_eligible` results are answered too. Default false. */
  include_not_eligible?: boolean | undefined
}

/** What a match says; the authority decides. Closed; `match_statuses` of the taxonomy has the labels. */
export type MatchStatus = 'likely_eligible' | 'possibly_eligible' | 'needs_review' | 'not_eligible'

/** The match, and what the measure said. */
export type MatchSummary = {
  watchlist_id: string
  /** The caller's own. */
  company_reference: string
  subsidy_id: string
  /** The verdict on the new version; null: the measure is gone. */
  match_status: Open<MatchStatus> | null
  /** The verdict on the version before; null: there was none. */
  previous_status: Open<MatchStatus> | null
  title: EventTitle
  /** As of the event. */
  status: Open<SubsidyStatus>
  instrument_type: Open<InstrumentType>
  issuer: EventIssuer
  /** The deadline as of the event; of a closing-soon reminder the one that it speaks of. Null: none known. */
  closes_at: string | null
  /** Empty: no regional restriction. */
  regions: Open<Region>[]
  topics: Open<Topic>[]
  /** The competent authority's own page. */
  url: string
  source_id: string
}

/** What one rule says of the company and the project. */
export type MatchedRule = {
  id: string
  /** Null: a group. */
  field: Open<RuleField> | null
  /** any, all: a group. */
  operator: Open<MatchedRuleOperator>
  /** The value of the rule; null: a group. */
  expected: string | number | (string | number)[] | null
  /** The fact; null: unknown, known to be none, or a group. */
  actual: string | number | string[] | null
  outcome: Open<RuleOutcome>
  confidence: number
  /** A property of the match request; of `answers`, `answers.` and the name. */
  missing: string | null
  provenance?: Provenance
  /** The rule and its outcome, in the language asked. */
  text: string
  /** Members of a group. */
  rules: MatchedRule[]
}

/** As `RuleOperator`; `any` and `all` of groups. New values may come: take one that you do not know as it is. */
export type MatchedRuleOperator = 'is' | 'in' | 'not_in' | 'at_least' | 'at_most' | 'between' | 'before' | 'after' | 'overlaps' | 'not_overlaps' | 'covers' | 'not_covers' | 'any' | 'all'

/** A fault of the protocol. */
export type McpError = {
  jsonrpc: '2.0'
  /** Null where it is not known which message it is of. */
  id: string | number | null
  error: {
    code: number
    message: string
    data?: { [name: string]: unknown }
  }
}

/** A message of JSON-RPC 2.0. */
export type McpMessage = {
  jsonrpc: '2.0'
  /** Of a request; without it nothing is answered. */
  id?: string | number | undefined
  /** For example `tools/list` or `tools/call`. */
  method?: string | undefined
  params?: { [name: string]: unknown } | undefined
  [name: string]: unknown
}

export type McpResult = {
  jsonrpc: '2.0'
  id: string | number
  result: { [name: string]: unknown }
}

export type MeasureListMeta = {
  /** Same as the header `X-Request-Id`. */
  request_id: string
  warnings: ApiWarning[]
  /** Lines that the rows of the page require. */
  attribution: string[]
  /** Independence statement, in the language asked. */
  disclaimer: string
  /** Matching measures, counted up to 10,000. */
  total: number
  /**
   * Only with `words=meant`: what `q` was understood to mean, in the order typed. Send `q` without the `text` of an
   * element to leave it out.
   */
  understood?: Understood[]
  /**
   * Only where `q` is given, not empty, and found nothing: calls that find something with the other filters as they
   * are; none where nothing helps.
   */
  suggestions?: {
    q: string
    words: Open<SearchWords>
    total: number
  }[]
}

/** What the measure said when the event was made. */
export type MeasureSummary = {
  title: EventTitle
  /** As of the event. */
  status: Open<SubsidyStatus>
  instrument_type: Open<InstrumentType>
  issuer: EventIssuer
  /** The deadline as of the event; of a closing-soon reminder the one that it speaks of. Null: none known. */
  closes_at: string | null
  /** Empty: no regional restriction. */
  regions: Open<Region>[]
  topics: Open<Topic>[]
  /** The competent authority's own page. */
  url: string
  source_id: string
}

export type Meta = {
  /** Same as the header `X-Request-Id`. */
  request_id: string
  warnings: ApiWarning[]
}

/** Sectors, as NACE-BEL codes without dots. */
export type NaceRestriction = {
  /** A code covers the codes below it; empty: every sector. */
  include: string[]
  /** Sectors shut out. */
  exclude: string[]
  /** NACE-BEL version; null: the lists hold in both. */
  version: Open<NaceVersion> | null
}

/** Version of NACE-BEL. New values may come: take one that you do not know as it is. */
export type NaceVersion = 2008 | 2025

export type NewWatchlist = {
  /** Without control characters. */
  name: string
  /** Of the texts of its matches. A new list has `en`. */
  language?: Language | undefined
  /**
   * Match events below it are not made, and not made up for later. `high`: a match is new or removed, or becomes or
   * ceases to be `likely_eligible`; `medium`: another change of a measure that is open, continuous or forthcoming;
   * `low`: any other. A new list has `low`.
   */
  min_severity?: Severity | undefined
  /** Ids of measures of which no match events are made; a merged one mutes the survivor. A new list has none. */
  muted_subsidies?: readonly string[] | undefined
}

export type NewWatchlistAnswer = {
  data: Watchlist
  meta: Meta
}

export type NewWebhook = {
  /**
   * `https://`, a public host name or address, no user name or password. The host is looked up at each delivery, and
   * where it leads to no public address nothing is sent.
   */
  url: string
  filters?: NewWebhookFilters | undefined
}

export type NewWebhookAnswer = {
  data: WebhookWithSecret
  meta: Meta
}

/**
 * An event must pass every filter given, and passes one by any of its values; empty: no restriction. Case, spaces
 * around values, and empty and repeated ones do not count. At most 1000 values each.
 */
export type NewWebhookFilters = {
  /** Events of any of these types, or that touched any of these categories. Pings pass every filter. */
  event_types?: readonly EventType[] | string | undefined
  /** Ids of sources: events of their measures, and their own. Match events have no source and do not pass. */
  sources?: readonly string[] | string | undefined
  /**
   * Events of measures of any of these regions, match events by their measure, a source's events by the source;
   * without regional restriction it passes.
   */
  regions?: readonly Region[] | string | undefined
  /** Events of measures with any of these topics; events of sources and match events do not pass. */
  topics?: readonly Topic[] | string | undefined
  /**
   * Ids of measures, not slugs: events about them, match events included; of a merged one also about the survivor. An
   * id that nobody knows yet is taken.
   */
  subsidy_ids?: readonly string[] | string | undefined
  /** Ids of your watchlists: their match events; nothing else passes. */
  watchlists?: readonly string[] | string | undefined
}

/** OpenAPI 3.1. */
export type OpenApiDocument = { [name: string]: unknown }

export type OpenQuestion = {
  /** A property of the match request; of `answers`, `answers.` and the name. */
  field: string
  /** In the language asked. */
  question: string
  /**
   * What to choose from: of `company.postcode` the first 20 establishments of an enterprise that has several; null: it
   * is open.
   */
  options: QuestionOption[] | null
  /** Matches for which it is the only open question. */
  settles: number
  /** Matches that have it among theirs. */
  appears_in: number
}

/** Whose page a record was read on. New values may come: take one that you do not know as it is. */
export type PageOwner = 'authority' | 'third_party'

export type Pagination = {
  /** Exact. */
  has_more: boolean
  /** Opaque; present while there is more. */
  next_cursor?: string
  /** Page size used. */
  limit: number
}

/** When support is paid. Closed; `payments` of the taxonomy has the labels. */
export type Payment = 'advance' | 'instalments' | 'after_proof' | 'continuous'

/** Somebody tests an endpoint. */
export type PingEvent = {
  /** Prefix `chg_`; the same wherever the event is shown or sent, and on every retry. */
  id: string
  event: 'ping'
  /** When it occurred; never decreases along the feed. */
  created_at: string
  data: PingEventData
}

export type PingEventData = {
  subject: 'webhook'
  /** Of the endpoint. */
  id: string
  /** Always null: no version stands behind it. */
  version: number | null
  /** Every category that it touched, its own type among them. */
  categories: ('ping')[]
  /** Empty. */
  diff: { [name: string]: unknown }
  summary: PingSummary
}

export type PingSummary = {
  message: string
}

/** Whose postcode decides the place. New values may come: take one that you do not know as it is. */
export type PlaceOrigin = 'company' | 'project'

/** A plan: its price, its limits, and what it includes. */
export type Plan = {
  plan: Open<PlanId>
  /** The name for people. */
  label: string
  /** Euros a month; 0 where the price is agreed upon. */
  price_monthly_eur: number
  /** Euros a year; 0 where the price is agreed upon. */
  price_yearly_eur: number
  /** Euros a month that it costs at least, where the price is agreed upon; null: the price is fixed. */
  price_from_monthly_eur: number | null
  /** Whether it can be taken without us. */
  self_serve: boolean
  /** Whether it can be paid by card here, now. */
  purchasable: boolean
  /** Requests in a UTC month. 0: none; null: unlimited. */
  monthly_requests: number | null
  /** Match evaluations in a UTC month. 0: none; null: unlimited. */
  monthly_match_evaluations: number | null
  /** Requests a second, of all keys together; as many at once. */
  rate_limit_rps: number
  /** Keys that are not revoked. */
  api_keys: number
  /** Rows of a page at most. */
  max_page_size: number
  /** Companies of a bulk match at most. 0: none. */
  max_bulk_companies: number
  /** Companies on all watchlists together. 0: none; null: unlimited. */
  watchlist_companies: number | null
  /** Webhook endpoints. 0: none. */
  webhook_endpoints: number
  /** What the plan includes. */
  capabilities: {
    /** The change feed. */
    change_feed: boolean
    /** Versions of a measure. */
    history: boolean
    /** Measures as they were at an instant. */
    as_of: boolean
    /** Webhook endpoints. */
    webhooks: boolean
    /** Matching of many companies at once. */
    bulk_match: boolean
    /** Watchlists, and match events. */
    watchlists: boolean
    /** The whole catalogue as NDJSON. */
    bulk_export: boolean
    /** By contract: passing the data on. */
    redistribution_rights: boolean
  }
}

/** A plan. New values may come: take one that you do not know as it is. */
export type PlanId = 'developer' | 'pro' | 'business' | 'enterprise'

export type PlanList = {
  data: Plan[]
}

/** What a caller can answer with yes or no, in `answers` of a match request. */
export type Point = {
  id: string
  label: Label
  question: Label
  /** Properties of the match request that this one question stands for until it is answered; no: they are none. */
  gates: string[]
}

/** With whom a project is carried out. Closed; `partners` of the taxonomy has the labels. */
export type ProjectPartner = 'enterprise' | 'foreign_enterprise' | 'research_organisation' | 'public_body' | 'non_profit'

/** How far a project of research or innovation is from the market. Closed; `stages` of the taxonomy has the labels. */
export type ProjectStage = 'feasibility' | 'fundamental_research' | 'industrial_research' | 'experimental_development' | 'innovation' | 'market_introduction'

/** Where a rule comes from. */
export type Provenance = {
  source_id: string
  /** The page that states it. */
  url: string | null
  /** structured: data of the authority; curated: read and coded by people; derived: inferred. */
  method: Open<ProvenanceMethod>
  /** When it was last checked. */
  checked_at: string | null
  /** The wording it rests on, where the licence mode allows it. */
  excerpt: string | null
}

/** How a rule came about. New values may come: take one that you do not know as it is. */
export type ProvenanceMethod = 'structured' | 'curated' | 'derived'

/** The ten provinces of Belgium; Brussels lies in none. Closed; `provinces` of the taxonomy has the labels. */
export type Province = 'antwerp' | 'flemish_brabant' | 'walloon_brabant' | 'west_flanders' | 'east_flanders' | 'hainaut' | 'liege' | 'limburg' | 'luxembourg' | 'namur'

export type QuestionOption = {
  /** To be given as `company.establishment_number`. */
  establishment_number: string
  postcode: string
  /** NIS code of 2025; null: the postcode lies in several. */
  municipality: string | null
}

export type QueuedPing = {
  /** As in the header `Service-Delivery`. */
  delivery_id: string
  /** Of the event; `id` in the body that is sent. */
  event_id: string
}

export type QueuedPingAnswer = {
  data: QueuedPing
  meta: Meta
}

/** Whether a measure comes back. New values may come: take one that you do not know as it is. */
export type Recurrence = 'one_off' | 'recurring' | 'continuous'

/** The three regions of Belgium. Closed; `regions` of the taxonomy has the labels. */
export type Region = 'flanders' | 'brussels' | 'wallonia'

export type RegisteredActivity = {
  /** Without dots. */
  code: string
  version: Open<ActivityVersion>
  /** Whether it is the main activity: of the NSSO before VAT where both say. */
  main: boolean
}

export type RegisteredOffice = {
  /** Of the register. */
  postcode: string
  /** NIS code of 2025; null: the postcode lies in several, and the address does not tell which. */
  municipality: string | null
}

/** A row that cannot be right: what is stored stays. */
export type RejectedCompany = {
  /** Of the row, from 0. */
  index: number
  /** As given; null: the row has none that can be read. */
  reference: string | null
  /** `invalid_body`; as of an error. */
  code: string
  /** English, for people. */
  message: string
  details: {
    /** Path within the row. */
    field: string
  }
}

/** Other measures, by id. */
export type RelatedSubsidies = {
  /** Not together for the same project or cost; both ways. */
  excludes: string[]
  /** Must be had first. */
  requires: string[]
  /** The measure of which this is a part that can be had apart. */
  variant_of: string | null
  /** What took its place. */
  replaced_by: string[]
  /** Those that name it in `replaced_by` now, in old versions too. */
  replaces: string[]
  /** Ids that lead here. */
  merged_from: string[]
}

/** Why a person must look at a match. Closed; `review_reasons` of the taxonomy has the labels. */
export type ReviewReason = 'no_rule' | 'weak_fail' | 'not_open' | 'other_topic'

export type RotatedWebhookAnswer = {
  data: WebhookWithSecret
  meta: Meta
}

/** A test of one fact of the company or the project, or a group of tests. */
export type Rule = {
  /** Unique within the measure, members of groups and tiers included. */
  id: string
  /** Null: a group. */
  field: Open<RuleField> | null
  /** Null: a group. */
  operator: Open<RuleOperator> | null
  /** One value for is, at_least, at_most, before, after; [from, to] for between; else a list. Null: a group. */
  value: string | number | (string | number)[] | null
  /** Of which one must pass; null: no such group. */
  any: Rule[] | null
  /** Which must all pass; null: no such group. */
  all: Rule[] | null
  /** The condition in words that it speaks for. */
  condition_id: string | null
  /** How surely it states what the authority asks. */
  confidence: number
  provenance: Provenance
}

/** Fact that a rule tests. Closed; `rule_fields` of the taxonomy has the labels. */
export type RuleField = 'company.region' | 'company.province' | 'company.municipality' | 'company.size' | 'company.legal_form' | 'company.employees' | 'company.turnover_eur' | 'company.balance_total_eur' | 'company.age_months' | 'company.de_minimis_eur' | 'project.budget_eur' | 'project.planned_start' | 'company.applicant_type' | 'project.topics' | 'project.cost_types' | 'project.stages' | 'project.partners' | 'company.nace' | 'company.joint_committees' | 'hire.age' | 'hire.months_jobseeking' | 'hire.diploma' | 'hire.contract' | 'hire.region' | 'household.income_eur' | 'household.dependants' | 'building.year' | 'building.occupancy'

export type RuleFieldTerm = {
  id: string
  label: Label
  /** Shape of the fact it looks at. */
  type: Open<RuleFieldType>
  operators: Open<RuleOperator>[]
  /** The request property that an unknown value asks for. */
  asks: string
  question: Label
}

/** Shape of a fact. New values may come: take one that you do not know as it is. */
export type RuleFieldType = 'one' | 'number' | 'date' | 'set' | 'codes'

/** How a rule tests it. Closed; `operators` of the taxonomy has the labels. */
export type RuleOperator = 'is' | 'in' | 'not_in' | 'at_least' | 'at_most' | 'between' | 'before' | 'after' | 'overlaps' | 'not_overlaps' | 'covers' | 'not_covers'

/**
 * What a rule says of the facts; `unknown`: one is missing. New values may come: take one that you do not know as it
 * is.
 */
export type RuleOutcome = 'pass' | 'fail' | 'unknown'

/** What became of a run. New values may come: take one that you do not know as it is. */
export type RunStatus = 'running' | 'succeeded' | 'failed' | 'held'

/** How far a measure reaches. Closed; `scopes` of the taxonomy has the labels. */
export type Scope = 'eu' | 'national' | 'regional' | 'provincial' | 'local'

/** Which words of `q` a measure must have. New values may come: take one that you do not know as it is. */
export type SearchWords = 'all' | 'most' | 'meant'

/** How much a change matters. New values may come: take one that you do not know as it is. */
export type Severity = 'low' | 'medium' | 'high'

/** Way to sign in to the dashboard. New values may come: take one that you do not know as it is. */
export type SignInMethod = 'google' | 'password'

/** Figures that a size was derived from. New values may come: take one that you do not know as it is. */
export type SizeBasis = 'employees' | 'employees_turnover' | 'employees_balance' | 'employees_turnover_balance'

export type Source = {
  id: string
  name: string
  /** First part of the ids of its measures. */
  prefix: string
  /** The authority, or whoever words the records. */
  publisher: string
  url: string
  government_level: Open<GovernmentLevel>
  /** Empty: no regional restriction. */
  regions: Open<Region>[]
  licence: SourceLicence
  /** Licence mode of its measures, where a field has no other. */
  reuse_mode: Open<LicenceMode>
  /** The line that must accompany its data. */
  attribution: string | null
  enabled: boolean
  /** How often it should succeed; null: no rhythm, never stale. */
  expected_every_hours: number | null
  /**
   * `stale`: twice the expected hours without a success. `failing`: three failed runs in a row, which goes before
   * stale. `never`: no success yet.
   */
  freshness: Open<SourceFreshness>
  /** Start of its newest run. */
  last_run_at: string | null
  /** End of its last succeeded run. */
  last_success_at: string | null
  /** End of the last run that created, changed or withdrew something. */
  last_change_at: string | null
  /** Measures that are neither withdrawn nor merged. */
  measures: number
}

export type SourceAnswer = {
  data: SourceWithRuns
  meta: Meta
}

/** The freshness of a source changed. */
export type SourceEvent = {
  /** Prefix `chg_`; the same wherever the event is shown or sent, and on every retry. */
  id: string
  event: Open<SourceEventType>
  /** When it occurred; never decreases along the feed. */
  created_at: string
  data: SourceEventData
}

export type SourceEventData = {
  subject: 'source'
  /** Of the source. */
  id: string
  /** Always null: no version stands behind it. */
  version: number | null
  /** Every category that it touched, its own type among them. */
  categories: Open<SourceEventType>[]
  /** Empty. */
  diff: { [name: string]: unknown }
  summary: SourceSummary
}

/** Type of an event of a source. New types may come: ignore those that you do not know. */
export type SourceEventType = 'source.stale' | 'source.failing' | 'source.fresh'

/** How fresh what is known of a source is. New values may come: take one that you do not know as it is. */
export type SourceFreshness = 'fresh' | 'stale' | 'failing' | 'never'

/** Under which its data may be used. */
export type SourceLicence = {
  id: string
  name: string
  /** Its text; null: it has no page. */
  url: string | null
}

export type SourceList = {
  data: Source[]
}

/** How fresh the source became. */
export type SourceSummary = {
  source_id: string
  name: string
  freshness: Open<SourceFreshness>
  previous_freshness: Open<SourceFreshness>
  /** End of its last succeeded run. */
  last_success_at: string | null
  url: string
}

export type SourceWithRuns = {
  id: string
  name: string
  /** First part of the ids of its measures. */
  prefix: string
  /** The authority, or whoever words the records. */
  publisher: string
  url: string
  government_level: Open<GovernmentLevel>
  /** Empty: no regional restriction. */
  regions: Open<Region>[]
  licence: SourceLicence
  /** Licence mode of its measures, where a field has no other. */
  reuse_mode: Open<LicenceMode>
  /** The line that must accompany its data. */
  attribution: string | null
  enabled: boolean
  /** How often it should succeed; null: no rhythm, never stale. */
  expected_every_hours: number | null
  /**
   * `stale`: twice the expected hours without a success. `failing`: three failed runs in a row, which goes before
   * stale. `never`: no success yet.
   */
  freshness: Open<SourceFreshness>
  /** Start of its newest run. */
  last_run_at: string | null
  /** End of its last succeeded run. */
  last_success_at: string | null
  /** End of the last run that created, changed or withdrew something. */
  last_change_at: string | null
  /** Measures that are neither withdrawn nor merged. */
  measures: number
  /** The newest ten, newest first. */
  runs: IngestionRun[]
}

export type StateAid = {
  regime: Open<StateAidRegime>
  /** What the regime leaves open. */
  note: string | null
}

/** Rules of the EU on state aid that a measure is under. Closed; `state_aid_regimes` of the taxonomy has the labels. */
export type StateAidRegime = 'none' | 'de_minimis' | 'de_minimis_agriculture' | 'de_minimis_fisheries' | 'block_exemption' | 'notified' | 'unknown'

/** What is known of the project. Every property is optional. */
export type StoredProject = {
  /** Place of the investment, works or job; where given, it decides the place. */
  postcode?: string | undefined
  topics?: readonly Topic[] | undefined
  /** Costs for which support would be asked, VAT excluded. */
  budget_eur?: number | undefined
  /** When the project would begin. */
  planned_start?: string | undefined
  cost_types?: readonly CostType[] | undefined
  /**
   * What each type of cost comes to, each type once. The types count as `cost_types`; where `budget_eur` is not given
   * their sum is the budget, which is never below it.
   */
  costs?: readonly MatchCostInput[] | undefined
  /** How far a project of research or innovation is from the market. */
  stages?: readonly ProjectStage[] | undefined
  /** With whom the project is carried out. */
  partners?: readonly ProjectPartner[] | undefined
}

/** The full record of a measure. */
export type Subsidy = {
  /** `<source-prefix>:<local-id>`. */
  id: string
  /** Readable name for paths, given once and never changed. */
  slug: string
  /** In the language served. */
  title: string
  /** In the language served. */
  summary: string | null
  /** Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then. */
  status: Open<SubsidyStatus>
  /** What the applicant receives. */
  instrument_type: Open<InstrumentType>
  /** Of the government that decides. */
  government_level: Open<GovernmentLevel>
  /** How far the measure reaches. */
  scope: Open<Scope>
  /** Empty: no regional restriction. */
  regions: Open<Region>[]
  topics: Open<Topic>[]
  /** Who may apply; empty: not restricted. */
  applicant_types: Open<ApplicantType>[]
  /** By the EU definition; empty: not restricted. */
  company_sizes: Open<CompanySize>[]
  issuer: Authority
  /** What the support comes to; null: no figure is known, which is not 0. */
  amount: Amount | null
  /** The first deadline still ahead, else the last; null: no deadline known. */
  closes_at: string | null
  source_id: string
  /** The competent authority's own page. */
  url: string
  version: number
  /** When this version came into force. */
  updated_at: string
  /** Since when the source no longer lists it; null: it does. */
  withdrawn_at: string | null
  /** Day, month or year on which the record was last read (`2026-03-14`, `2026-03`, `2026`); null: by nobody. */
  last_checked_on: string | null
  /** In the language served; null where its licence mode withholds it. */
  description: string | null
  /** Languages in which the title exists. */
  languages: Open<TextLanguage>[]
  /** Language in which the title is served: the one asked, else en, nl, fr, de. */
  content_language: Open<TextLanguage>
  provinces: Open<Province>[]
  /** NIS (2025) and NUTS codes. */
  area_codes: string[]
  /** Who handles the file; null: none is named beside the issuer. */
  administrator: Authority | null
  nace: NaceRestriction
  /** Legal form codes of the KBO, or `natural_person`. */
  legal_forms: string[]
  cost_types: Open<CostType>[]
  /** EU programme code. */
  programme: string | null
  application_window: ApplicationWindow
  /** Rules of the EU on state aid that it is under; null: not known. */
  state_aid: StateAid | null
  /** All are required; those that follow from other fields included. */
  rules: Rule[]
  /**
   * How to apply, for people; null: it does not say, or its licence mode withholds it. A step without which the
   * support is lost is a condition of kind `procedure`.
   */
  application: SubsidyApplication | null
  /** Every condition, evaluated or not. */
  conditions: Condition[]
  condition_coverage: ConditionCoverage
  related: RelatedSubsidies
  legal_basis: LegalBasis[]
  /** Where to apply. */
  application_url: string | null
  links: SubsidyLinks
  source: SubsidyProvenance
  licence: SubsidyLicence
  /** When the measure was first seen. */
  created_at: string
}

export type SubsidyAnswer = {
  data: Subsidy
  meta: Meta
}

/** How to apply, for people. */
export type SubsidyApplication = {
  /** What to do, in its order, each in the language served. */
  steps: string[]
  /** What to have at hand, each in the language served. */
  documents: string[]
  /** Who answers questions; null: not known. */
  contact: ApplicationContact | null
  /** Calendar days in which the authority decides on a complete file; null: not known. */
  decision_days: number | null
  /** When the support is paid; null: not known. */
  payment: Open<Payment> | null
  /** What the rest leaves open. */
  note: string | null
}

/** When the record was last read, and on which page; null: it does not say. */
export type SubsidyChecked = {
  /** Day, month or year (`2026-03-14`, `2026-03`, `2026`) on which the text is known to have stood as it was read. */
  on: string
  /** The page that was read; null: not known. */
  url: string | null
  /** Whose page it is: the authority's own (or that of whoever runs the measure), or another's; null: not known. */
  by: Open<PageOwner> | null
}

/** A measure was created or changed, or one of its deadlines comes near. */
export type SubsidyEvent = {
  /** Prefix `chg_`; the same wherever the event is shown or sent, and on every retry. */
  id: string
  event: Open<SubsidyEventType>
  /** When it occurred; never decreases along the feed. */
  created_at: string
  data: SubsidyEventData
}

export type SubsidyEventData = {
  subject: 'subsidy'
  /** Of the measure, as it was when the event was made. */
  id: string
  /** The version that it announces; null: none. */
  version: number | null
  /** Every category that it touched, its own type among them. */
  categories: Open<SubsidyEventType>[]
  /**
   * Dotted path of the full record to what it was and became, both null where the text is withheld; empty for an event
   * that is no version.
   */
  diff: { [name: string]: {
    from: unknown
    to: unknown
  } }
  summary: MeasureSummary
  /** `id` again. */
  subsidy_id: string
  links: EventLinks
}

/** Type of an event of a measure, the most significant first. New types may come: ignore those that you do not know. */
export type SubsidyEventType = 'subsidy.created' | 'subsidy.withdrawn' | 'subsidy.reinstated' | 'subsidy.merged' | 'subsidy.status_changed' | 'subsidy.deadline_changed' | 'subsidy.amount_changed' | 'subsidy.eligibility_changed' | 'subsidy.content_changed' | 'subsidy.closing_soon'

/** What may be done with the record now. */
export type SubsidyLicence = {
  /** Of every field that `fields` does not name. */
  default: Open<LicenceMode>
  /** Modes by field. */
  fields: { [name: string]: Open<LicenceMode> }
  /** Line to show wherever the record is shown. */
  attribution: string | null
}

/** Absolute addresses. */
export type SubsidyLinks = {
  /** This record. */
  api: string
  /** Its versions. */
  versions: string
}

export type SubsidyList = {
  data: (CompactSubsidy | Subsidy)[]
  pagination: Pagination
  meta: MeasureListMeta
}

/** Where the record comes from. */
export type SubsidyProvenance = {
  id: string
  /** The source's own address of the record. */
  record_url: string | null
  /**
   * When the record was last checked against its source: where `checked` says it, its first instant; null: by nobody.
   */
  last_checked_at: string | null
  /** When the record was last read, and on which page; null: it does not say. */
  checked: SubsidyChecked | null
  /** Equals `created_at`. */
  first_seen_at: string
  /** Equals `updated_at`. */
  last_changed_at: string
}

/** Order of a list of measures. Closed; `sorts` of the taxonomy has the labels. */
export type SubsidySort = 'relevance' | 'deadline' | 'updated' | 'title'

/**
 * Whether a measure can be applied for: now in `open` and `continuous`, later in `forthcoming`; `unknown`: it is not
 * known, which is not the same as closed. Closed; `statuses` of the taxonomy has the labels.
 */
export type SubsidyStatus = 'forthcoming' | 'open' | 'continuous' | 'paused' | 'budget_exhausted' | 'closed' | 'unknown'

export type SubsidyVersion = {
  /** `<source-prefix>:<local-id>`. */
  id: string
  /** Readable name for paths, given once and never changed. */
  slug: string
  /** In the language served. */
  title: string
  /** In the language served. */
  summary: string | null
  /** Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then. */
  status: Open<SubsidyStatus>
  /** What the applicant receives. */
  instrument_type: Open<InstrumentType>
  /** Of the government that decides. */
  government_level: Open<GovernmentLevel>
  /** How far the measure reaches. */
  scope: Open<Scope>
  /** Empty: no regional restriction. */
  regions: Open<Region>[]
  topics: Open<Topic>[]
  /** Who may apply; empty: not restricted. */
  applicant_types: Open<ApplicantType>[]
  /** By the EU definition; empty: not restricted. */
  company_sizes: Open<CompanySize>[]
  issuer: Authority
  /** What the support comes to; null: no figure is known, which is not 0. */
  amount: Amount | null
  /** The first deadline still ahead, else the last; null: no deadline known. */
  closes_at: string | null
  source_id: string
  /** The competent authority's own page. */
  url: string
  version: number
  /** When this version came into force. */
  updated_at: string
  /** Since when the source no longer lists it; null: it does. */
  withdrawn_at: string | null
  /** Day, month or year on which the record was last read (`2026-03-14`, `2026-03`, `2026`); null: by nobody. */
  last_checked_on: string | null
  /** In the language served; null where its licence mode withholds it. */
  description: string | null
  /** Languages in which the title exists. */
  languages: Open<TextLanguage>[]
  /** Language in which the title is served: the one asked, else en, nl, fr, de. */
  content_language: Open<TextLanguage>
  provinces: Open<Province>[]
  /** NIS (2025) and NUTS codes. */
  area_codes: string[]
  /** Who handles the file; null: none is named beside the issuer. */
  administrator: Authority | null
  nace: NaceRestriction
  /** Legal form codes of the KBO, or `natural_person`. */
  legal_forms: string[]
  cost_types: Open<CostType>[]
  /** EU programme code. */
  programme: string | null
  application_window: ApplicationWindow
  /** Rules of the EU on state aid that it is under; null: not known. */
  state_aid: StateAid | null
  /** All are required; those that follow from other fields included. */
  rules: Rule[]
  /**
   * How to apply, for people; null: it does not say, or its licence mode withholds it. A step without which the
   * support is lost is a condition of kind `procedure`.
   */
  application: SubsidyApplication | null
  /** Every condition, evaluated or not. */
  conditions: Condition[]
  condition_coverage: ConditionCoverage
  related: RelatedSubsidies
  legal_basis: LegalBasis[]
  /** Where to apply. */
  application_url: string | null
  links: SubsidyLinks
  source: SubsidyProvenance
  licence: SubsidyLicence
  /** When the measure was first seen. */
  created_at: string
  change: VersionChange
}

export type SubsidyVersionAnswer = {
  data: SubsidyVersion
  meta: Meta
}

export type Taxonomy = {
  regions: Term[]
  provinces: Term[]
  company_sizes: Term[]
  statuses: Term[]
  instrument_types: Term[]
  government_levels: Term[]
  scopes: Term[]
  topics: TopicTerm[]
  applicant_types: Term[]
  cost_types: Term[]
  licence_modes: Term[]
  amount_bases: Term[]
  state_aid_regimes: Term[]
  condition_kinds: Term[]
  review_reasons: Term[]
  rule_fields: RuleFieldTerm[]
  operators: Term[]
  event_types: Term[]
  match_statuses: Term[]
  sorts: Term[]
  views: Term[]
  languages: Term[]
  diplomas: Term[]
  contracts: Term[]
  occupancies: Term[]
  stages: Term[]
  partners: Term[]
  payments: Term[]
  points: Point[]
}

export type Term = {
  id: string
  label: Label
}

/** Language in which a text may exist. New values may come: take one that you do not know as it is. */
export type TextLanguage = 'nl' | 'fr' | 'en' | 'de'

/** What a measure or a project is about. Closed; `topics` of the taxonomy has the labels. */
export type Topic = 'digitalisation' | 'cybersecurity' | 'artificial_intelligence' | 'innovation' | 'research_development' | 'energy_efficiency' | 'renewable_energy' | 'energy' | 'climate_environment' | 'circular_economy' | 'sustainable_mobility' | 'investment' | 'training' | 'advice_consultancy' | 'internationalisation' | 'hiring_employment' | 'starting_business' | 'growth_scaleup' | 'financing' | 'transformation' | 'agriculture' | 'fisheries' | 'tourism_hospitality' | 'culture_creative' | 'construction_renovation' | 'health_life_sciences' | 'social_economy' | 'retail_commerce' | 'water' | 'manufacturing' | 'intellectual_property' | 'inclusion_diversity' | 'cooperation' | 'space_defence' | 'crisis_support' | 'housing' | 'family_care' | 'education'

export type TopicTerm = {
  id: string
  label: Label
  /** Topics that count as half a match. */
  related: string[]
}

export type Understood = {
  /** `word`: searched as a word; `ignored`: it says nothing, or a filter says it already. */
  kind: Open<UnderstoodKind>
  /** As typed. */
  text: string
  /**
   * What it was taken for: a region, a province or the NIS code of a municipality; ids of the vocabularies (with
   * commas between them where several are meant); a NACE-BEL 2025 code; a number; a measure or programme.
   */
  id: string | null
  /** What that is called, in the language asked. */
  label: string | null
}

/**
 * What words were taken for; `word`: searched as a word; `ignored`: it says nothing, or a filter says it already. New
 * values may come: take one that you do not know as it is.
 */
export type UnderstoodKind = 'place' | 'applicant' | 'activity' | 'topic' | 'purpose' | 'instrument' | 'amount' | 'people' | 'programme' | 'word' | 'ignored'

/** A condition that no rule evaluates: answer it, or check it yourself. */
export type UnevaluatedCondition = {
  id: string
  kind: Open<ConditionKind>
  /** Whether it says what makes somebody a case of this measure. */
  defines: boolean
  /** Null where its licence mode withholds it. */
  text: string | null
  /** Its name in `answers` of the request; null: it is never asked. */
  answer_as: string | null
  /** What the caller answered; null: nothing. */
  answer: boolean | null
}

export type VersionChange = {
  version: number
  /** When this version began; included. */
  valid_from: string
  /** When the next version began, excluded; null for the newest. */
  valid_to: string | null
  /** The event of the feed that announced it. */
  event_id: string
  /** Its most significant change. */
  type: Open<EventType>
  /** Every category it touched. */
  categories: Open<EventType>[]
  /**
   * `high`: created, withdrawn, reinstated, merged, status or deadline changed; `medium`: amount or conditions; `low`:
   * other content.
   */
  severity: Open<Severity>
  /** Dotted path of the full record to what it was and became; both null where the text is withheld. */
  diff: { [name: string]: {
    from: unknown
    to: unknown
  } }
}

export type VersionList = {
  data: VersionChange[]
  pagination: Pagination
  meta: Meta
}

/** How much a row says. Closed; `views` of the taxonomy has the labels. */
export type View = 'compact' | 'full'

/** As given; null: not given. */
export type WatchedBuilding = {
  /** Of first use. */
  year: number | null
  /** What the applicant is to the building. */
  occupancy: Open<BuildingOccupancy> | null
}

export type WatchedCompany = {
  /** The caller's own name for the company. */
  reference: string
  company: WatchedFacts
  project: WatchedProject
  hire: WatchedHire
  household: WatchedHousehold
  building: WatchedBuilding
  /** As given, also where they belong to no condition. */
  answers: { [name: string]: boolean }
  /** Whether what was not given is filled, by its number, whenever it is judged. */
  fill: boolean
  /** When it was first put on the list. */
  added_at: string
  /** When it was last uploaded. */
  updated_at: string
}

export type WatchedCompanyList = {
  data: WatchedCompany[]
  pagination: Pagination
  meta: Meta
}

/** The facts as given; null: not given. */
export type WatchedFacts = {
  /** Of the establishment that applies, not of the registered seat. Belgian. */
  postcode: string | null
  /** NIS code of 2025, for a postcode that lies in several municipalities; must lie in the postcode. */
  municipality: string | null
  /**
   * What the applicant is; one may be several: a person is a household, and may be self-employed beside it. What
   * follows from the legal form is added, but to a household alone nothing is.
   */
  applicant_types: Open<ApplicantType>[]
  /** Read as `applicant_types` of this one; where both are given they must say the same. */
  applicant_type: Open<ApplicantType> | null
  /** Full-time equivalents of the last closed year, rounded down, linked enterprises included. */
  employees: number | null
  /** Annual turnover, VAT excluded, linked enterprises included. */
  turnover_eur: number | null
  /** Balance sheet total, linked enterprises included. */
  balance_total_eur: number | null
  /** KBO code, or an abbreviation or name in nl, fr or de; `natural_person`. */
  legal_form: string | null
  /** The first code is the main activity. */
  nace: string[]
  /** A day ahead is a company to be. */
  founded_on: string | null
  /** 10 digits with valid check digits; dots, spaces and the prefix BE accepted. */
  enterprise_number: string | null
  /**
   * 10 digits, the first 2 to 8, written as an enterprise number: which establishment applies. Alone it stands for its
   * enterprise.
   */
  establishment_number: string | null
  joint_committees: string[]
  /** De minimis aid granted to the single undertaking in the three years before. */
  de_minimis_eur: number | null
}

/** As given; null: not given. */
export type WatchedHire = {
  /** In full years. */
  age: number | null
  /** Full months of being registered as a jobseeker; 0: not registered. */
  months_jobseeking: number | null
  /** The highest. */
  diploma: Open<Diploma> | null
  contract: Open<HireContract> | null
  /** Of the home. Belgian. */
  postcode: string | null
}

/** As given; null: not given. */
export type WatchedHousehold = {
  /** Taxable income of the household. */
  income_eur: number | null
  /** Persons in the household's charge. */
  dependants: number | null
}

/** As given; null: not given. */
export type WatchedProject = {
  /** Place of the investment, works or job; where given, it decides the place. */
  postcode: string | null
  topics: Open<Topic>[]
  /** Costs for which support would be asked, VAT excluded. */
  budget_eur: number | null
  /** When the project would begin. */
  planned_start: string | null
  cost_types: Open<CostType>[]
  /**
   * What each type of cost comes to, each type once. The types count as `cost_types`; where `budget_eur` is not given
   * their sum is the budget, which is never below it.
   */
  costs: MatchCost[]
  /** How far a project of research or innovation is from the market. */
  stages: Open<ProjectStage>[]
  /** With whom the project is carried out. */
  partners: Open<ProjectPartner>[]
}

export type Watchlist = {
  id: string
  name: string
  language: Open<Language>
  /** How many it holds. */
  companies: number
  min_severity: Open<Severity>
  /** As given. */
  muted_subsidies: string[]
  /** When it was made. */
  created_at: string
  /** When its options or companies last changed. */
  updated_at: string
}

export type WatchlistAnswer = {
  data: Watchlist
  meta: Meta
}

export type WatchlistList = {
  data: Watchlist[]
  pagination: Pagination
  meta: Meta
}

/** How a measure stands to one watched company. */
export type WatchlistMatch = {
  /** The caller's own. */
  company_reference: string
  subsidy: CompactSubsidy
  status: Open<MatchStatus>
  /** Empty unless `needs_review`. */
  review_reasons: Open<ReviewReason>[]
  /** One decimal. */
  score: number
  /** What its undecided rules lack, and conditions that neither a rule nor an answer settles. */
  questions: string[]
  /** What the support may come to; null: no figure or rate is known, or the match is `not_eligible`. */
  indicative_amount: IndicativeAmount | null
}

export type WatchlistMatchList = {
  data: WatchlistMatch[]
  pagination: Pagination
  meta: MatchListMeta
}

/** What is given is set; the rest stays. */
export type WatchlistOptions = {
  /** Without control characters. */
  name?: string | undefined
  /** Of the texts of its matches. A new list has `en`. */
  language?: Language | undefined
  /**
   * Match events below it are not made, and not made up for later. `high`: a match is new or removed, or becomes or
   * ceases to be `likely_eligible`; `medium`: another change of a measure that is open, continuous or forthcoming;
   * `low`: any other. A new list has `low`.
   */
  min_severity?: Severity | undefined
  /** Ids of measures of which no match events are made; a merged one mutes the survivor. A new list has none. */
  muted_subsidies?: readonly string[] | undefined
}

export type WatchlistUpload = {
  companies: readonly WatchlistUploadRow[]
}

export type WatchlistUploadAnswer = {
  data: WatchlistUploaded
  meta: Meta
}

export type WatchlistUploadRow = {
  /** The caller's own name for the company, by which it is replaced; each once. */
  reference: string
  company: MatchCompany
  project?: StoredProject | undefined
  hire?: MatchHire | undefined
  household?: MatchHousehold | undefined
  building?: MatchBuilding | undefined
  /**
   * Answers to conditions that no rule evaluates, by the name that a match gives as `answer_as`: a point of the
   * taxonomy, or `<measure id>#<condition id>`.
   */
  answers?: { [name: string]: boolean | null } | undefined
  /**
   * Whether what is not given of the company is filled from the register and from filed accounts, by its number.
   * Default true. Where it is false the register is not read, so that an establishment is not compared with its
   * enterprise either.
   */
  fill?: boolean | undefined
}

export type WatchlistUploaded = {
  added: number
  replaced: number
  rejected: RejectedCompany[]
}

export type Webhook = {
  id: string
  /** As deliveries go there: normalised, without fragment. */
  url: string
  filters: WebhookFilters
  /** False: it was switched off after 20 failures in a row; enable it. */
  active: boolean
  /** When it was made. */
  created_at: string
  /** When it last answered a delivery with 2xx. */
  last_success_at: string | null
  /** Failed attempts since the last success. */
  consecutive_failures: number
}

export type WebhookDelivery = {
  /** As in the header `Service-Delivery`. */
  id: string
  event_type: Open<EventType>
  status: Open<DeliveryStatus>
  /** Those that have begun. */
  attempts: number
  /** HTTP status of the last answer. */
  last_status: number | null
  /**
   * Null after a success; else `timeout`, `connection`, `tls`, `refused_address`, `redirect` or `status`, and of an
   * answer its first 500 characters.
   */
  last_error: string | null
  /** When it was queued. */
  created_at: string
  /** When it was answered with 2xx. */
  delivered_at: string | null
  /** While it is pending: not before then. Before the first attempt, when it was queued. */
  next_attempt_at: string | null
  /** Of the event; `id` in the body that is sent. */
  event_id: string
}

export type WebhookDeliveryList = {
  data: WebhookDelivery[]
  pagination: Pagination
  meta: Meta
}

/** Every filter, as it is kept; an empty list: no restriction. */
export type WebhookFilters = {
  /** Events of any of these types, or that touched any of these categories. Pings pass every filter. */
  event_types: Open<EventType>[]
  /** Ids of sources: events of their measures, and their own. Match events have no source and do not pass. */
  sources: string[]
  /**
   * Events of measures of any of these regions, match events by their measure, a source's events by the source;
   * without regional restriction it passes.
   */
  regions: Open<Region>[]
  /** Events of measures with any of these topics; events of sources and match events do not pass. */
  topics: Open<Topic>[]
  /**
   * Ids of measures, not slugs: events about them, match events included; of a merged one also about the survivor. An
   * id that nobody knows yet is taken.
   */
  subsidy_ids: string[]
  /** Ids of your watchlists: their match events; nothing else passes. */
  watchlists: string[]
}

export type WebhookList = {
  data: Webhook[]
  pagination: Pagination
  meta: Meta
}

export type WebhookWithSecret = {
  id: string
  /** As deliveries go there: normalised, without fragment. */
  url: string
  filters: WebhookFilters
  /** False: it was switched off after 20 failures in a row; enable it. */
  active: boolean
  /** When it was made. */
  created_at: string
  /** When it last answered a delivery with 2xx. */
  last_success_at: string | null
  /** Failed attempts since the last success. */
  consecutive_failures: number
  /** What its deliveries are signed with, the whole text. Shown here and never again. */
  secret: string
}

/** How exactly a source states its dates. New values may come: take one that you do not know as it is. */
export type WindowPrecision = 'instant' | 'day' | 'month' | 'unknown'

/** The body of a webhook. Ignore types that you do not know: new ones may come. */
export type WebhookEvent = SubsidyEvent | SourceEvent | MatchEvent | PingEvent
