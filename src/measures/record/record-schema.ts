/**
 * The compact row and the full record as they are served (contract 3), as JSON schemas. The types of the renderer are
 * taken from here, so what is served and what the OpenAPI document says cannot differ. Property order is the order in
 * which the keys are served. Schemas with an `$id` are components of the document; `Rule` refers to itself by name.
 */
import Type from 'typebox'
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
  payments,
  provinces,
  recurrences,
  regions,
  scopes,
  stateAidRegimes,
  statuses,
  textLanguages,
  topics,
  windowPrecisions,
} from '../../values/vocabularies.ts'
import {
  authoritySchema,
  issuerSchema,
  linksSchema,
  orNull,
  ruleSchema,
  text,
  timestamp,
  word,
} from './schema-parts.ts'

const closed = { additionalProperties: false } as const
const euros = (description: string) => orNull(Type.Number({ minimum: 0, description }))
const rate = (description: string) => orNull(Type.Number({ minimum: 0, maximum: 1, description }))

const amountRowSchema = Type.Object(
  {
    min: euros('Least support for one applicant and project, in euros.'),
    max: euros('Greatest support for one applicant and project, in euros.'),
    rate_max: rate('Greatest rate, as a fraction of the basis.'),
    currency: Type.String({ description: 'Always `EUR`.' }),
    per: orNull(word(amountPeriods, 'The time for which `min` and `max` are paid; null: once.')),
  },
  { ...closed, $id: 'AmountRow', description: 'The amount in short; the full record has all of it.' },
)

const checkedSchema = Type.Object(
  {
    on: Type.String({
      description:
        'Day, month or year (`2026-03-14`, `2026-03`, `2026`) on which the text is known to have stood as it was read.',
    }),
    url: orNull(Type.String({ description: 'The page that was read; null: not known.' })),
    by: orNull(
      word(
        checkedBy,
        "Whose page it is: the authority's own (or that of whoever runs the measure), or another's; null: not known.",
      ),
    ),
  },
  {
    ...closed,
    $id: 'SubsidyChecked',
    description: 'When the record was last read, and on which page; null: it does not say.',
  },
)

/** Null stands for no figure, never for nothing. */
const noAmount = 'What the support comes to; null: no figure is known, which is not 0.'

const compactProperties = {
  id: Type.String({ description: '`<source-prefix>:<local-id>`.' }),
  slug: Type.String({ description: 'Readable name for paths, given once and never changed.' }),
  title: Type.String({ description: 'In the language served.' }),
  summary: text('In the language served.'),
  status: word(
    statuses,
    'Whether one can apply: at the instant of the answer; in a version, when it began; with `as_of`, then.',
  ),
  instrument_type: word(instrumentTypes, 'What the applicant receives.'),
  government_level: word(governmentLevels, 'Of the government that decides.'),
  scope: word(scopes, 'How far the measure reaches.'),
  regions: Type.Array(word(regions), { description: 'Empty: no regional restriction.' }),
  topics: Type.Array(word(topics)),
  applicant_types: Type.Array(word(applicantTypes), { description: 'Who may apply; empty: not restricted.' }),
  company_sizes: Type.Array(word(companySizes), { description: 'By the EU definition; empty: not restricted.' }),
} as const

const compactTail = {
  closes_at: orNull(timestamp('The first deadline still ahead, else the last; null: no deadline known.')),
  source_id: Type.String(),
  url: Type.String({ description: "The competent authority's own page." }),
  version: Type.Integer({ minimum: 1 }),
  updated_at: timestamp('When this version came into force.'),
  withdrawn_at: orNull(timestamp('Since when the source no longer lists it; null: it does.')),
  last_checked_on: orNull(
    Type.String({
      description:
        'Day, month or year on which the record was last read (`2026-03-14`, `2026-03`, `2026`); null: by nobody.',
    }),
  ),
} as const

export const compactSubsidySchema = Type.Object(
  { ...compactProperties, issuer: issuerSchema, amount: orNull(amountRowSchema, noAmount), ...compactTail },
  { ...closed, $id: 'CompactSubsidy', description: 'A measure as lists show it.' },
)
export type CompactSubsidy = Type.Static<typeof compactSubsidySchema>

/** What of it a compact answer of the matcher shows. */
export const briefSubsidySchema = Type.Object(
  {
    id: compactProperties.id,
    slug: compactProperties.slug,
    title: compactProperties.title,
    status: compactProperties.status,
    instrument_type: compactProperties.instrument_type,
    issuer: issuerSchema,
    amount: orNull(amountRowSchema, noAmount),
    closes_at: compactTail.closes_at,
    url: compactTail.url,
  },
  { ...closed, $id: 'BriefSubsidy', description: 'A measure as the compact view of a match shows it.' },
)
export type BriefSubsidy = Type.Static<typeof briefSubsidySchema>

