"""What the API takes and answers: the components of its document, under their names.

A word of a vocabulary in an answer may be a new one: it is `Literal[...] | str`. What is sent is closed.
"""
# Written by make-types.mjs from openapi.json: not to be edited.
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

ErrorCode: TypeAlias = Literal[
    "invalid_parameter", "invalid_cursor", "invalid_body", "route_not_found", "method_not_allowed",
    "unauthorized", "subscription_required", "plan_required", "subsidy_not_found", "company_not_found",
    "version_not_found", "source_not_found", "watchlist_not_found", "webhook_not_found", "not_found",
    "conflict", "rate_limit_exceeded", "quota_exceeded", "match_quota_exceeded", "internal_error",
    "billing_unavailable", "timeout", "google_sign_in_failed", "password_sign_in_disabled"
]
"""Stable; branch on it. New codes may come: go by the status of one that you do not know."""

ActivityVersion: TypeAlias = Literal["2003", "2008", "2025"]
"""Version of NACE-BEL in which the register gives a code. New values may come: take one that you do not know
as it is.
"""

AmountBasis: TypeAlias = Literal[
    "eligible_costs", "investment", "extra_costs", "wages", "wage_tax", "social_contributions", "profit",
    "tax", "loan", "capital", "unit", "other"
]
"""What a rate is a fraction of. Closed; `amount_bases` of the taxonomy has the labels."""

AmountPeriod: TypeAlias = Literal["month", "quarter", "year"]
"""For how long an amount is. New values may come: take one that you do not know as it is."""

ApplicantType: TypeAlias = Literal[
    "company", "self_employed", "starter", "household", "non_profit", "public_body",
    "research_organisation", "education_institution", "farmer", "consortium"
]
"""Who applies. Closed; `applicant_types` of the taxonomy has the labels."""

BuildingOccupancy: TypeAlias = Literal["owner_occupier", "landlord", "tenant", "co_owner"]
"""What the applicant is to the building. Closed; `occupancies` of the taxonomy has the labels."""

ChangeEvent: TypeAlias = "SubsidyEvent | SourceEvent | MatchEvent"
"""Told apart by `data.subject`."""

CompanyKind: TypeAlias = Literal["natural_person", "legal_person"]
"""Kind of person that an enterprise is. New values may come: take one that you do not know as it is."""

CompanySize: TypeAlias = Literal["micro", "small", "medium", "large"]
"""Size of an enterprise by Recommendation 2003/361/EC. Closed; `company_sizes` of the taxonomy has the labels."""

ConditionKind: TypeAlias = Literal["eligibility", "assessment", "procedure", "standing", "obligation", "amount"]
"""What kind of condition it is. Closed; `condition_kinds` of the taxonomy has the labels."""

CostType: TypeAlias = Literal[
    "personnel", "consultancy", "training", "equipment", "buildings", "land", "intangible_assets",
    "software", "research", "prototype", "certification", "marketing", "travel", "energy_works",
    "renovation", "working_capital", "social_contributions", "other"
]
"""Kind of cost that is supported. Closed; `cost_types` of the taxonomy has the labels."""

DatabaseStatus: TypeAlias = Literal["ok", "unavailable"]
"""How its store is. New values may come: take one that you do not know as it is."""

DeliveryStatus: TypeAlias = Literal["pending", "delivered", "failed"]
"""What became of a delivery. New values may come: take one that you do not know as it is."""

Diploma: TypeAlias = Literal["none", "lower_secondary", "upper_secondary", "higher"]
"""Highest diploma of the person to be hired. Closed; `diplomas` of the taxonomy has the labels."""

EventType: TypeAlias = Literal[
    "subsidy.created", "subsidy.withdrawn", "subsidy.reinstated", "subsidy.merged",
    "subsidy.status_changed", "subsidy.deadline_changed", "subsidy.amount_changed",
    "subsidy.eligibility_changed", "subsidy.content_changed", "subsidy.closing_soon", "source.stale",
    "source.failing", "source.fresh", "match.created", "match.status_changed", "match.removed", "ping"
]
"""Type of an event; `event_types` of the taxonomy has the labels. New types may come: ignore those that you do
not know.
"""

GovernmentLevel: TypeAlias = Literal["eu", "federal", "community", "region", "province", "municipality", "agency", "other"]
"""Level of a government. Closed; `government_levels` of the taxonomy has the labels."""

HealthStatus: TypeAlias = Literal["ok", "degraded"]
"""How the service is. New values may come: take one that you do not know as it is."""

HireContract: TypeAlias = Literal["permanent", "fixed_term", "temporary_agency", "apprenticeship", "internship"]
"""Contract under which a person is to be hired. Closed; `contracts` of the taxonomy has the labels."""

InstrumentType: TypeAlias = Literal[
    "grant", "rebate", "voucher", "tax_credit", "tax_deduction", "tax_exemption",
    "social_security_reduction", "wage_subsidy", "loan", "guarantee", "repayable_advance", "equity",
    "in_kind", "prize", "other"
]
"""What the applicant receives. Closed; `instrument_types` of the taxonomy has the labels."""

Language: TypeAlias = Literal["nl", "fr", "en"]
"""Language that can be asked for. Closed; `languages` of the taxonomy has the labels."""

LicenceMode: TypeAlias = Literal["open", "attribution", "facts_only", "link_only"]
"""How much of a text may be shown. Closed; `licence_modes` of the taxonomy has the labels."""

MatchEventType: TypeAlias = Literal["match.created", "match.status_changed", "match.removed"]
"""Type of an event of a watched company. New types may come: ignore those that you do not know."""

MatchStatus: TypeAlias = Literal["likely_eligible", "possibly_eligible", "needs_review", "not_eligible"]
"""What a match says; the authority decides. Closed; `match_statuses` of the taxonomy has the labels."""

MatchedRuleOperator: TypeAlias = Literal[
    "is", "in", "not_in", "at_least", "at_most", "between", "before", "after", "overlaps", "not_overlaps",
    "covers", "not_covers", "any", "all"
]
"""As `RuleOperator`; `any` and `all` of groups. New values may come: take one that you do not know as it is."""

NaceVersion: TypeAlias = Literal[2008, 2025]
"""Version of NACE-BEL. New values may come: take one that you do not know as it is."""

OpenApiDocument: TypeAlias = "dict[str, Any]"
"""OpenAPI 3.1."""

PageOwner: TypeAlias = Literal["authority", "third_party"]
"""Whose page a record was read on. New values may come: take one that you do not know as it is."""

Payment: TypeAlias = Literal["advance", "instalments", "after_proof", "continuous"]
"""When support is paid. Closed; `payments` of the taxonomy has the labels."""

PlaceOrigin: TypeAlias = Literal["company", "project"]
"""Whose postcode decides the place. New values may come: take one that you do not know as it is."""

PlanId: TypeAlias = Literal["developer", "pro", "business", "enterprise"]
"""A plan. New values may come: take one that you do not know as it is."""

ProjectPartner: TypeAlias = Literal["enterprise", "foreign_enterprise", "research_organisation", "public_body", "non_profit"]
"""With whom a project is carried out. Closed; `partners` of the taxonomy has the labels."""

ProjectStage: TypeAlias = Literal[
    "feasibility", "fundamental_research", "industrial_research", "experimental_development", "innovation",
    "market_introduction"
]
"""How far a project of research or innovation is from the market. Closed; `stages` of the taxonomy has the
labels.
"""

ProvenanceMethod: TypeAlias = Literal["structured", "curated", "derived"]
"""How a rule came about. New values may come: take one that you do not know as it is."""

Province: TypeAlias = Literal[
    "antwerp", "flemish_brabant", "walloon_brabant", "west_flanders", "east_flanders", "hainaut", "liege",
    "limburg", "luxembourg", "namur"
]
"""The ten provinces of Belgium; Brussels lies in none. Closed; `provinces` of the taxonomy has the labels."""

Recurrence: TypeAlias = Literal["one_off", "recurring", "continuous"]
"""Whether a measure comes back. New values may come: take one that you do not know as it is."""

Region: TypeAlias = Literal["flanders", "brussels", "wallonia"]
"""The three regions of Belgium. Closed; `regions` of the taxonomy has the labels."""

ReviewReason: TypeAlias = Literal["no_rule", "weak_fail", "not_open", "other_topic"]
"""Why a person must look at a match. Closed; `review_reasons` of the taxonomy has the labels."""

RuleField: TypeAlias = Literal[
    "company.region", "company.province", "company.municipality", "company.size", "company.legal_form",
    "company.employees", "company.turnover_eur", "company.balance_total_eur", "company.age_months",
    "company.de_minimis_eur", "project.budget_eur", "project.planned_start", "company.applicant_type",
    "project.topics", "project.cost_types", "project.stages", "project.partners", "company.nace",
    "company.joint_committees", "hire.age", "hire.months_jobseeking", "hire.diploma", "hire.contract",
    "hire.region", "household.income_eur", "household.dependants", "building.year", "building.occupancy"
]
"""Fact that a rule tests. Closed; `rule_fields` of the taxonomy has the labels."""

RuleFieldType: TypeAlias = Literal["one", "number", "date", "set", "codes"]
"""Shape of a fact. New values may come: take one that you do not know as it is."""

RuleOperator: TypeAlias = Literal[
    "is", "in", "not_in", "at_least", "at_most", "between", "before", "after", "overlaps", "not_overlaps",
    "covers", "not_covers"
]
"""How a rule tests it. Closed; `operators` of the taxonomy has the labels."""

RuleOutcome: TypeAlias = Literal["pass", "fail", "unknown"]
"""What a rule says of the facts; `unknown`: one is missing. New values may come: take one that you do not know
as it is.
"""

RunStatus: TypeAlias = Literal["running", "succeeded", "failed", "held"]
"""What became of a run. New values may come: take one that you do not know as it is."""

Scope: TypeAlias = Literal["eu", "national", "regional", "provincial", "local"]
"""How far a measure reaches. Closed; `scopes` of the taxonomy has the labels."""

