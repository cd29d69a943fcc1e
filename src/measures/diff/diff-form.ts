/**
 * A measure in the form in which versions are compared (contract 6): the full record, but with texts by language, without
 * what is derived, and without what changes no version (its source's settings, when it was checked, where it was read).
 *
 * Objects are compared key by key, everything else as a whole. `withNulls` tells how an object that appears is shown.
 */
import type { Instant } from '../../values/brussels.ts'
import { formatInstant } from '../../values/brussels.ts'
import type { LocalizedText } from '../../values/localized-text.ts'
import type { Amount, Application, Authority, MeasureContent, Rule, SourceSettings } from '../record/record.ts'
import { conditionsByRule, confidenceOf } from '../rules/generated-rules.ts'

/** What JSON can say, as diffs hold it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** A text in no language, compared by language as any other: one that appears is a path per language. */
const noText: JsonObject = { nl: null, fr: null, en: null, de: null }

/** Keys in the order of the full record. `source` decides the confidence of rules that content none, on both sides alike. */
export function diffForm(content: MeasureContent, source: Pick<SourceSettings, 'id' | 'method'>): JsonObject {
  const { record } = content
  const rulesOf = ruleForms(content, source)
  return {
    title: byLanguage(record.title),
    summary: byLanguage(record.summary),
    status: content.status,
    instrument_type: record.instrument_type,
    government_level: record.government_level,
    scope: record.scope,
    regions: record.regions,
    topics: record.topics,
    applicant_types: record.applicant_types,
    company_sizes: record.company_sizes,
    issuer: authorityForm(record.issuer),
    amount: record.amount === null ? null : amountForm(record.amount, rulesOf),
    url: byLanguage(record.url),
    withdrawn_at: instantForm(content.withdrawn_at),
    description: byLanguage(record.description),
    provinces: record.provinces,
    area_codes: record.area_codes,
    administrator: record.administrator === null ? null : authorityForm(record.administrator),
    nace: { include: record.nace.include, exclude: record.nace.exclude, version: record.nace.version },
    legal_forms: record.legal_forms,
    cost_types: record.cost_types,
    programme: record.programme,
    application_window: windowForm(content),
    state_aid:
      record.state_aid === null ? null : { regime: record.state_aid.regime, note: byLanguage(record.state_aid.note) },
    rules: rulesOf(record.rules),
    application: record.application === null ? null : applicationForm(record.application),
    conditions: record.conditions.map(({ text, defines: _defines, ...condition }) => ({
      ...condition,
      text: whole(text),
    })),
    related: {
      excludes: record.related.excludes,
      requires: record.related.requires,
      variant_of: record.related.variant_of,
      replaced_by: record.related.replaced_by ?? [],
      merged_from: content.merged_from,
    },
    legal_basis: record.legal_basis.map(({ title, url }) => ({ title: whole(title), url })),
    application_url: byLanguage(record.application_url),
    licence: { fields: record.licence },
  }
}

/** A value of the form as a diff shows it where it stands as a whole: texts in no language are null. */
export function shownWhole(value: Json): Json {
  if (value === noText) return null
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shownWhole(part)]))
}

export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function byLanguage(text: LocalizedText | null): JsonObject {
  return whole(text) ?? noText
}

/** A text as lists hold it: an object by language. */
function whole(text: LocalizedText | null): JsonObject | null {
  return text === null ? null : { nl: text.nl, fr: text.fr, en: text.en, de: text.de }
}

function instantForm(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}

function authorityForm(authority: Authority): JsonObject {
  return {
    id: authority.id,
    name: byLanguage(authority.name),
    url: byLanguage(authority.url),
    government_level: authority.government_level,
  }
}

function windowForm(content: MeasureContent): JsonObject {
  const window = content.record.application_window
  return {
    opens_at: instantForm(window.opens_at),
    closes_at: instantForm(content.closes_at),
    precision: window.precision,
    cut_offs: window.deadlines.length > 1 ? window.deadlines.map(formatInstant) : [],
    recurrence: window.recurrence,
    note: byLanguage(window.note),
  }
}

function applicationForm({ contact, ...application }: Application): JsonObject {
  return {
    steps: application.steps.map(whole),
    documents: application.documents.map(whole),
    contact:
      contact === null
        ? null
        : {
            name: byLanguage(contact.name),
            url: byLanguage(contact.url),
            email: contact.email,
            phone: contact.phone,
          },
    decision_days: application.decision_days,
    payment: application.payment,
    note: byLanguage(application.note),
  }
}

function amountForm(amount: Amount, rulesOf: (rules: readonly Rule[]) => JsonObject[]): JsonObject {
  return {
    currency: amount.currency,
    min: amount.min,
    max: amount.max,
    rate_min: amount.rate_min,
    rate_max: amount.rate_max,
    budget_total: amount.budget_total,
    basis: amount.basis,
    per: amount.per,
    note: byLanguage(amount.note),
    tiers: amount.tiers.map((tier) => ({
      when: rulesOf(tier.when),
      rate: tier.rate,
      min: tier.min,
      max: tier.max,
    })),
  }
}

type RuleForm = JsonObject & { readonly confidence: number }

/**
 * Given rules as compared: what they leave open filled in, so that a default written out is no change; but without when
 * they were checked, and with the link only where it is their own: those of the record change no version.
 */
function ruleForms(
  content: MeasureContent,
  source: Pick<SourceSettings, 'id' | 'method'>,
): (rules: readonly Rule[]) => RuleForm[] {
  const conditionOf = conditionsByRule(content.record.conditions)
  const form = (rule: Rule): RuleForm => {
    const any = rule.any?.map(form) ?? null
    const all = rule.all?.map(form) ?? null
    const method = rule.provenance?.method ?? source.method
    return {
      id: rule.id,
      field: rule.field,
      operator: rule.operator,
      value: rule.value,
      any,
      all,
      condition_id: conditionOf.get(rule.id) ?? null,
      confidence: rule.confidence ?? confidenceOf(any ?? all, method),
      provenance: {
        source_id: rule.provenance?.source_id ?? source.id,
        url: rule.provenance?.url ?? null,
        method,
        checked_at: null,
        excerpt: rule.provenance?.excerpt ?? null,
      },
    }
  }
  return (rules) => rules.map(form)
}
