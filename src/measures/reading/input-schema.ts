/**
 * The shape of the input record (contract 4), as a JSON Schema: what its properties are called, their types, vocabularies,
 * forms and bounds. It is what records are read by (`shape.ts`), and, written out as
 * `docs/input-record.schema.json`, what an editor is given. What depends on more
 * than one value (a minimum above its maximum, the operator that a field has, codes that must exist) is the readers'.
 *
 * A property that may be absent may be null. `x-words` says a pattern in words, and what a whole number counts, `x-otherwise` what a value is told that is
 * nothing of the kind, `x-unknown` what a property is told that the object does not have. `x-decimals` bounds the decimals
 * as a number is written: `multipleOf` divides, and finds 1.15 no multiple of 0.01.
 */
import Type, { type Static, type TSchema } from 'typebox'
import {
  amountBases,
  amountPeriods,
  applicantTypes,
  checkedBy,
  companySizes,
  conditionKinds,
  costTypes,
  governmentLevels,
  instrumentTypes,
  licenceModes,
  type Operator,
  operators,
  payments,
  provinces,
  type RuleField,
  recurrences,
  regions,
  ruleFields,
  scopes,
  stateAidRegimes,
  statuses,
  topics,
  windowPrecisions,
} from '../../values/vocabularies.ts'
import { licensedFields } from '../record/licence.ts'
import { word } from '../record/schema-parts.ts'
import { inputBounds } from './input-bounds.ts'
import type { Shaped } from './shape.ts'

const closed = { additionalProperties: false } as const
const bounds = inputBounds

const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
const text = (maxLength: number = bounds.idMax) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
/** A text of a form, which the reason tells in words. */
const formed = (pattern: string, words: string, maxLength: number = bounds.idMax) =>
  Type.String({ minLength: 1, maxLength, pattern, 'x-words': words })
/** A text that a checker of `shape.ts` judges. */
const ofFormat = (
  format: 'iri' | 'date-or-timestamp' | 'measure-id' | 'nace-code',
  maxLength: number,
  pattern?: string,
) => Type.String({ minLength: 1, maxLength, format, ...(pattern === undefined ? {} : { pattern }) })
const list = <Item extends TSchema>(item: Item, maxItems: number = bounds.listMax) => Type.Array(item, { maxItems })
const set = <Item extends TSchema>(item: Item) => Type.Array(item, { maxItems: bounds.listMax, uniqueItems: true })

const url = ofFormat('iri', bounds.urlMax)
const date = ofFormat('date-or-timestamp', bounds.idMax)
const measureId = ofFormat('measure-id', 2 * bounds.idMax)
const ownId = formed('^[^\\s\\p{C}]+$', 'an id without spaces')
const money = Type.Number({ minimum: 0, maximum: bounds.moneyMax, 'x-decimals': 2 })
const fraction = Type.Number({ minimum: 0, maximum: 1 })
const naceCode = ofFormat('nace-code', bounds.idMax, '^\\d{2}(?:\\d*|(?:\\.\\d+)+)$')

const byLanguage = <Text extends TSchema>(one: Text) =>
  Type.Union([one, Type.Object({ nl: maybe(one), fr: maybe(one), en: maybe(one), de: maybe(one) }, closed)], {
    description: "A string counts as the source's language.",
    'x-otherwise': 'neither a string nor an object of nl, fr, en, de',
  })
const note = byLanguage(text(bounds.noteMax))
const urlByLanguage = byLanguage(url)

const authority = Type.Object(
  {
    // No commas or spaces: an issuer's id stands in comma lists of filters.
    id: maybe(formed('^[A-Za-z0-9][A-Za-z0-9._-]*$', 'an id of letters, digits, . _ -')),
    name: maybe(byLanguage(text(bounds.nameMax))),
    url: maybe(urlByLanguage),
    government_level: maybe(word(governmentLevels)),
  },
  closed,
)

const nace = Type.Object(
  {
    include: maybe(list(naceCode)),
    exclude: maybe(list(naceCode)),
    version: maybe(Type.Union([Type.Literal(2008), Type.Literal(2025)], { 'x-otherwise': 'neither 2008 nor 2025' })),
  },
  closed,
)