SearchWords: TypeAlias = Literal["all", "most", "meant"]
"""Which words of `q` a measure must have. New values may come: take one that you do not know as it is."""

Severity: TypeAlias = Literal["low", "medium", "high"]
"""How much a change matters. New values may come: take one that you do not know as it is."""

SignInMethod: TypeAlias = Literal["google", "password"]
"""Way to sign in to the dashboard. New values may come: take one that you do not know as it is."""

SizeBasis: TypeAlias = Literal["employees", "employees_turnover", "employees_balance", "employees_turnover_balance"]
"""Figures that a size was derived from. New values may come: take one that you do not know as it is."""

SourceEventType: TypeAlias = Literal["source.stale", "source.failing", "source.fresh"]
"""Type of an event of a source. New types may come: ignore those that you do not know."""

SourceFreshness: TypeAlias = Literal["fresh", "stale", "failing", "never"]
"""How fresh what is known of a source is. New values may come: take one that you do not know as it is."""

StateAidRegime: TypeAlias = Literal[
    "none", "de_minimis", "de_minimis_agriculture", "de_minimis_fisheries", "block_exemption", "notified",
    "unknown"
]
"""Rules of the EU on state aid that a measure is under. Closed; `state_aid_regimes` of the taxonomy has the
labels.
"""

SubsidyEventType: TypeAlias = Literal[
    "subsidy.created", "subsidy.withdrawn", "subsidy.reinstated", "subsidy.merged",
    "subsidy.status_changed", "subsidy.deadline_changed", "subsidy.amount_changed",
    "subsidy.eligibility_changed", "subsidy.content_changed", "subsidy.closing_soon"
]
"""Type of an event of a measure, the most significant first. New types may come: ignore those that you do not
know.
"""

SubsidySort: TypeAlias = Literal["relevance", "deadline", "updated", "title"]
"""Order of a list of measures. Closed; `sorts` of the taxonomy has the labels."""

SubsidyStatus: TypeAlias = Literal["forthcoming", "open", "continuous", "paused", "budget_exhausted", "closed", "unknown"]
"""Whether a measure can be applied for: now in `open` and `continuous`, later in `forthcoming`; `unknown`: it
is not known, which is not the same as closed. Closed; `statuses` of the taxonomy has the labels.
"""

TextLanguage: TypeAlias = Literal["nl", "fr", "en", "de"]
"""Language in which a text may exist. New values may come: take one that you do not know as it is."""

Topic: TypeAlias = Literal[
    "digitalisation", "cybersecurity", "artificial_intelligence", "innovation", "research_development",
    "energy_efficiency", "renewable_energy", "energy", "climate_environment", "circular_economy",
    "sustainable_mobility", "investment", "training", "advice_consultancy", "internationalisation",
    "hiring_employment", "starting_business", "growth_scaleup", "financing", "transformation",
    "agriculture", "fisheries", "tourism_hospitality", "culture_creative", "construction_renovation",
    "health_life_sciences", "social_economy", "retail_commerce", "water", "manufacturing",
    "intellectual_property", "inclusion_diversity", "cooperation", "space_defence", "crisis_support",
    "housing", "family_care", "education"
]
"""What a measure or a project is about. Closed; `topics` of the taxonomy has the labels."""

UnderstoodKind: TypeAlias = Literal[
    "place", "applicant", "activity", "topic", "purpose", "instrument", "amount", "people", "programme",
    "word", "ignored"
]
"""What words were taken for; `word`: searched as a word; `ignored`: it says nothing, or a filter says it
already. New values may come: take one that you do not know as it is.
"""

View: TypeAlias = Literal["compact", "full"]
"""How much a row says. Closed; `views` of the taxonomy has the labels."""

WindowPrecision: TypeAlias = Literal["instant", "day", "month", "unknown"]
"""How exactly a source states its dates. New values may come: take one that you do not know as it is."""


class ApiErrorError(TypedDict):
    code: ErrorCode | str
    message: str
    """English, for people."""
    request_id: str
    """Same as the header `X-Request-Id`; quote it when you ask about it."""
    details: dict[str, str | float | None]
    """What the code has to add, by name; empty where it has nothing."""
    required_plan: NotRequired[str | None]
    """On `plan_required` only: the cheapest plan that would answer; null: none would."""


class ApiError(TypedDict):
    """Why a request was refused. A page of the docs explains each code: `Link` with rel="help"."""
    error: ApiErrorError


class Amount(TypedDict):
    """The support itself, for one applicant and project."""
    currency: str
    """Always `EUR`."""
    min: float | None
    """Least support for one applicant and project, in euros."""
    max: float | None
    """Greatest support for one applicant and project, in euros."""
    rate_min: float | None
    """Least rate, as a fraction of the basis."""
    rate_max: float | None
    """Greatest rate, as a fraction of the basis."""
    budget_total: float | None
    """Budget of the whole measure or call, in euros."""
    basis: AmountBasis | str | None
    """What the rates are fractions of."""
    per: AmountPeriod | str | None
    """Null: once."""
    note: str | None
    """What the figures leave open."""
    tiers: list[AmountTier]


class AmountRow(TypedDict):
    """The amount in short; the full record has all of it."""
    min: float | None
    """Least support for one applicant and project, in euros."""
    max: float | None
    """Greatest support for one applicant and project, in euros."""
    rate_max: float | None
    """Greatest rate, as a fraction of the basis."""
    currency: str
    """Always `EUR`."""
    per: AmountPeriod | str | None
    """The time for which `min` and `max` are paid; null: once."""


class AmountTier(TypedDict):
    """Tiers are tried in order; the first that holds decides."""
    when: list[Rule]
    """The tier holds when all pass."""
    rate: float | None
    """Null: the amount's own."""
    min: float | None
    """Null: the amount's own."""
    max: float | None
    """Null: the amount's own."""


class ApiWarning(TypedDict):
    """Something to know about the answer; branch on `code`, and pass over those that you do not know.
    `not_checked`: measures among those answered have not been checked against the page of their authority.
    `checked_long_ago`: some of them were read more than 12 months ago, or on a page that is not known to be
    the authority's own; `message` says how many, and the oldest reading. `catalogue_behind`: there is a
    newer state; ask again in a moment. `catalogue_filling`: the service was started for the first time and
    has not read every source yet, so measures are missing; ask again in a few minutes. `filters_changed`:
    the cursor is of a page with other filters, which `message` names. `past_deadlines_first`: the list
    begins with what is over. `too_little_known`: nothing was told that tells one applicant from another, so
    the matches say nothing yet. `size_assumes_autonomous`, `size_assumed`: how the size of the company was
    derived. `company_not_in_register`, `company_not_active`: what the register of companies says of the
    number. `answer_unused`: an answer that was left aside. `message` is in the language asked, else
    English.
    """
    code: str
    message: str


class ApplicationContact(TypedDict):
    """Who answers questions: a general desk of a body, never a named person."""
    name: str | None
    """Of the desk or the body, in the language served."""
    url: str | None
    """Its page."""
    email: str | None
    """Its address for mail."""
    phone: str | None
    """Its number, as it is written."""


class ApplicationWindow(TypedDict):
    """When one can apply."""
    opens_at: str | None
    """When one can first apply."""
    closes_at: str | None
    """The first deadline still ahead, else the last; null: no deadline known."""
    precision: WindowPrecision | str
    """How exactly the source states the dates."""
    cut_offs: list[str]
    """All deadlines, where there are several."""
    recurrence: Recurrence | str | None
    """Whether it comes back; null: not known."""
    note: str | None
    """What the dates leave open, e.g. a second stage."""


class Authority(TypedDict):
    """An authority: who pays, or who handles the file."""
    id: str
    """The same for every source that names this authority."""
    name: str
    """In the language served."""
    url: str | None
    """Its own site; null: not known."""
    government_level: GovernmentLevel | str | None
    """Null: not known."""


class BriefSubsidy(TypedDict):
    """A measure as the compact view of a match shows it."""
    id: str
    """`<source-prefix>:<local-id>`."""
    slug: str
    """Readable name for paths, given once and never changed."""
    title: str
    """In the language served."""
    status: SubsidyStatus | str
    """Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then."""
    instrument_type: InstrumentType | str
    """What the applicant receives."""
    issuer: Issuer
    amount: AmountRow | None
    """What the support comes to; null: no figure is known, which is not 0."""
    closes_at: str | None
    """The first deadline still ahead, else the last; null: no deadline known."""
    url: str
    """The competent authority's own page."""


class BulkEntryErrorDetails(TypedDict):
    field: str
    """Path within the entry."""


class BulkEntryError(TypedDict):
    """Why the entry was not evaluated and not counted."""
    code: str
    """`invalid_body`; as of an error."""
    message: str
    """English, for people."""
    details: BulkEntryErrorDetails


class BulkMatchAnswer(TypedDict):
    data: list[BulkMatchRow]
    """In the order asked."""
    evaluated: int
    """Companies evaluated, and so counted."""
    rejected: int
    """Companies whose facts cannot be right."""
    meta: MatchMeta


class BulkMatchEnd(TypedDict):
    """The last line: an answer without it is incomplete."""
    evaluated: int
    """Companies evaluated, and so counted."""
    rejected: int
    """Companies whose facts cannot be right."""
    meta: MatchMeta


class BulkMatchEntry(TypedDict):
    reference: str
    """The caller's own name for the company; each once."""
    company: NotRequired[MatchCompany]
    project: NotRequired[MatchProject]
    hire: NotRequired[MatchHire]
    household: NotRequired[MatchHousehold]
    building: NotRequired[MatchBuilding]
    answers: NotRequired[Mapping[str, bool | None]]
    """Answers to conditions that no rule evaluates, by the name that a match gives as `answer_as`: a point of
    the taxonomy, or `<measure id>#<condition id>`.
    """
    fill: NotRequired[bool]
    """Whether what is not given of the company is filled from the register and from filed accounts, by its
    number. Default true. Where it is false the register is not read, so that an establishment is not
    compared with its enterprise either.
    """
    topics_only: NotRequired[bool]
    """Whether matches about another topic are left out. Default false."""
    view: NotRequired[View]
    """compact: smaller rows, with only the rules that failed or are unknown. Default `full`."""
    language: NotRequired[Language]
    """Of every text of the answer. Default `en`."""
    limit: NotRequired[int]
    """Most matches answered. Default 25."""
    include_not_eligible: NotRequired[bool]
    """Whether `not_eligible` results are answered too. Default false."""