const conditionSchema = Type.Object(
  {
    id: Type.String(),
    text: text('The condition in words; null where its licence mode withholds it.'),
    kind: word(
      conditionKinds,
      'eligibility (also that nothing may have begun before); assessment (judged, ranked, or a limited budget); procedure ' +
        '(how to apply); standing (checked for everybody by the authority); obligation (afterwards); amount (decides only ' +
        'how much).',
    ),
    defines: Type.Boolean({
      description: 'Whether it says what makes somebody a case of this measure: what it pays for, or who that is.',
    }),
    point: orNull(
      Type.String({
        description: 'What it asks of the caller, shared with other measures: see `points` of the taxonomy.',
      }),
    ),
    expects: orNull(Type.Boolean({ description: 'The answer to the point that settles it.' })),
    rule_ids: Type.Array(Type.String(), { description: 'Rules that evaluate it; empty: nothing does.' }),
  },
  { ...closed, $id: 'Condition', description: 'A condition in words.' },
)

export const conditionCoverageSchema = Type.Object(
  {
    conditions: Type.Integer({ minimum: 0, description: 'Conditions of kind `eligibility`.' }),
    evaluated: Type.Integer({ minimum: 0, description: 'Those that rules evaluate.' }),
    points: Type.Integer({ minimum: 0, description: 'Those of the rest that have a point.' }),
  },
  {
    ...closed,
    $id: 'ConditionCoverage',
    description: 'A condition that neither a rule nor an answer settles never counts as passed.',
  },
)

const amountSchema = Type.Object(
  {
    currency: Type.String({ description: 'Always `EUR`.' }),
    min: euros('Least support for one applicant and project, in euros.'),
    max: euros('Greatest support for one applicant and project, in euros.'),
    rate_min: rate('Least rate, as a fraction of the basis.'),
    rate_max: rate('Greatest rate, as a fraction of the basis.'),
    budget_total: euros('Budget of the whole measure or call, in euros.'),
    basis: orNull(word(amountBases, 'What the rates are fractions of.')),
    per: orNull(word(amountPeriods, 'Null: once.')),
    note: text('What the figures leave open.'),
    tiers: Type.Array(
      Type.Object(
        {
          when: Type.Array(ruleSchema, { description: 'The tier holds when all pass.' }),
          rate: rate("Null: the amount's own."),
          min: euros("Null: the amount's own."),
          max: euros("Null: the amount's own."),
        },
        { ...closed, $id: 'AmountTier', description: 'Tiers are tried in order; the first that holds decides.' },
      ),
    ),
  },
  { ...closed, $id: 'Amount', description: 'The support itself, for one applicant and project.' },
)

const applicationWindowSchema = Type.Object(
  {
    opens_at: orNull(timestamp('When one can first apply.')),
    closes_at: orNull(timestamp('The first deadline still ahead, else the last; null: no deadline known.')),
    precision: word(windowPrecisions, 'How exactly the source states the dates.'),
    cut_offs: Type.Array(timestamp('A deadline.'), { description: 'All deadlines, where there are several.' }),
    recurrence: orNull(word(recurrences, 'Whether it comes back; null: not known.')),
    note: text('What the dates leave open, e.g. a second stage.'),
  },
  { ...closed, $id: 'ApplicationWindow', description: 'When one can apply.' },
)

const stateAidSchema = Type.Object(
  { regime: word(stateAidRegimes), note: text('What the regime leaves open.') },
  { ...closed, $id: 'StateAid' },
)

const contactSchema = Type.Object(
  {
    name: text('Of the desk or the body, in the language served.'),
    url: orNull(Type.String({ description: 'Its page.' })),
    email: orNull(Type.String({ description: 'Its address for mail.' })),
    phone: orNull(Type.String({ description: 'Its number, as it is written.' })),
  },
  {
    ...closed,
    $id: 'ApplicationContact',
    description: 'Who answers questions: a general desk of a body, never a named person.',
  },
)

const applicationSchema = Type.Object(
  {
    steps: Type.Array(Type.String(), { description: 'What to do, in its order, each in the language served.' }),
    documents: Type.Array(Type.String(), { description: 'What to have at hand, each in the language served.' }),
    contact: orNull(contactSchema, 'Who answers questions; null: not known.'),
    decision_days: orNull(
      Type.Integer({
        minimum: 0,
        description: 'Calendar days in which the authority decides on a complete file; null: not known.',
      }),
    ),
    payment: orNull(word(payments, 'When the support is paid; null: not known.')),
    note: text('What the rest leaves open.'),
  },
  { ...closed, $id: 'SubsidyApplication', description: 'How to apply, for people.' },
)