const window = Type.Object(
  {
    opens_at: maybe(date),
    closes_at: maybe(date),
    precision: maybe(word(windowPrecisions)),
    cut_offs: maybe(list(date)),
    recurrence: maybe(word(recurrences)),
    note: maybe(note),
  },
  closed,
)

const provenance = Type.Object(
  {
    source_id: maybe(text()),
    url: maybe(url),
    method: maybe(word(['structured', 'curated', 'derived'])),
    checked_at: maybe(date),
    excerpt: maybe(text(bounds.excerptMax)),
  },
  closed,
)

/** A leaf (field, operator, value) or a group (any or all); its members are rules again. */
export type InputRule = {
  id: string
  field?: RuleField | null
  operator?: Operator | null
  value?: unknown
  any?: InputRule[] | null
  all?: InputRule[] | null
  condition_id?: string | null
  confidence?: number | null
  provenance?: Static<typeof provenance> | null
}

const members = Type.Array(Type.Ref('Rule'), { maxItems: bounds.rulesMax })
const rule = Type.Unsafe<InputRule>(
  Type.Cyclic(
    {
      Rule: Type.Object(
        {
          id: ownId,
          field: maybe(word(Object.keys(ruleFields))),
          operator: maybe(word(operators)),
          value: Type.Optional(Type.Unknown({ description: "Of the operator's shape and the field's type." })),
          any: maybe(members),
          all: maybe(members),
          condition_id: maybe(text()),
          confidence: maybe(fraction),
          provenance: maybe(provenance),
        },
        closed,
      ),
    },
    'Rule',
  ),
)
const rules = Type.Array(rule, { maxItems: bounds.rulesMax })

const tier = Type.Object({ when: maybe(rules), rate: maybe(fraction), min: maybe(money), max: maybe(money) }, closed)

const amount = Type.Object(
  {
    // Every amount is in euros; another currency is refused, not converted.
    currency: maybe(word(['EUR'])),
    min: maybe(money),
    max: maybe(money),
    rate_min: maybe(fraction),
    rate_max: maybe(fraction),
    budget_total: maybe(money),
    basis: maybe(word(amountBases)),
    per: maybe(word(amountPeriods)),
    note: maybe(note),
    tiers: maybe(list(tier)),
  },
  closed,
)

const condition = Type.Object(
  {
    id: maybe(formed('^[A-Za-z0-9._-]+$', 'an id of letters, digits, . _ -', bounds.conditionIdMax)),
    text: byLanguage(text(bounds.conditionTextMax)),
    kind: maybe(word(conditionKinds)),
    defines: maybe(Type.Boolean()),
    point: maybe(text()),
    expects: maybe(Type.Boolean()),
    rule_ids: maybe(set(text())),
  },
  closed,
)

/** A list of which a source can only say that there is nothing; `otherwise`: why. */
const nobodyGives = (otherwise: string) => maybe(Type.Array(Type.Unknown(), { maxItems: 0, 'x-otherwise': otherwise }))

const related = Type.Object(
  {
    excludes: maybe(set(measureId)),
    requires: maybe(set(measureId)),
    variant_of: maybe(measureId),
    replaced_by: maybe(set(measureId)),
    replaces: nobodyGives('follows from replaced_by of the others'),
    merged_from: nobodyGives('follows from merges alone'),
  },
  closed,
)

const contact = Type.Object(
  {
    name: maybe(byLanguage(text(bounds.nameMax))),
    url: maybe(urlByLanguage),
    email: maybe(
      formed(
        '^[^\\s@<>()\\[\\],:;"\\\\]+@(?:[A-Za-z0-9-]+\\.)+[A-Za-z]{2,}$',
        'an e-mail address such as info@agency.be',
        bounds.emailMax,
      ),
    ),
    phone: maybe(
      formed(
        '^(?=(?:\\D*\\d){3,15}\\D*$)(?!.*(?: [/-]|[/-] ))\\+?[\\d(][\\d ./()-]*\\d$',
        'a phone number such as +32 2 123 45 67 or 1700',
        bounds.phoneMax,
      ),
    ),
  },
  { ...closed, description: "A body's general desk, never a named person." },
)