class BulkMatchRequest(TypedDict):
    companies: Sequence[BulkMatchEntry]
    """At most the plan's `max_bulk_companies`."""


class BulkMatchResult(TypedDict):
    company: CompanyFacts
    evaluated_at: str
    """The instant of the answer: status, deadlines, age and `today` are of it."""
    evaluated: int
    """Measures evaluated."""
    other_topic: int
    """Evaluated measures, not `not_eligible`, whose topic fit is 0."""
    counts: MatchCounts
    matches: list[Match]
    """Likely ones first, then possible ones and those to review together, then those that are not eligible;
    within each by `score`, highest first.
    """
    questions: list[OpenQuestion]
    """Those that settle most first."""
    warnings: list[ApiWarning]
    understood: NotRequired[list[Understood]]
    """Only where `project.text` is given: what it was understood to mean, in the order written. Purposes and
    topics count as `topics` and `cost_types`; what else was understood changes nothing. Of a bulk it stands
    in each result.
    """


class BulkMatchRow(TypedDict):
    reference: str | None
    """As asked; null: the entry has none that can be read."""
    result: BulkMatchResult | None
    """As a match answers it; null: see `error`."""
    error: BulkEntryError | None
    """Why it was not evaluated; null: it was."""


class ChangeFeed(TypedDict):
    data: list[ChangeEvent]
    pagination: FeedPagination
    meta: Meta


class ChangedWatchlistAnswer(TypedDict):
    data: Watchlist
    meta: Meta


class CompactSubsidy(TypedDict):
    """A measure as lists show it."""
    id: str
    """`<source-prefix>:<local-id>`."""
    slug: str
    """Readable name for paths, given once and never changed."""
    title: str
    """In the language served."""
    summary: str | None
    """In the language served."""
    status: SubsidyStatus | str
    """Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then."""
    instrument_type: InstrumentType | str
    """What the applicant receives."""
    government_level: GovernmentLevel | str
    """Of the government that decides."""
    scope: Scope | str
    """How far the measure reaches."""
    regions: list[Region | str]
    """Empty: no regional restriction."""
    topics: list[Topic | str]
    applicant_types: list[ApplicantType | str]
    """Who may apply; empty: not restricted."""
    company_sizes: list[CompanySize | str]
    """By the EU definition; empty: not restricted."""
    issuer: Issuer
    amount: AmountRow | None
    """What the support comes to; null: no figure is known, which is not 0."""
    closes_at: str | None
    """The first deadline still ahead, else the last; null: no deadline known."""
    source_id: str
    url: str
    """The competent authority's own page."""
    version: int
    updated_at: str
    """When this version came into force."""
    withdrawn_at: str | None
    """Since when the source no longer lists it; null: it does."""
    last_checked_on: str | None
    """Day, month or year on which the record was last read (`2026-03-14`, `2026-03`, `2026`); null: by nobody."""


class CompanyEstablishments(TypedDict):
    total: int | None
    """Null: no legal person."""
    items: list[Establishment]
    """The first 100 by number."""


class CompanyRegister(TypedDict):
    """What this was read from."""
    extract: int
    """Number of the register's extract."""
    date: str
    """Of its snapshot."""


class Company(TypedDict):
    number: str
    """Of the enterprise: ten digits."""
    name: str | None
    """Official name of a legal person. Names of natural persons are not kept."""
    kind: CompanyKind | str | None
    """Null: the register does not say."""
    legal_form: str | None
    """KBO code, or `natural_person`."""
    applicant_types: list[ApplicantType | str]
    """What follows from the legal form."""
    founded_on: str | None
    """When it began; null: not known, or no legal person."""
    active: bool
    """Whether the register says that it is active."""
    office: RegisteredOffice | None
    """Registered office of a legal person; null: none in Belgium."""
    establishments: CompanyEstablishments
    nace: list[RegisteredActivity]
    """Main activities first. Where the enterprise itself has none, those of its establishments."""
    register: CompanyRegister
    """What this was read from."""


class CompanyAnswer(TypedDict):
    data: Company
    meta: Meta


class CompanyFacts(TypedDict):
    """The facts as they were read; null: unknown, or known to be none."""
    postcode: str | None
    """As given."""
    region: Region | str | None
    province: Province | str | None
    """Null in Brussels, which lies in none."""
    municipality: str | None
    """NIS code of 2025."""
    municipality_name: str | None
    place_from: PlaceOrigin | str | None
    """Whose postcode decides the place."""
    applicant_types: list[ApplicantType | str] | None
    size: CompanySize | str | None
    """By Recommendation 2003/361/EC."""
    size_basis: SizeBasis | str | None
    """The figures from which the size was derived."""
    employees: int | None
    turnover_eur: float | None
    balance_total_eur: float | None
    legal_form: str | None
    """KBO code or `natural_person`."""
    nace: list[str] | None
    """Without dots; the first is the main activity. Behind a code stands its version where it was given and
    the digits alone would be read in the other: `6391 (2008)`.
    """
    age_months: int | None
    founded_on: str | None
    joint_committees: list[str] | None
    enterprise_number: str | None
    """Ten digits."""
    establishment_number: str | None
    """Ten digits."""
    filled: dict[str, str]
    """By property of the request what was not given and is known: `register` (of companies), or `accounts
    <closing day>`. Empty: nothing.
    """
    de_minimis_eur: float | None


class Condition(TypedDict):
    """A condition in words."""
    id: str
    text: str | None
    """The condition in words; null where its licence mode withholds it."""
    kind: ConditionKind | str
    """eligibility (also that nothing may have begun before); assessment (judged, ranked, or a limited budget);
    procedure (how to apply); standing (checked for everybody by the authority); obligation (afterwards);
    amount (decides only how much).
    """
    defines: bool
    """Whether it says what makes somebody a case of this measure: what it pays for, or who that is."""
    point: str | None
    """What it asks of the caller, shared with other measures: see `points` of the taxonomy."""
    expects: bool | None
    """The answer to the point that settles it."""
    rule_ids: list[str]
    """Rules that evaluate it; empty: nothing does."""


class ConditionCoverage(TypedDict):
    """A condition that neither a rule nor an answer settles never counts as passed."""
    conditions: int
    """Conditions of kind `eligibility`."""
    evaluated: int
    """Those that rules evaluate."""
    points: int
    """Those of the rest that have a point."""


class Coverage(TypedDict):
    total: int
    withdrawn: int
    """Counted nowhere else."""
    by_status: dict[str, int]
    by_source: dict[str, int]
    by_instrument_type: dict[str, int]
    by_government_level: dict[str, int]
    by_region: dict[str, int]
    by_topic: dict[str, int]
    condition_coverage: ConditionCoverage


class DeletedWatchedCompanyData(TypedDict):
    reference: str
    deleted: Literal[True]


class DeletedWatchedCompany(TypedDict):
    data: DeletedWatchedCompanyData
    meta: Meta


class DeletedWatchlistData(TypedDict):
    id: str
    deleted: Literal[True]


class DeletedWatchlist(TypedDict):
    data: DeletedWatchlistData
    meta: Meta


class DeletedWebhookData(TypedDict):
    id: str
    deleted: Literal[True]


class DeletedWebhook(TypedDict):
    data: DeletedWebhookData
    meta: Meta


class EnabledWebhookAnswer(TypedDict):
    data: Webhook
    meta: Meta


class Establishment(TypedDict):
    number: str
    """Ten digits."""
    postcode: str | None
    """Of the register; null: no Belgian address is known."""
    municipality: str | None
    """NIS code of 2025; null: the postcode lies in several, and the address does not tell which."""
    founded_on: str | None
    """When it began; null: not known."""


class EventIssuer(TypedDict):
    """Who pays."""
    id: str
    name: str
    """The English one, else nl, fr, de."""


class EventLinks(TypedDict):
    """Absolute addresses, as they were when the event was made."""
    api: str
    versions: str


class EventTitle(TypedDict):
    """By language; null where it does not exist in one."""
    nl: str | None
    fr: str | None
    en: str | None
    de: str | None


class FeedPagination(TypedDict):
    has_more: bool
    """Exact; false: nothing more for now."""
    next_cursor: str
    """Opaque; on every page: poll with it later."""
    limit: int
    """Page size used."""


class Health(TypedDict):
    status: HealthStatus | str
    database: DatabaseStatus | str
    sources_not_fresh: list[str]
    """Ids of enabled sources that are not fresh."""
    sign_in: list[SignInMethod | str]
    """Sign-in offered for the dashboard."""
    version: str
    """Of the service, not of the contract."""


class IndicativeAmount(TypedDict):
    """What the support may come to; the authority decides."""
    min: float | None
    """Least support in euros; null: cannot be told, which is not 0."""
    max: float | None
    """Greatest support in euros; null: cannot be told, or no ceiling."""
    currency: str
    """Always `EUR`."""
    basis: AmountBasis | str | None
    """What a rate is a fraction of; null: there is none."""
    per: AmountPeriod | str | None
    """Null: once."""
    explanation: str
    """How the figures come about, in the language asked."""


class IngestionRun(TypedDict):
    """A run that was held or failed published nothing."""
    id: str
    started_at: str
    """When it began."""
    finished_at: str | None
    """When it ended; null while it runs."""
    status: RunStatus | str
    """`held`: it would have withdrawn too much, and waits for the operator."""
    seen: int
    """Records read: created, changed, unchanged and rejected."""
    created: int
    """Measures that are new."""
    changed: int
    """Measures with a new version, reinstated ones too."""
    unchanged: int
    """Records that changed nothing."""
    withdrawn: int
    """Measures that were missing for the second time."""
    rejected: int
    """Records that could not be taken."""
    error: str | None
    """Why it failed or is held, and what it would have done."""


