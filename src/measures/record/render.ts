/**
 * Resolved record -> what is served (contract 3): the compact row and the full record, in one language, at one instant,
 * with the licence modes of now applied. Keys come in the order of the schemas, so equal measures give equal bytes.
 */
import type { Instant } from '../../values/brussels.ts'
import { formatInstant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import type { LocalizedText } from '../../values/localized-text.ts'
import { languagesOf, servedLanguage, textIn } from '../../values/localized-text.ts'
import type { Language, LicenceMode } from '../../values/vocabularies.ts'
import { conditionCoverage } from '../rules/condition-coverage.ts'
import type { CompleteRule, RuleOrigin } from '../rules/generated-rules.ts'
import { allRules, completeRules, ruleIdsOf } from '../rules/generated-rules.ts'
import { lastCheckedOn } from './checked.ts'
import type { LicenceModes } from './licence.ts'
import { licenceModes, servesExcerpts, servesTexts, servesWhole } from './licence.ts'
import type { Amount, Application, Authority, ResolvedRecord, SourceSettings } from './record.ts'
import type { CompactSubsidy, Subsidy } from './record-schema.ts'
import type { ServedRule } from './schema-parts.ts'
import { servedDeadline, statusAt } from './status.ts'

/** A version of a measure with what the store knows about it. */
export type StoredMeasure = {
  record: ResolvedRecord
  slug: string
  version: number
  created_at: Instant
  updated_at: Instant
  withdrawn_at: Instant | null
  /** See `lastCheckedAt` in checked.ts. */
  last_checked_at: Instant | null
  /** See `agesAt` in status.ts. */
  ages_at: Instant | null
  merged_from: readonly string[]
  /** Ids of the measures that exclude this one: exclusion holds both ways and is shown on both sides. */
  excluded_by: readonly string[]
  /** Ids of the measures that name this one as what took their place. */
  replaces: readonly string[]
  /** The modes by field of the newest version: the mode of now holds for old versions too. */
  licence: Readonly<Record<string, LicenceMode>>
}

export type RenderContext = {
  source: SourceSettings
  /** Without a slash at its end. */
  baseUrl: string
  /** Status and deadline are those of this instant. */
  at: Instant
  /** How an instant is written; `instantTexts()` where many measures are rendered. */
  textOf(instant: Instant): string
}

const rememberedMax = 10_000

/**
 * Writes instants, and remembers them: the time zone's rules cost more than all the rest of a compact row, and most
 * measures of a run share their `updated_at` and many their deadline.
 */
export function instantTexts(): (instant: Instant) => string {
  const remembered = new Map<Instant, string>()
  return (instant) => {
    const known = remembered.get(instant)
    if (known !== undefined) return known
    if (remembered.size >= rememberedMax) remembered.clear()
    const text = formatInstant(instant)
    remembered.set(instant, text)
    return text
  }
}

/** The id of a measure of that source. */
export function measureId(source: Pick<SourceSettings, 'prefix'>, localId: string): string {
  return `${source.prefix}:${localId}`
}

/** Absolute addresses of a measure and its versions. */
export function measureLinks(baseUrl: string, id: string): Subsidy['links'] {
  return { api: `${baseUrl}/v1/subsidies/${id}`, versions: `${baseUrl}/v1/subsidies/${id}/versions` }
}

export function renderCompact(measure: StoredMeasure, language: Language, context: RenderContext): CompactSubsidy {
  const { record } = measure
  const { source, at } = context
  const modes = licenceModes(source, measure.licence)
  const amount = servesWhole(modes, 'amount') ? record.amount : null
  const closesAt = servedDeadline(record.application_window, at)
  return {
    id: measureId(source, record.local_id),
    slug: measure.slug,
    title: textIn(record.title, language) ?? '',
    summary: servesTexts(modes, 'summary') ? textIn(record.summary, language) : null,
    status: statusAt(record, measure.ages_at, at),
    instrument_type: record.instrument_type,
    government_level: record.government_level,
    scope: record.scope,
    regions: record.regions,
    topics: record.topics,
    applicant_types: record.applicant_types,
    company_sizes: record.company_sizes,
    issuer: { id: record.issuer.id, name: textIn(record.issuer.name, language) ?? record.issuer.id },
    amount:
      amount === null
        ? null
        : { min: amount.min, max: amount.max, rate_max: amount.rate_max, currency: amount.currency, per: amount.per },
    closes_at: textOrNull(context, closesAt),
    source_id: source.id,
    url: textIn(record.url, language) ?? '',
    version: measure.version,
    updated_at: context.textOf(measure.updated_at),
    withdrawn_at: textOrNull(context, measure.withdrawn_at),
    last_checked_on: lastCheckedOn(record, measure.last_checked_at),
  }
}

export function renderFull(measure: StoredMeasure, language: Language, context: RenderContext): Subsidy {
  const { record } = measure
  const { source } = context
  const modes = licenceModes(source, measure.licence)
  const compact = renderCompact(measure, language, context)
  const origin: RuleOrigin = { source, lastCheckedAt: measure.last_checked_at, language }
  const ruleIds = ruleIdsOf(record)
  const served = (field: 'rules' | 'amount', rules: readonly CompleteRule[]) =>
    rules.map((rule) => servedRule(rule, servesExcerpts(modes, field), context))
  const texts = (field: Parameters<typeof servesTexts>[1], text: LocalizedText | null) =>
    servesTexts(modes, field) ? textIn(text, language) : null
  return {
    ...compact,
    issuer: servedAuthority(record.issuer, language),
    amount:
      record.amount === null || compact.amount === null
        ? null
        : servedAmount(record.amount, texts('amount', record.amount.note), (rules) =>
            served('amount', completeRules(rules, record, origin)),
          ),
    description: texts('description', record.description),
    languages: languagesOf(record.title),
    content_language: servedLanguage(record.title, language) ?? language,
    provinces: record.provinces,
    area_codes: record.area_codes,
    administrator: record.administrator === null ? null : servedAuthority(record.administrator, language),
    nace: { include: record.nace.include, exclude: record.nace.exclude, version: record.nace.version },
    legal_forms: record.legal_forms,
    cost_types: record.cost_types,
    programme: record.programme,
    application_window: servedWindow(record, compact.closes_at, texts, context),
    state_aid:
      record.state_aid === null || !servesWhole(modes, 'state_aid')
        ? null
        : { regime: record.state_aid.regime, note: texts('state_aid', record.state_aid.note) },
    rules: served('rules', allRules(record, origin)),
    application:
      record.application === null || !servesTexts(modes, 'application')
        ? null
        : servedApplication(record.application, language),
    conditions: record.conditions.map((condition) => ({
      id: condition.id,
      text: texts('conditions', condition.text),
      kind: condition.kind,
      defines: condition.defines,
      point: condition.point,
      expects: condition.expects,
      rule_ids: condition.rule_ids,
    })),
    condition_coverage: conditionCoverage(record.conditions, ruleIds),
    related: servedRelated(measure),
    legal_basis: record.legal_basis.map((basis) => ({ title: texts('legal_basis', basis.title), url: basis.url })),
    application_url: textIn(record.application_url, language),
    links: measureLinks(context.baseUrl, compact.id),
    source: {
      id: source.id,
      record_url: record.record_url,
      last_checked_at: textOrNull(context, measure.last_checked_at),
      checked:
        record.checked === null ? null : { on: record.checked.on, url: record.checked.url, by: record.checked.by },
      first_seen_at: context.textOf(measure.created_at),
      last_changed_at: compact.updated_at,
    },
    licence: servedLicence(modes, source),
    created_at: context.textOf(measure.created_at),
  }
}

function textOrNull(context: Pick<RenderContext, 'textOf'>, instant: Instant | null): string | null {
  return instant === null ? null : context.textOf(instant)
}

function servedAuthority(authority: Authority, language: Language): Subsidy['issuer'] {
  return {
    id: authority.id,
    name: textIn(authority.name, language) ?? authority.id,
    url: textIn(authority.url, language),
    government_level: authority.government_level,
  }
}

function servedWindow(
  record: ResolvedRecord,
  closesAt: string | null,
  texts: (field: 'application_window', text: LocalizedText | null) => string | null,
  context: RenderContext,
): Subsidy['application_window'] {
  const window = record.application_window
  return {
    opens_at: textOrNull(context, window.opens_at),
    closes_at: closesAt,
    precision: window.precision,
    // A single deadline is told by `closes_at` alone (contract 3, deadlines).
    cut_offs: window.deadlines.length > 1 ? window.deadlines.map((deadline) => context.textOf(deadline)) : [],
    recurrence: window.recurrence,
    note: texts('application_window', window.note),
  }
}

function servedAmount(
  amount: Amount,
  note: string | null,
  rulesOf: (when: Amount['tiers'][number]['when']) => ServedRule[],
): NonNullable<Subsidy['amount']> {
  return {
    currency: amount.currency,
    min: amount.min,
    max: amount.max,
    rate_min: amount.rate_min,
    rate_max: amount.rate_max,
    budget_total: amount.budget_total,
    basis: amount.basis,
    per: amount.per,
    note,
    tiers: amount.tiers.map((tier) => ({
      when: rulesOf(tier.when),
      rate: tier.rate,
      min: tier.min,
      max: tier.max,
    })),
  }
}

function servedApplication(application: Application, language: Language): NonNullable<Subsidy['application']> {
  const { contact, decision_days, payment } = application
  const served = (texts: readonly LocalizedText[]) => texts.map((text) => textIn(text, language) ?? '')
  return {
    steps: served(application.steps),
    documents: served(application.documents),
    contact:
      contact === null
        ? null
        : {
            name: textIn(contact.name, language),
            url: textIn(contact.url, language),
            email: contact.email,
            phone: contact.phone,
          },
    decision_days,
    payment,
    note: textIn(application.note, language),
  }
}

/** A rule as served; `withExcerpts` as `servesExcerpts` of the field it stands in says. */
export function servedRule(
  rule: CompleteRule,
  withExcerpts: boolean,
  context: Pick<RenderContext, 'textOf'>,
): ServedRule {
  const members = (rules: CompleteRule[] | null) =>
    rules?.map((member) => servedRule(member, withExcerpts, context)) ?? null
  return {
    id: rule.id,
    field: rule.field,
    operator: rule.operator,
    value: rule.value,
    any: members(rule.any),
    all: members(rule.all),
    condition_id: rule.condition_id,
    confidence: rule.confidence,
    provenance: {
      source_id: rule.provenance.source_id,
      url: rule.provenance.url,
      method: rule.provenance.method,
      checked_at: textOrNull(context, rule.provenance.checked_at),
      excerpt: withExcerpts ? rule.provenance.excerpt : null,
    },
  }
}

/** The record's own exclusions first, then those that only the other side names; what it replaces, only others say. */
function servedRelated(measure: StoredMeasure): Subsidy['related'] {
  const { excludes, requires, variant_of, replaced_by = [] } = measure.record.related
  const others = measure.excluded_by.filter((id) => !excludes.includes(id))
  return {
    excludes: [...excludes, ...[...new Set(others)].sort(byCodePoint)],
    requires,
    variant_of,
    replaced_by,
    replaces: [...measure.replaces].sort(byCodePoint),
    merged_from: [...measure.merged_from],
  }
}

function servedLicence(modes: LicenceModes, source: SourceSettings): Subsidy['licence'] {
  return { default: modes.default, fields: { ...modes.fields }, attribution: source.attribution }
}