const texts = list(byLanguage(text(bounds.noteMax)), bounds.applicationListMax)
const application = Type.Object(
  {
    steps: maybe(texts),
    documents: maybe(texts),
    contact: maybe(contact),
    decision_days: maybe(
      Type.Integer({
        minimum: 0,
        maximum: bounds.decisionDaysMax,
        'x-words': 'a whole number of calendar days, such as 90',
      }),
    ),
    payment: maybe(word(payments)),
    note: maybe(note),
  },
  {
    ...closed,
    description:
      'How to apply, for people. A step without which the support is lost (apply first) is a condition of kind procedure.',
  },
)

const keywordList = maybe(Type.Array(text(bounds.keywordMax), { maxItems: bounds.keywordsMax, uniqueItems: true }))
const keywords = Type.Object(
  { nl: keywordList, fr: keywordList, en: keywordList, de: keywordList },
  { ...closed, description: 'What people call the measure: for search alone, never served.' },
)

const legalBasis = Type.Object({ title: maybe(byLanguage(text(bounds.titleMax))), url: maybe(url) }, closed)

const checked = Type.Object(
  {
    on: formed(
      '^[12]\\d{3}(?:-(?:0[1-9]|1[0-2])(?:-\\d{2})?)?$',
      'a day (2026-03-14), a month (2026-03) or a year (2026), as a text',
    ),
    url: maybe(url),
    by: maybe(word(checkedBy)),
  },
  {
    ...closed,
    description:
      'When the text is known to have stood as it was read, no finer than is known; the page that was read; and whose page it is.',
  },
)

const mode = maybe(word(licenceModes))
const licence = Type.Object(Object.fromEntries(licensedFields.map((field) => [field, mode])), {
  ...closed,
  description: 'Licence modes by field name.',
  'x-unknown': 'no licence mode withholds it',
})

export const inputSchema = Type.Object(
  {
    local_id: formed(
      '^[A-Za-z0-9][A-Za-z0-9._-]*$',
      'of letters, digits, . _ - beginning with a letter or digit',
      bounds.localIdMax,
    ),
    title: byLanguage(text(bounds.titleMax)),
    summary: maybe(byLanguage(text(bounds.summaryMax))),
    description: maybe(byLanguage(text(bounds.descriptionMax))),
    status: maybe(word(statuses)),
    instrument_type: maybe(word(instrumentTypes)),
    government_level: maybe(word(governmentLevels)),
    scope: maybe(word(scopes)),
    regions: maybe(set(word(regions))),
    provinces: maybe(set(word(provinces))),
    area_codes: maybe(set(text())),
    topics: maybe(set(word(topics))),
    applicant_types: maybe(set(word(applicantTypes))),
    company_sizes: maybe(set(word(companySizes))),
    nace: maybe(nace),
    legal_forms: maybe(set(text())),
    cost_types: maybe(set(word(costTypes))),
    programme: maybe(text()),
    issuer: maybe(authority),
    administrator: maybe(authority),
    application_window: maybe(window),
    amount: maybe(amount),
    state_aid: maybe(Type.Object({ regime: maybe(word(stateAidRegimes)), note: maybe(note) }, closed)),
    rules: maybe(rules),
    application: maybe(application),
    conditions: maybe(list(condition)),
    related: maybe(related),
    legal_basis: maybe(list(legalBasis)),
    keywords: maybe(keywords),
    url: urlByLanguage,
    application_url: maybe(urlByLanguage),
    record_url: maybe(url),
    licence: maybe(licence),
    checked: maybe(checked),
    checked_at: maybe(date),
  },
  { ...closed, $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Input record' },
)

/** The forms of rule values that are no vocabulary's. */
export const valueSchemas = {
  text: text(),
  naceCode,
  jointCommittee: formed('^\\d{3}(?:\\.\\d{2})?$', 'a joint committee such as 124 or 330.01'),
  money,
  count: Type.Number({ minimum: 0 }),
}

type Input = Static<typeof inputSchema>
/** The parts of the input record, each as `shape.ts` answers it. */
export type Given = Shaped<Input>
export type GivenText = NonNullable<Given['title']>