class Issuer(TypedDict):
    """Who pays."""
    id: str
    name: str
    """In the language served."""


class Key(TypedDict):
    """The key that asked, its plan, and what its account has used."""
    live: bool
    """A live key; false for a test key. Both are metered alike."""
    plan: Plan
    requests_this_month: int
    """In the UTC month; includes this request."""
    match_evaluations_this_month: int
    """In the UTC month."""


class KeyAnswer(TypedDict):
    data: Key
    meta: Meta


class Label(TypedDict):
    nl: str
    fr: str
    en: str


class LegalBasis(TypedDict):
    title: str | None
    """Null where its licence mode withholds it."""
    url: str | None
    """Where it stands; null: not known."""


class Match(TypedDict):
    subsidy: CompactSubsidy | BriefSubsidy
    status: MatchStatus | str
    reason: str
    """Why this status, in one sentence."""
    review_reasons: list[ReviewReason | str]
    """Empty unless `needs_review`."""
    score: float
    """One decimal."""
    rules: list[MatchedRule]
    """In the compact view those that failed or are unknown."""
    topic_fit: float
    """How well the topics of project and measure fit; 0.5 where one of them names none. Two decimals."""
    unevaluated_conditions: list[UnevaluatedCondition]
    questions: list[str]
    """What its undecided rules lack, and conditions that neither a rule nor an answer settles."""
    excludes: list[str]
    """Ids of matches of this answer that it shuts out."""
    indicative_amount: IndicativeAmount | None
    """What the support may come to; null: no figure or rate is known, or the match is `not_eligible`."""


class MatchAnswer(TypedDict):
    company: CompanyFacts
    evaluated_at: str
    """The instant of the answer: status, deadlines, age and `today` are of it."""
    evaluated: int
    """Measures evaluated."""
    other_topic: int
    """Evaluated measures, not `not_eligible`, whose topic fit is 0."""
    counts: MatchCounts
    matches: list[Match]
    """Likely ones first, then possible ones and those to review together, then those that are not eligible;
    within each by `score`, highest first.
    """
    questions: list[OpenQuestion]
    """Those that settle most first."""
    meta: MatchMeta


class MatchBuilding(TypedDict):
    """What is known of the building. Every property is optional."""
    year: NotRequired[int]
    """Of first use."""
    occupancy: NotRequired[BuildingOccupancy]
    """What the applicant is to the building."""


class MatchCompany(TypedDict):
    """What is known of the applicant. Every property is optional."""
    postcode: NotRequired[str]
    """Of the establishment that applies, not of the registered seat. Belgian."""
    municipality: NotRequired[str]
    """NIS code of 2025, for a postcode that lies in several municipalities; must lie in the postcode."""
    applicant_types: NotRequired[Sequence[ApplicantType]]
    """What the applicant is; one may be several: a person is a household, and may be self-employed beside it.
    What follows from the legal form is added, but to a household alone nothing is.
    """
    applicant_type: NotRequired[ApplicantType]
    """Read as `applicant_types` of this one; where both are given they must say the same."""
    employees: NotRequired[int]
    """Full-time equivalents of the last closed year, rounded down, linked enterprises included."""
    turnover_eur: NotRequired[float]
    """Annual turnover, VAT excluded, linked enterprises included."""
    balance_total_eur: NotRequired[float]
    """Balance sheet total, linked enterprises included."""
    legal_form: NotRequired[str]
    """KBO code, or an abbreviation or name in nl, fr or de; `natural_person`."""
    nace: NotRequired[Sequence[str]]
    """The first code is the main activity."""
    founded_on: NotRequired[str]
    """A day ahead is a company to be."""
    enterprise_number: NotRequired[str]
    """10 digits with valid check digits; dots, spaces and the prefix BE accepted."""
    establishment_number: NotRequired[str]
    """10 digits, the first 2 to 8, written as an enterprise number: which establishment applies. Alone it
    stands for its enterprise.
    """
    joint_committees: NotRequired[Sequence[str]]
    de_minimis_eur: NotRequired[float]
    """De minimis aid granted to the single undertaking in the three years before."""


class MatchCost(TypedDict):
    """What one type of cost comes to."""
    type: CostType | str
    amount_eur: float
    """VAT excluded."""


class MatchCostInput(TypedDict):
    """What one type of cost comes to."""
    type: CostType
    amount_eur: float
    """VAT excluded."""


class MatchCounts(TypedDict):
    """Over all evaluated measures."""
    likely_eligible: int
    possibly_eligible: int
    needs_review: int
    not_eligible: int


class MatchEvent(TypedDict):
    """The verdict on a company of one of your watchlists changed with a measure."""
    id: str
    """Prefix `chg_`; the same wherever the event is shown or sent, and on every retry."""
    event: MatchEventType | str
    created_at: str
    """When it occurred; never decreases along the feed."""
    data: MatchEventData


class MatchEventData(TypedDict):
    subject: Literal["match"]
    id: str
    """`<watchlist>:<reference>:<measure>`."""
    version: int | None
    """The version that caused it."""
    categories: list[MatchEventType | str]
    """Every category that it touched, its own type among them."""
    diff: dict[str, Any]
    """Empty."""
    summary: MatchSummary


class MatchHire(TypedDict):
    """What is known of the person to be hired. Every property is optional."""
    age: NotRequired[int]
    """In full years."""
    months_jobseeking: NotRequired[int]
    """Full months of being registered as a jobseeker; 0: not registered."""
    diploma: NotRequired[Diploma]
    """The highest."""
    contract: NotRequired[HireContract]
    postcode: NotRequired[str]
    """Of the home. Belgian."""


class MatchHousehold(TypedDict):
    """What is known of the household. Every property is optional."""
    income_eur: NotRequired[float]
    """Taxable income of the household."""
    dependants: NotRequired[int]
    """Persons in the household's charge."""


class MatchListMeta(TypedDict):
    request_id: str
    """Same as the header `X-Request-Id`."""
    warnings: list[ApiWarning]
    attribution: list[str]
    """Lines that the measures answered require."""
    disclaimer: str
    """Independence statement, in the list's language."""


class MatchMeta(TypedDict):
    request_id: str
    """Same as the header `X-Request-Id`."""
    warnings: list[ApiWarning]
    attribution: list[str]
    """Lines that the measures answered require."""
    disclaimer: str
    """Independence statement, in the language asked; of a bulk English."""
    understood: NotRequired[list[Understood]]
    """Only where `project.text` is given: what it was understood to mean, in the order written. Purposes and
    topics count as `topics` and `cost_types`; what else was understood changes nothing. Of a bulk it stands
    in each result.
    """


class MatchProject(TypedDict):
    """What is known of the project. Every property is optional."""
    postcode: NotRequired[str]
    """Place of the investment, works or job; where given, it decides the place."""
    topics: NotRequired[Sequence[Topic]]
    budget_eur: NotRequired[float]
    """Costs for which support would be asked, VAT excluded."""
    planned_start: NotRequired[str]
    """When the project would begin."""
    cost_types: NotRequired[Sequence[CostType]]
    costs: NotRequired[Sequence[MatchCostInput]]
    """What each type of cost comes to, each type once. The types count as `cost_types`; where `budget_eur` is
    not given their sum is the budget, which is never below it.
    """
    stages: NotRequired[Sequence[ProjectStage]]
    """How far a project of research or innovation is from the market."""
    partners: NotRequired[Sequence[ProjectPartner]]
    """With whom the project is carried out."""
    text: NotRequired[str]
    """The project in words, in nl, fr, de or en. The topics that it names, and the topics and cost types of
    its purposes, count beside those given. It is shown back in `understood` and never stored.
    """


class MatchRequest(TypedDict):
    company: NotRequired[MatchCompany]
    project: NotRequired[MatchProject]
    hire: NotRequired[MatchHire]
    household: NotRequired[MatchHousehold]
    building: NotRequired[MatchBuilding]
    answers: NotRequired[Mapping[str, bool | None]]
    """Answers to conditions that no rule evaluates, by the name that a match gives as `answer_as`: a point of
    the taxonomy, or `<measure id>#<condition id>`.
    """
    fill: NotRequired[bool]
    """Whether what is not given of the company is filled from the register and from filed accounts, by its
    number. Default true. Where it is false the register is not read, so that an establishment is not
    compared with its enterprise either.
    """
    topics_only: NotRequired[bool]
    """Whether matches about another topic are left out. Default false."""
    view: NotRequired[View]
    """compact: smaller rows, with only the rules that failed or are unknown. Default `full`."""
    language: NotRequired[Language]
    """Of every text of the answer. Default `en`."""
    limit: NotRequired[int]
    """Most matches answered. Default 25."""
    include_not_eligible: NotRequired[bool]
    """Whether `not_eligible` results are answered too. Default false."""


class MatchSummary(TypedDict):
    """The match, and what the measure said."""
    watchlist_id: str
    company_reference: str
    """The caller's own."""
    subsidy_id: str
    match_status: MatchStatus | str | None
    """The verdict on the new version; null: the measure is gone."""
    previous_status: MatchStatus | str | None
    """The verdict on the version before; null: there was none."""
    title: EventTitle
    status: SubsidyStatus | str
    """As of the event."""
    instrument_type: InstrumentType | str
    issuer: EventIssuer
    closes_at: str | None
    """The deadline as of the event; of a closing-soon reminder the one that it speaks of. Null: none known."""
    regions: list[Region | str]
    """Empty: no regional restriction."""
    topics: list[Topic | str]
    url: str
    """The competent authority's own page."""
    source_id: str