const fullProperties = {
  description: text('In the language served; null where its licence mode withholds it.'),
  languages: Type.Array(word(textLanguages), { description: 'Languages in which the title exists.' }),
  content_language: word(textLanguages, 'Language in which the title is served: the one asked, else en, nl, fr, de.'),
  provinces: Type.Array(word(provinces)),
  area_codes: Type.Array(Type.String(), { description: 'NIS (2025) and NUTS codes.' }),
  administrator: orNull(authoritySchema, 'Who handles the file; null: none is named beside the issuer.'),
  nace: Type.Object(
    {
      include: Type.Array(Type.String(), { description: 'A code covers the codes below it; empty: every sector.' }),
      exclude: Type.Array(Type.String(), { description: 'Sectors shut out.' }),
      version: orNull(
        Type.Unsafe<2008 | 2025>({
          type: 'integer',
          enum: [2008, 2025],
          description: 'NACE-BEL version; null: the lists hold in both.',
        }),
      ),
    },
    { ...closed, $id: 'NaceRestriction', description: 'Sectors, as NACE-BEL codes without dots.' },
  ),
  legal_forms: Type.Array(Type.String(), { description: 'Legal form codes of the KBO, or `natural_person`.' }),
  cost_types: Type.Array(word(costTypes)),
  programme: orNull(Type.String({ description: 'EU programme code.' })),
  application_window: applicationWindowSchema,
  state_aid: orNull(stateAidSchema, 'Rules of the EU on state aid that it is under; null: not known.'),
  rules: Type.Array(ruleSchema, { description: 'All are required; those that follow from other fields included.' }),
  application: orNull(
    applicationSchema,
    'How to apply, for people; null: it does not say, or its licence mode withholds it. A step without which the support is ' +
      'lost is a condition of kind `procedure`.',
  ),
  conditions: Type.Array(conditionSchema, { description: 'Every condition, evaluated or not.' }),
  condition_coverage: conditionCoverageSchema,
  related: Type.Object(
    {
      excludes: Type.Array(Type.String(), { description: 'Not together for the same project or cost; both ways.' }),
      requires: Type.Array(Type.String(), { description: 'Must be had first.' }),
      variant_of: orNull(Type.String({ description: 'The measure of which this is a part that can be had apart.' })),
      replaced_by: Type.Array(Type.String(), { description: 'What took its place.' }),
      replaces: Type.Array(Type.String(), {
        description: 'Those that name it in `replaced_by` now, in old versions too.',
      }),
      merged_from: Type.Array(Type.String(), { description: 'Ids that lead here.' }),
    },
    { ...closed, $id: 'RelatedSubsidies', description: 'Other measures, by id.' },
  ),
  legal_basis: Type.Array(
    Type.Object(
      {
        title: text('Null where its licence mode withholds it.'),
        url: orNull(Type.String({ description: 'Where it stands; null: not known.' })),
      },
      { ...closed, $id: 'LegalBasis' },
    ),
  ),
  application_url: orNull(Type.String({ description: 'Where to apply.' })),
  links: linksSchema,
  source: Type.Object(
    {
      id: Type.String(),
      record_url: orNull(Type.String({ description: "The source's own address of the record." })),
      last_checked_at: orNull(
        timestamp(
          'When the record was last checked against its source: where `checked` says it, its first instant; null: by nobody.',
        ),
      ),
      checked: orNull(checkedSchema, 'When the record was last read, and on which page; null: it does not say.'),
      first_seen_at: timestamp('Equals `created_at`.'),
      last_changed_at: timestamp('Equals `updated_at`.'),
    },
    { ...closed, $id: 'SubsidyProvenance', description: 'Where the record comes from.' },
  ),
  licence: Type.Object(
    {
      default: word(licenceModes, 'Of every field that `fields` does not name.'),
      fields: Type.Record(Type.String(), word(licenceModes), { description: 'Modes by field.' }),
      attribution: orNull(Type.String({ description: 'Line to show wherever the record is shown.' })),
    },
    { ...closed, $id: 'SubsidyLicence', description: 'What may be done with the record now.' },
  ),
  created_at: timestamp('When the measure was first seen.'),
} as const

export const subsidySchema = Type.Object(
  {
    ...compactProperties,
    issuer: authoritySchema,
    amount: orNull(amountSchema, noAmount),
    ...compactTail,
    ...fullProperties,
  },
  { ...closed, $id: 'Subsidy', description: 'The full record of a measure.' },
)
export type Subsidy = Type.Static<typeof subsidySchema>