class MatchedRule(TypedDict):
    """What one rule says of the company and the project."""
    id: str
    field: RuleField | str | None
    """Null: a group."""
    operator: MatchedRuleOperator | str
    """any, all: a group."""
    expected: str | float | list[str | float] | None
    """The value of the rule; null: a group."""
    actual: str | float | list[str] | None
    """The fact; null: unknown, known to be none, or a group."""
    outcome: RuleOutcome | str
    confidence: float
    missing: str | None
    """A property of the match request; of `answers`, `answers.` and the name."""
    provenance: NotRequired[Provenance]
    text: str
    """The rule and its outcome, in the language asked."""
    rules: list[MatchedRule]
    """Members of a group."""


class McpErrorError(TypedDict):
    code: int
    message: str
    data: NotRequired[dict[str, Any]]


class McpError(TypedDict):
    """A fault of the protocol."""
    jsonrpc: Literal["2.0"]
    id: str | float | None
    """Null where it is not known which message it is of."""
    error: McpErrorError


class McpMessage(TypedDict):
    """A message of JSON-RPC 2.0."""
    jsonrpc: Literal["2.0"]
    id: NotRequired[str | float]
    """Of a request; without it nothing is answered."""
    method: NotRequired[str]
    """For example `tools/list` or `tools/call`."""
    params: NotRequired[Mapping[str, Any]]


class McpResult(TypedDict):
    jsonrpc: Literal["2.0"]
    id: str | float
    result: dict[str, Any]


class MeasureListMetaSuggestionsItem(TypedDict):
    q: str
    words: SearchWords | str
    total: int


class MeasureListMeta(TypedDict):
    request_id: str
    """Same as the header `X-Request-Id`."""
    warnings: list[ApiWarning]
    attribution: list[str]
    """Lines that the rows of the page require."""
    disclaimer: str
    """Independence statement, in the language asked."""
    total: int
    """Matching measures, counted up to 10,000."""
    understood: NotRequired[list[Understood]]
    """Only with `words=meant`: what `q` was understood to mean, in the order typed. Send `q` without the
    `text` of an element to leave it out.
    """
    suggestions: NotRequired[list[MeasureListMetaSuggestionsItem]]
    """Only where `q` is given, not empty, and found nothing: calls that find something with the other filters
    as they are; none where nothing helps.
    """


class MeasureSummary(TypedDict):
    """What the measure said when the event was made."""
    title: EventTitle
    status: SubsidyStatus | str
    """As of the event."""
    instrument_type: InstrumentType | str
    issuer: EventIssuer
    closes_at: str | None
    """The deadline as of the event; of a closing-soon reminder the one that it speaks of. Null: none known."""
    regions: list[Region | str]
    """Empty: no regional restriction."""
    topics: list[Topic | str]
    url: str
    """The competent authority's own page."""
    source_id: str


class Meta(TypedDict):
    request_id: str
    """Same as the header `X-Request-Id`."""
    warnings: list[ApiWarning]


class NaceRestriction(TypedDict):
    """Sectors, as NACE-BEL codes without dots."""
    include: list[str]
    """A code covers the codes below it; empty: every sector."""
    exclude: list[str]
    """Sectors shut out."""
    version: NaceVersion | str | None
    """NACE-BEL version; null: the lists hold in both."""


class NewWatchlist(TypedDict):
    name: str
    """Without control characters."""
    language: NotRequired[Language]
    """Of the texts of its matches. A new list has `en`."""
    min_severity: NotRequired[Severity]
    """Match events below it are not made, and not made up for later. `high`: a match is new or removed, or
    becomes or ceases to be `likely_eligible`; `medium`: another change of a measure that is open,
    continuous or forthcoming; `low`: any other. A new list has `low`.
    """
    muted_subsidies: NotRequired[Sequence[str]]
    """Ids of measures of which no match events are made; a merged one mutes the survivor. A new list has none."""


class NewWatchlistAnswer(TypedDict):
    data: Watchlist
    meta: Meta


class NewWebhook(TypedDict):
    url: str
    """`https://`, a public host name or address, no user name or password. The host is looked up at each
    delivery, and where it leads to no public address nothing is sent.
    """
    filters: NotRequired[NewWebhookFilters]


class NewWebhookAnswer(TypedDict):
    data: WebhookWithSecret
    meta: Meta


class NewWebhookFilters(TypedDict):
    """An event must pass every filter given, and passes one by any of its values; empty: no restriction. Case,
    spaces around values, and empty and repeated ones do not count. At most 1000 values each.
    """
    event_types: NotRequired[Sequence[EventType] | str]
    """Events of any of these types, or that touched any of these categories. Pings pass every filter."""
    sources: NotRequired[Sequence[str] | str]
    """Ids of sources: events of their measures, and their own. Match events have no source and do not pass."""
    regions: NotRequired[Sequence[Region] | str]
    """Events of measures of any of these regions, match events by their measure, a source's events by the
    source; without regional restriction it passes.
    """
    topics: NotRequired[Sequence[Topic] | str]
    """Events of measures with any of these topics; events of sources and match events do not pass."""
    subsidy_ids: NotRequired[Sequence[str] | str]
    """Ids of measures, not slugs: events about them, match events included; of a merged one also about the
    survivor. An id that nobody knows yet is taken.
    """
    watchlists: NotRequired[Sequence[str] | str]
    """Ids of your watchlists: their match events; nothing else passes."""


class OpenQuestion(TypedDict):
    field: str
    """A property of the match request; of `answers`, `answers.` and the name."""
    question: str
    """In the language asked."""
    options: list[QuestionOption] | None
    """What to choose from: of `company.postcode` the first 20 establishments of an enterprise that has
    several; null: it is open.
    """
    settles: int
    """Matches for which it is the only open question."""
    appears_in: int
    """Matches that have it among theirs."""


class Pagination(TypedDict):
    has_more: bool
    """Exact."""
    next_cursor: NotRequired[str]
    """Opaque; present while there is more."""
    limit: int
    """Page size used."""


class PingEvent(TypedDict):
    """Somebody tests an endpoint."""
    id: str
    """Prefix `chg_`; the same wherever the event is shown or sent, and on every retry."""
    event: Literal["ping"]
    created_at: str
    """When it occurred; never decreases along the feed."""
    data: PingEventData


class PingEventData(TypedDict):
    subject: Literal["webhook"]
    id: str
    """Of the endpoint."""
    version: int | None
    """Always null: no version stands behind it."""
    categories: list[Literal["ping"]]
    """Every category that it touched, its own type among them."""
    diff: dict[str, Any]
    """Empty."""
    summary: PingSummary


class PingSummary(TypedDict):
    message: str


class PlanCapabilities(TypedDict):
    """What the plan includes."""
    change_feed: bool
    """The change feed."""
    history: bool
    """Versions of a measure."""
    as_of: bool
    """Measures as they were at an instant."""
    webhooks: bool
    """Webhook endpoints."""
    bulk_match: bool
    """Matching of many companies at once."""
    watchlists: bool
    """Watchlists, and match events."""
    bulk_export: bool
    """The whole catalogue as NDJSON."""
    redistribution_rights: bool
    """By contract: passing the data on."""


class Plan(TypedDict):
    """A plan: its price, its limits, and what it includes."""
    plan: PlanId | str
    label: str
    """The name for people."""
    price_monthly_eur: float
    """Euros a month; 0 where the price is agreed upon."""
    price_yearly_eur: float
    """Euros a year; 0 where the price is agreed upon."""
    price_from_monthly_eur: float | None
    """Euros a month that it costs at least, where the price is agreed upon; null: the price is fixed."""
    self_serve: bool
    """Whether it can be taken without us."""
    purchasable: bool
    """Whether it can be paid by card here, now."""
    monthly_requests: int | None
    """Requests in a UTC month. 0: none; null: unlimited."""
    monthly_match_evaluations: int | None
    """Match evaluations in a UTC month. 0: none; null: unlimited."""
    rate_limit_rps: int
    """Requests a second, of all keys together; as many at once."""
    api_keys: int
    """Keys that are not revoked."""
    max_page_size: int
    """Rows of a page at most."""
    max_bulk_companies: int
    """Companies of a bulk match at most. 0: none."""
    watchlist_companies: int | None
    """Companies on all watchlists together. 0: none; null: unlimited."""
    webhook_endpoints: int
    """Webhook endpoints. 0: none."""
    capabilities: PlanCapabilities
    """What the plan includes."""


class PlanList(TypedDict):
    data: list[Plan]


class Point(TypedDict):
    """What a caller can answer with yes or no, in `answers` of a match request."""
    id: str
    label: Label
    question: Label
    gates: list[str]
    """Properties of the match request that this one question stands for until it is answered; no: they are
    none.
    """


class Provenance(TypedDict):
    """Where a rule comes from."""
    source_id: str
    url: str | None
    """The page that states it."""
    method: ProvenanceMethod | str
    """structured: data of the authority; curated: read and coded by people; derived: inferred."""
    checked_at: str | None
    """When it was last checked."""
    excerpt: str | None
    """The wording it rests on, where the licence mode allows it."""


class QuestionOption(TypedDict):
    establishment_number: str
    """To be given as `company.establishment_number`."""
    postcode: str
    municipality: str | None
    """NIS code of 2025; null: the postcode lies in several."""


class QueuedPing(TypedDict):
    delivery_id: str
    """As in the header `Service-Delivery`."""
    event_id: str
    """Of the event; `id` in the body that is sent."""


class QueuedPingAnswer(TypedDict):
    data: QueuedPing
    meta: Meta


class RegisteredActivity(TypedDict):
    code: str
    """Without dots."""
    version: ActivityVersion | str
    main: bool
    """Whether it is the main activity: of the NSSO before VAT where both say."""


class RegisteredOffice(TypedDict):
    postcode: str
    """Of the register."""
    municipality: str | None
    """NIS code of 2025; null: the postcode lies in several, and the address does not tell which."""


class RejectedCompanyDetails(TypedDict):
    field: str
    """Path within the row."""


class RejectedCompany(TypedDict):
    """A row that cannot be right: what is stored stays."""
    index: int
    """Of the row, from 0."""
    reference: str | None
    """As given; null: the row has none that can be read."""
    code: str
    """`invalid_body`; as of an error."""
    message: str
    """English, for people."""
    details: RejectedCompanyDetails


class RelatedSubsidies(TypedDict):
    """Other measures, by id."""
    excludes: list[str]
    """Not together for the same project or cost; both ways."""
    requires: list[str]
    """Must be had first."""
    variant_of: str | None
    """The measure of which this is a part that can be had apart."""
    replaced_by: list[str]
    """What took its place."""
    replaces: list[str]
    """Those that name it in `replaced_by` now, in old versions too."""
    merged_from: list[str]
    """Ids that lead here."""


class RotatedWebhookAnswer(TypedDict):
    data: WebhookWithSecret
    meta: Meta


class Rule(TypedDict):
    """A test of one fact of the company or the project, or a group of tests."""
    id: str
    """Unique within the measure, members of groups and tiers included."""
    field: RuleField | str | None
    """Null: a group."""
    operator: RuleOperator | str | None
    """Null: a group."""
    value: str | float | list[str | float] | None
    """One value for is, at_least, at_most, before, after; [from, to] for between; else a list. Null: a group."""
    any: list[Rule] | None
    """Of which one must pass; null: no such group."""
    all: list[Rule] | None
    """Which must all pass; null: no such group."""
    condition_id: str | None
    """The condition in words that it speaks for."""
    confidence: float
    """How surely it states what the authority asks."""
    provenance: Provenance


class RuleFieldTerm(TypedDict):
    id: str
    label: Label
    type: RuleFieldType | str
    """Shape of the fact it looks at."""
    operators: list[RuleOperator | str]
    asks: str
    """The request property that an unknown value asks for."""
    question: Label


class Source(TypedDict):
    id: str
    name: str
    prefix: str
    """First part of the ids of its measures."""
    publisher: str
    """The authority, or whoever words the records."""
    url: str
    government_level: GovernmentLevel | str
    regions: list[Region | str]
    """Empty: no regional restriction."""
    licence: SourceLicence
    reuse_mode: LicenceMode | str
    """Licence mode of its measures, where a field has no other."""
    attribution: str | None
    """The line that must accompany its data."""
    enabled: bool
    expected_every_hours: float | None
    """How often it should succeed; null: no rhythm, never stale."""
    freshness: SourceFreshness | str
    """`stale`: twice the expected hours without a success. `failing`: three failed runs in a row, which goes
    before stale. `never`: no success yet.
    """
    last_run_at: str | None
    """Start of its newest run."""
    last_success_at: str | None
    """End of its last succeeded run."""
    last_change_at: str | None
    """End of the last run that created, changed or withdrew something."""
    measures: int
    """Measures that are neither withdrawn nor merged."""


class SourceAnswer(TypedDict):
    data: SourceWithRuns
    meta: Meta


class SourceEvent(TypedDict):
    """The freshness of a source changed."""
    id: str
    """Prefix `chg_`; the same wherever the event is shown or sent, and on every retry."""
    event: SourceEventType | str
    created_at: str
    """When it occurred; never decreases along the feed."""
    data: SourceEventData


class SourceEventData(TypedDict):
    subject: Literal["source"]
    id: str
    """Of the source."""
    version: int | None
    """Always null: no version stands behind it."""
    categories: list[SourceEventType | str]
    """Every category that it touched, its own type among them."""
    diff: dict[str, Any]
    """Empty."""
    summary: SourceSummary


class SourceLicence(TypedDict):
    """Under which its data may be used."""
    id: str
    name: str
    url: str | None
    """Its text; null: it has no page."""


class SourceList(TypedDict):
    data: list[Source]


class SourceSummary(TypedDict):
    """How fresh the source became."""
    source_id: str
    name: str
    freshness: SourceFreshness | str
    previous_freshness: SourceFreshness | str
    last_success_at: str | None
    """End of its last succeeded run."""
    url: str


class SourceWithRuns(TypedDict):
    id: str
    name: str
    prefix: str
    """First part of the ids of its measures."""
    publisher: str
    """The authority, or whoever words the records."""
    url: str
    government_level: GovernmentLevel | str
    regions: list[Region | str]
    """Empty: no regional restriction."""
    licence: SourceLicence
    reuse_mode: LicenceMode | str
    """Licence mode of its measures, where a field has no other."""
    attribution: str | None
    """The line that must accompany its data."""
    enabled: bool
    expected_every_hours: float | None
    """How often it should succeed; null: no rhythm, never stale."""
    freshness: SourceFreshness | str
    """`stale`: twice the expected hours without a success. `failing`: three failed runs in a row, which goes
    before stale. `never`: no success yet.
    """
    last_run_at: str | None
    """Start of its newest run."""
    last_success_at: str | None
    """End of its last succeeded run."""
    last_change_at: str | None
    """End of the last run that created, changed or withdrew something."""
    measures: int
    """Measures that are neither withdrawn nor merged."""
    runs: list[IngestionRun]
    """The newest ten, newest first."""


class StateAid(TypedDict):
    regime: StateAidRegime | str
    note: str | None
    """What the regime leaves open."""


class StoredProject(TypedDict):
    """What is known of the project. Every property is optional."""
    postcode: NotRequired[str]
    """Place of the investment, works or job; where given, it decides the place."""
    topics: NotRequired[Sequence[Topic]]
    budget_eur: NotRequired[float]
    """Costs for which support would be asked, VAT excluded."""
    planned_start: NotRequired[str]
    """When the project would begin."""
    cost_types: NotRequired[Sequence[CostType]]
    costs: NotRequired[Sequence[MatchCostInput]]
    """What each type of cost comes to, each type once. The types count as `cost_types`; where `budget_eur` is
    not given their sum is the budget, which is never below it.
    """
    stages: NotRequired[Sequence[ProjectStage]]
    """How far a project of research or innovation is from the market."""
    partners: NotRequired[Sequence[ProjectPartner]]
    """With whom the project is carried out."""


class Subsidy(TypedDict):
    """The full record of a measure."""
    id: str
    """`<source-prefix>:<local-id>`."""
    slug: str
    """Readable name for paths, given once and never changed."""
    title: str
    """In the language served."""
    summary: str | None
    """In the language served."""
    status: SubsidyStatus | str
    """Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then."""
    instrument_type: InstrumentType | str
    """What the applicant receives."""
    government_level: GovernmentLevel | str
    """Of the government that decides."""
    scope: Scope | str
    """How far the measure reaches."""
    regions: list[Region | str]
    """Empty: no regional restriction."""
    topics: list[Topic | str]
    applicant_types: list[ApplicantType | str]
    """Who may apply; empty: not restricted."""
    company_sizes: list[CompanySize | str]
    """By the EU definition; empty: not restricted."""
    issuer: Authority
    amount: Amount | None
    """What the support comes to; null: no figure is known, which is not 0."""
    closes_at: str | None
    """The first deadline still ahead, else the last; null: no deadline known."""
    source_id: str
    url: str
    """The competent authority's own page."""
    version: int
    updated_at: str
    """When this version came into force."""
    withdrawn_at: str | None
    """Since when the source no longer lists it; null: it does."""
    last_checked_on: str | None
    """Day, month or year on which the record was last read (`2026-03-14`, `2026-03`, `2026`); null: by nobody."""
    description: str | None
    """In the language served; null where its licence mode withholds it."""
    languages: list[TextLanguage | str]
    """Languages in which the title exists."""
    content_language: TextLanguage | str
    """Language in which the title is served: the one asked, else en, nl, fr, de."""
    provinces: list[Province | str]
    area_codes: list[str]
    """NIS (2025) and NUTS codes."""
    administrator: Authority | None
    """Who handles the file; null: none is named beside the issuer."""
    nace: NaceRestriction
    legal_forms: list[str]
    """Legal form codes of the KBO, or `natural_person`."""
    cost_types: list[CostType | str]
    programme: str | None
    """EU programme code."""
    application_window: ApplicationWindow
    state_aid: StateAid | None
    """Rules of the EU on state aid that it is under; null: not known."""
    rules: list[Rule]
    """All are required; those that follow from other fields included."""
    application: SubsidyApplication | None
    """How to apply, for people; null: it does not say, or its licence mode withholds it. A step without which
    the support is lost is a condition of kind `procedure`.
    """
    conditions: list[Condition]
    """Every condition, evaluated or not."""
    condition_coverage: ConditionCoverage
    related: RelatedSubsidies
    legal_basis: list[LegalBasis]
    application_url: str | None
    """Where to apply."""
    links: SubsidyLinks
    source: SubsidyProvenance
    licence: SubsidyLicence
    created_at: str
    """When the measure was first seen."""


class SubsidyAnswer(TypedDict):
    data: Subsidy
    meta: Meta


class SubsidyApplication(TypedDict):
    """How to apply, for people."""
    steps: list[str]
    """What to do, in its order, each in the language served."""
    documents: list[str]
    """What to have at hand, each in the language served."""
    contact: ApplicationContact | None
    """Who answers questions; null: not known."""
    decision_days: int | None
    """Calendar days in which the authority decides on a complete file; null: not known."""
    payment: Payment | str | None
    """When the support is paid; null: not known."""
    note: str | None
    """What the rest leaves open."""


class SubsidyChecked(TypedDict):
    """When the record was last read, and on which page; null: it does not say."""
    on: str
    """Day, month or year (`2026-03-14`, `2026-03`, `2026`) on which the text is known to have stood as it was
    read.
    """
    url: str | None
    """The page that was read; null: not known."""
    by: PageOwner | str | None
    """Whose page it is: the authority's own (or that of whoever runs the measure), or another's; null: not
    known.
    """


class SubsidyEvent(TypedDict):
    """A measure was created or changed, or one of its deadlines comes near."""
    id: str
    """Prefix `chg_`; the same wherever the event is shown or sent, and on every retry."""
    event: SubsidyEventType | str
    created_at: str
    """When it occurred; never decreases along the feed."""
    data: SubsidyEventData


SubsidyEventDataDiffValue = TypedDict("SubsidyEventDataDiffValue", {
    "from": "Any",
    "to": "Any",
})


class SubsidyEventData(TypedDict):
    subject: Literal["subsidy"]
    id: str
    """Of the measure, as it was when the event was made."""
    version: int | None
    """The version that it announces; null: none."""
    categories: list[SubsidyEventType | str]
    """Every category that it touched, its own type among them."""
    diff: dict[str, SubsidyEventDataDiffValue]
    """Dotted path of the full record to what it was and became, both null where the text is withheld; empty
    for an event that is no version.
    """
    summary: MeasureSummary
    subsidy_id: str
    """`id` again."""
    links: EventLinks


class SubsidyLicence(TypedDict):
    """What may be done with the record now."""
    default: LicenceMode | str
    """Of every field that `fields` does not name."""
    fields: dict[str, LicenceMode | str]
    """Modes by field."""
    attribution: str | None
    """Line to show wherever the record is shown."""


class SubsidyLinks(TypedDict):
    """Absolute addresses."""
    api: str
    """This record."""
    versions: str
    """Its versions."""


class SubsidyList(TypedDict):
    data: list[CompactSubsidy | Subsidy]
    pagination: Pagination
    meta: MeasureListMeta


class SubsidyProvenance(TypedDict):
    """Where the record comes from."""
    id: str
    record_url: str | None
    """The source's own address of the record."""
    last_checked_at: str | None
    """When the record was last checked against its source: where `checked` says it, its first instant; null:
    by nobody.
    """
    checked: SubsidyChecked | None
    """When the record was last read, and on which page; null: it does not say."""
    first_seen_at: str
    """Equals `created_at`."""
    last_changed_at: str
    """Equals `updated_at`."""


class SubsidyVersion(TypedDict):
    id: str
    """`<source-prefix>:<local-id>`."""
    slug: str
    """Readable name for paths, given once and never changed."""
    title: str
    """In the language served."""
    summary: str | None
    """In the language served."""
    status: SubsidyStatus | str
    """Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then."""
    instrument_type: InstrumentType | str
    """What the applicant receives."""
    government_level: GovernmentLevel | str
    """Of the government that decides."""
    scope: Scope | str
    """How far the measure reaches."""
    regions: list[Region | str]
    """Empty: no regional restriction."""
    topics: list[Topic | str]
    applicant_types: list[ApplicantType | str]
    """Who may apply; empty: not restricted."""
    company_sizes: list[CompanySize | str]
    """By the EU definition; empty: not restricted."""
    issuer: Authority
    amount: Amount | None
    """What the support comes to; null: no figure is known, which is not 0."""
    closes_at: str | None
    """The first deadline still ahead, else the last; null: no deadline known."""
    source_id: str
    url: str
    """The competent authority's own page."""
    version: int
    updated_at: str
    """When this version came into force."""
    withdrawn_at: str | None
    """Since when the source no longer lists it; null: it does."""
    last_checked_on: str | None
    """Day, month or year on which the record was last read (`2026-03-14`, `2026-03`, `2026`); null: by nobody."""
    description: str | None
    """In the language served; null where its licence mode withholds it."""
    languages: list[TextLanguage | str]
    """Languages in which the title exists."""
    content_language: TextLanguage | str
    """Language in which the title is served: the one asked, else en, nl, fr, de."""
    provinces: list[Province | str]
    area_codes: list[str]
    """NIS (2025) and NUTS codes."""
    administrator: Authority | None
    """Who handles the file; null: none is named beside the issuer."""
    nace: NaceRestriction
    legal_forms: list[str]
    """Legal form codes of the KBO, or `natural_person`."""
    cost_types: list[CostType | str]
    programme: str | None
    """EU programme code."""
    application_window: ApplicationWindow
    state_aid: StateAid | None
    """Rules of the EU on state aid that it is under; null: not known."""
    rules: list[Rule]
    """All are required; those that follow from other fields included."""
    application: SubsidyApplication | None
    """How to apply, for people; null: it does not say, or its licence mode withholds it. A step without which
    the support is lost is a condition of kind `procedure`.
    """
    conditions: list[Condition]
    """Every condition, evaluated or not."""
    condition_coverage: ConditionCoverage
    related: RelatedSubsidies
    legal_basis: list[LegalBasis]
    application_url: str | None
    """Where to apply."""
    links: SubsidyLinks
    source: SubsidyProvenance
    licence: SubsidyLicence
    created_at: str
    """When the measure was first seen."""
    change: VersionChange


class SubsidyVersionAnswer(TypedDict):
    data: SubsidyVersion
    meta: Meta


class Taxonomy(TypedDict):
    regions: list[Term]
    provinces: list[Term]
    company_sizes: list[Term]
    statuses: list[Term]
    instrument_types: list[Term]
    government_levels: list[Term]
    scopes: list[Term]
    topics: list[TopicTerm]
    applicant_types: list[Term]
    cost_types: list[Term]
    licence_modes: list[Term]
    amount_bases: list[Term]
    state_aid_regimes: list[Term]
    condition_kinds: list[Term]
    review_reasons: list[Term]
    rule_fields: list[RuleFieldTerm]
    operators: list[Term]
    event_types: list[Term]
    match_statuses: list[Term]
    sorts: list[Term]
    views: list[Term]
    languages: list[Term]
    diplomas: list[Term]
    contracts: list[Term]
    occupancies: list[Term]
    stages: list[Term]
    partners: list[Term]
    payments: list[Term]
    points: list[Point]


class Term(TypedDict):
    id: str
    label: Label


class TopicTerm(TypedDict):
    id: str
    label: Label
    related: list[str]
    """Topics that count as half a match."""


class Understood(TypedDict):
    kind: UnderstoodKind | str
    """`word`: searched as a word; `ignored`: it says nothing, or a filter says it already."""
    text: str
    """As typed."""
    id: str | None
    """What it was taken for: a region, a province or the NIS code of a municipality; ids of the vocabularies
    (with commas between them where several are meant); a NACE-BEL 2025 code; a number; a measure or
    programme.
    """
    label: str | None
    """What that is called, in the language asked."""


class UnevaluatedCondition(TypedDict):
    """A condition that no rule evaluates: answer it, or check it yourself."""
    id: str
    kind: ConditionKind | str
    defines: bool
    """Whether it says what makes somebody a case of this measure."""
    text: str | None
    """Null where its licence mode withholds it."""
    answer_as: str | None
    """Its name in `answers` of the request; null: it is never asked."""
    answer: bool | None
    """What the caller answered; null: nothing."""


VersionChangeDiffValue = TypedDict("VersionChangeDiffValue", {
    "from": "Any",
    "to": "Any",
})


class VersionChange(TypedDict):
    version: int
    valid_from: str
    """When this version began; included."""
    valid_to: str | None
    """When the next version began, excluded; null for the newest."""
    event_id: str
    """The event of the feed that announced it."""
    type: EventType | str
    """Its most significant change."""
    categories: list[EventType | str]
    """Every category it touched."""
    severity: Severity | str
    """`high`: created, withdrawn, reinstated, merged, status or deadline changed; `medium`: amount or
    conditions; `low`: other content.
    """
    diff: dict[str, VersionChangeDiffValue]
    """Dotted path of the full record to what it was and became; both null where the text is withheld."""


class VersionList(TypedDict):
    data: list[VersionChange]
    pagination: Pagination
    meta: Meta


class WatchedBuilding(TypedDict):
    """As given; null: not given."""
    year: int | None
    """Of first use."""
    occupancy: BuildingOccupancy | str | None
    """What the applicant is to the building."""


class WatchedCompany(TypedDict):
    reference: str
    """The caller's own name for the company."""
    company: WatchedFacts
    project: WatchedProject
    hire: WatchedHire
    household: WatchedHousehold
    building: WatchedBuilding
    answers: dict[str, bool]
    """As given, also where they belong to no condition."""
    fill: bool
    """Whether what was not given is filled, by its number, whenever it is judged."""
    added_at: str
    """When it was first put on the list."""
    updated_at: str
    """When it was last uploaded."""


class WatchedCompanyList(TypedDict):
    data: list[WatchedCompany]
    pagination: Pagination
    meta: Meta


class WatchedFacts(TypedDict):
    """The facts as given; null: not given."""
    postcode: str | None
    """Of the establishment that applies, not of the registered seat. Belgian."""
    municipality: str | None
    """NIS code of 2025, for a postcode that lies in several municipalities; must lie in the postcode."""
    applicant_types: list[ApplicantType | str]
    """What the applicant is; one may be several: a person is a household, and may be self-employed beside it.
    What follows from the legal form is added, but to a household alone nothing is.
    """
    applicant_type: ApplicantType | str | None
    """Read as `applicant_types` of this one; where both are given they must say the same."""
    employees: int | None
    """Full-time equivalents of the last closed year, rounded down, linked enterprises included."""
    turnover_eur: float | None
    """Annual turnover, VAT excluded, linked enterprises included."""
    balance_total_eur: float | None
    """Balance sheet total, linked enterprises included."""
    legal_form: str | None
    """KBO code, or an abbreviation or name in nl, fr or de; `natural_person`."""
    nace: list[str]
    """The first code is the main activity."""
    founded_on: str | None
    """A day ahead is a company to be."""
    enterprise_number: str | None
    """10 digits with valid check digits; dots, spaces and the prefix BE accepted."""
    establishment_number: str | None
    """10 digits, the first 2 to 8, written as an enterprise number: which establishment applies. Alone it
    stands for its enterprise.
    """
    joint_committees: list[str]
    de_minimis_eur: float | None
    """De minimis aid granted to the single undertaking in the three years before."""


class WatchedHire(TypedDict):
    """As given; null: not given."""
    age: int | None
    """In full years."""
    months_jobseeking: int | None
    """Full months of being registered as a jobseeker; 0: not registered."""
    diploma: Diploma | str | None
    """The highest."""
    contract: HireContract | str | None
    postcode: str | None
    """Of the home. Belgian."""


class WatchedHousehold(TypedDict):
    """As given; null: not given."""
    income_eur: float | None
    """Taxable income of the household."""
    dependants: int | None
    """Persons in the household's charge."""


class WatchedProject(TypedDict):
    """As given; null: not given."""
    postcode: str | None
    """Place of the investment, works or job; where given, it decides the place."""
    topics: list[Topic | str]
    budget_eur: float | None
    """Costs for which support would be asked, VAT excluded."""
    planned_start: str | None
    """When the project would begin."""
    cost_types: list[CostType | str]
    costs: list[MatchCost]
    """What each type of cost comes to, each type once. The types count as `cost_types`; where `budget_eur` is
    not given their sum is the budget, which is never below it.
    """
    stages: list[ProjectStage | str]
    """How far a project of research or innovation is from the market."""
    partners: list[ProjectPartner | str]
    """With whom the project is carried out."""


class Watchlist(TypedDict):
    id: str
    name: str
    language: Language | str
    companies: int
    """How many it holds."""
    min_severity: Severity | str
    muted_subsidies: list[str]
    """As given."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When its options or companies last changed."""


class WatchlistAnswer(TypedDict):
    data: Watchlist
    meta: Meta


class WatchlistList(TypedDict):
    data: list[Watchlist]
    pagination: Pagination
    meta: Meta


class WatchlistMatch(TypedDict):
    """How a measure stands to one watched company."""
    company_reference: str
    """The caller's own."""
    subsidy: CompactSubsidy
    status: MatchStatus | str
    review_reasons: list[ReviewReason | str]
    """Empty unless `needs_review`."""
    score: float
    """One decimal."""
    questions: list[str]
    """What its undecided rules lack, and conditions that neither a rule nor an answer settles."""
    indicative_amount: IndicativeAmount | None
    """What the support may come to; null: no figure or rate is known, or the match is `not_eligible`."""


class WatchlistMatchList(TypedDict):
    data: list[WatchlistMatch]
    pagination: Pagination
    meta: MatchListMeta


class WatchlistOptions(TypedDict):
    """What is given is set; the rest stays."""
    name: NotRequired[str]
    """Without control characters."""
    language: NotRequired[Language]
    """Of the texts of its matches. A new list has `en`."""
    min_severity: NotRequired[Severity]
    """Match events below it are not made, and not made up for later. `high`: a match is new or removed, or
    becomes or ceases to be `likely_eligible`; `medium`: another change of a measure that is open,
    continuous or forthcoming; `low`: any other. A new list has `low`.
    """
    muted_subsidies: NotRequired[Sequence[str]]
    """Ids of measures of which no match events are made; a merged one mutes the survivor. A new list has none."""


class WatchlistUpload(TypedDict):
    companies: Sequence[WatchlistUploadRow]


class WatchlistUploadAnswer(TypedDict):
    data: WatchlistUploaded
    meta: Meta


class WatchlistUploadRow(TypedDict):
    reference: str
    """The caller's own name for the company, by which it is replaced; each once."""
    company: MatchCompany
    project: NotRequired[StoredProject]
    hire: NotRequired[MatchHire]
    household: NotRequired[MatchHousehold]
    building: NotRequired[MatchBuilding]
    answers: NotRequired[Mapping[str, bool | None]]
    """Answers to conditions that no rule evaluates, by the name that a match gives as `answer_as`: a point of
    the taxonomy, or `<measure id>#<condition id>`.
    """
    fill: NotRequired[bool]
    """Whether what is not given of the company is filled from the register and from filed accounts, by its
    number. Default true. Where it is false the register is not read, so that an establishment is not
    compared with its enterprise either.
    """


class WatchlistUploaded(TypedDict):
    added: int
    replaced: int
    rejected: list[RejectedCompany]


class Webhook(TypedDict):
    id: str
    url: str
    """As deliveries go there: normalised, without fragment."""
    filters: WebhookFilters
    active: bool
    """False: it was switched off after 20 failures in a row; enable it."""
    created_at: str
    """When it was made."""
    last_success_at: str | None
    """When it last answered a delivery with 2xx."""
    consecutive_failures: int
    """Failed attempts since the last success."""


class WebhookDelivery(TypedDict):
    id: str
    """As in the header `Service-Delivery`."""
    event_type: EventType | str
    status: DeliveryStatus | str
    attempts: int
    """Those that have begun."""
    last_status: int | None
    """HTTP status of the last answer."""
    last_error: str | None
    """Null after a success; else `timeout`, `connection`, `tls`, `refused_address`, `redirect` or `status`,
    and of an answer its first 500 characters.
    """
    created_at: str
    """When it was queued."""
    delivered_at: str | None
    """When it was answered with 2xx."""
    next_attempt_at: str | None
    """While it is pending: not before then. Before the first attempt, when it was queued."""
    event_id: str
    """Of the event; `id` in the body that is sent."""


class WebhookDeliveryList(TypedDict):
    data: list[WebhookDelivery]
    pagination: Pagination
    meta: Meta


class WebhookFilters(TypedDict):
    """Every filter, as it is kept; an empty list: no restriction."""
    event_types: list[EventType | str]
    """Events of any of these types, or that touched any of these categories. Pings pass every filter."""
    sources: list[str]
    """Ids of sources: events of their measures, and their own. Match events have no source and do not pass."""
    regions: list[Region | str]
    """Events of measures of any of these regions, match events by their measure, a source's events by the
    source; without regional restriction it passes.
    """
    topics: list[Topic | str]
    """Events of measures with any of these topics; events of sources and match events do not pass."""
    subsidy_ids: list[str]
    """Ids of measures, not slugs: events about them, match events included; of a merged one also about the
    survivor. An id that nobody knows yet is taken.
    """
    watchlists: list[str]
    """Ids of your watchlists: their match events; nothing else passes."""


class WebhookList(TypedDict):
    data: list[Webhook]
    pagination: Pagination
    meta: Meta


class WebhookWithSecret(TypedDict):
    id: str
    url: str
    """As deliveries go there: normalised, without fragment."""
    filters: WebhookFilters
    active: bool
    """False: it was switched off after 20 failures in a row; enable it."""
    created_at: str
    """When it was made."""
    last_success_at: str | None
    """When it last answered a delivery with 2xx."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    secret: str
    """What its deliveries are signed with, the whole text. Shown here and never again."""


Row = TypeVar("Row")


class SubsidyRows(TypedDict, Generic[Row]):
    """A `SubsidyList` whose rows are of one view."""
    data: list[Row]
    pagination: Pagination
    meta: MeasureListMeta


class SubsidyFilters(TypedDict, total=False):
    """What `list_subsidies` takes beside `view`."""
    q: str | None
    """Words, in any language and order; each must be the start of a word of the title, the names that people
    give the measure, the local id, the names of issuer and administrator, the summary, what its instrument,
    topics, applicants, sizes, costs and places are called (nl, fr, de, en), the description or the
    conditions. Case and accents are ignored. Single letters with `&` or `+` between are one word (`R&D`);
    `startup`, `start-up` and `start up` find one another.
    """
    words: SearchWords | None
    """With `q`: `all` words, or `most`: at least half of those with content, each also found by its stem (nl,
    fr, de, en) and, from five letters on, with one letter wrong, missing or too many; the best first.
    `meant` reads `q` as a person means it (nl, fr, de, en): places, kinds of applicant, trades, purposes,
    instruments, amounts. `meta.understood` says what was understood. A place or a kind of applicant narrows
    where that leaves something, a trade leaves out what excludes it, the purpose decides what is found;
    what can be applied for comes before what nobody knows and what is over.
    """
    region: Sequence[Region] | None
    """Measures available in any of these regions: their own, and those without regional restriction. By where
    applicants, or the persons whom a measure pays for, must be, as its rules say too.
    """
    topic: Sequence[Topic] | None
    """Measures with any of these topics."""
    company_size: CompanySize | None
    """Measures that name this size, and those that do not restrict sizes."""
    applicant_type: Sequence[ApplicantType] | None
    """Measures that name any of these kinds of applicants, and those that name none."""
    instrument_type: Sequence[InstrumentType] | None
    """What the applicant receives."""
    status: Sequence[SubsidyStatus] | None
    """Status at the instant of the answer, which the clock moves too; every status when not given."""
    government_level: Sequence[GovernmentLevel] | None
    """Level of the government that decides."""
    scope: Sequence[Scope] | None
    """How far the measure reaches."""
    source: Sequence[str] | None
    """Ids of sources."""
    issuer: Sequence[str] | None
    """Ids of issuers; an unknown one matches nothing."""
    nace: str | None
    """One NACE-BEL code of 2008 or 2025: two digits, or more of them with or without a dot (or a comma) behind
    the second; a section letter stands for its divisions of 2025. A version may stand behind it, `63.91
    (2008)`, for a code that both have; else 2025 is meant. Found are measures that a company with that code
    alone is not surely outside of. Between the versions the official correspondence of classes decides.
    """
    programme: str | None
    """Code of an EU programme; an unknown one matches nothing."""
    deadline_before: str | None
    """Deadline at or before. An RFC 3339 timestamp, or a date: its end in Brussels."""
    deadline_after: str | None
    """Deadline later than. An RFC 3339 timestamp, or a date: its end in Brussels."""
    updated_since: str | None
    """Changed at or after. An RFC 3339 timestamp, or a date: its start in Brussels."""
    include_withdrawn: bool | None
    """Also measures that their source no longer lists."""
    sort: SubsidySort | None
    """`relevance` when `q` is given, else `deadline` (soonest first, none last). `relevance` without a word is
    `updated`.
    """
    lang: Language | None
    """Language of texts; what does not exist in it falls back to en, nl, fr, de."""
    limit: int | None
    """Rows a page; at most what the plan holds (`max_page_size`): 100 on developer, 200 on pro and business,
    500 on enterprise.
    """
    cursor: str | None
    """`pagination.next_cursor` of the page before; ask with the same filters and order."""
