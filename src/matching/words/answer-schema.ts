/**
 * The answer of the matcher (contract 5) as JSON schemas, from which the types of what renders it are taken. Property
 * order is the order in which the keys are served.
 */
import Type, { type TSchema } from 'typebox'
import type { RuleValue } from '../../measures/record/record.ts'
import {
  orNull,
  provenanceSchema,
  type ServedProvenance,
  text,
  timestamp,
  word,
} from '../../measures/record/schema-parts.ts'
import {
  amountBases,
  amountPeriods,
  applicantTypes,
  companySizes,
  conditionKinds,
  matchStatuses,
  type Operator,
  operators,
  provinces,
  type RuleField,
  regions,
  reviewReasons,
  ruleFields,
} from '../../values/vocabularies.ts'
import type { OpenProperty } from '../request/answers.ts'
import { sizeBases } from '../request/size.ts'

const closed = { additionalProperties: false } as const

const fieldNames = Object.keys(ruleFields).filter((name): name is RuleField => name in ruleFields)
const openProperty = Type.Unsafe<OpenProperty>(
  Type.String({ description: 'A property of the match request; of `answers`, `answers.` and the name.' }),
)

const outcomes = ['pass', 'fail', 'unknown'] as const
export type Outcome = (typeof outcomes)[number]

const companyFactsSchema = Type.Object(
  {
    postcode: orNull(Type.String({ description: 'As given.' })),
    region: orNull(word(regions)),
    province: orNull(word(provinces, 'Null in Brussels, which lies in none.')),
    municipality: orNull(Type.String({ description: 'NIS code of 2025.' })),
    municipality_name: orNull(Type.String()),
    place_from: orNull(word(['company', 'project'] as const, 'Whose postcode decides the place.')),
    applicant_types: orNull(Type.Array(word(applicantTypes))),
    size: orNull(word(companySizes, 'By Recommendation 2003/361/EC.')),
    size_basis: orNull(word(sizeBases, 'The figures from which the size was derived.')),
    employees: orNull(Type.Integer()),
    turnover_eur: orNull(Type.Number()),
    balance_total_eur: orNull(Type.Number()),
    legal_form: orNull(Type.String({ description: 'KBO code or `natural_person`.' })),
    nace: orNull(
      Type.Array(Type.String(), {
        description:
          'Without dots; the first is the main activity. Behind a code stands its version where it was given and the digits ' +
          'alone would be read in the other: `6391 (2008)`.',
      }),
    ),
    age_months: orNull(Type.Integer()),
    founded_on: orNull(Type.String({ format: 'date' })),
    joint_committees: orNull(Type.Array(Type.String())),
    enterprise_number: orNull(Type.String({ description: 'Ten digits.' })),
    establishment_number: orNull(Type.String({ description: 'Ten digits.' })),
    filled: Type.Record(Type.String(), Type.String(), {
      description:
        'By property of the request what was not given and is known: `register` (of companies), or `accounts <closing day>`. Empty: nothing.',
    }),
    de_minimis_eur: orNull(Type.Number()),
  },
  { ...closed, $id: 'CompanyFacts', description: 'The facts as they were read; null: unknown, or known to be none.' },
)
export type CompanyFacts = Type.Static<typeof companyFactsSchema>

/** What a fact was when a rule looked at it. */
export type ActualValue = string | number | readonly string[] | null

export type MatchedRule = {
  id: string
  field: RuleField | null
  operator: Operator | 'any' | 'all'
  expected: RuleValue | null
  actual: ActualValue
  outcome: Outcome
  confidence: number
  missing: OpenProperty | null
  /** Not in the compact view. */
  provenance?: ServedProvenance
  text: string
  rules: MatchedRule[]
}

const matchedRuleSchema = Type.Unsafe<MatchedRule>(
  Type.Object(
    {
      id: Type.String(),
      field: orNull(word(fieldNames, 'Null: a group.')),
      operator: word([...operators, 'any', 'all'] as const, 'any, all: a group.'),
      expected: Type.Unsafe<RuleValue | null>({
        type: ['string', 'number', 'array', 'null'],
        items: { type: ['string', 'number'] },
        description: 'The value of the rule; null: a group.',
      }),
      actual: Type.Unsafe<ActualValue>({
        type: ['string', 'number', 'array', 'null'],
        items: { type: 'string' },
        description: 'The fact; null: unknown, known to be none, or a group.',
      }),
      outcome: word(outcomes),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      missing: orNull(openProperty),
      provenance: Type.Optional(provenanceSchema),
      text: Type.String({ description: 'The rule and its outcome, in the language asked.' }),
      rules: Type.Array(Type.Ref('MatchedRule'), { description: 'Members of a group.' }),
    },
    { ...closed, $id: 'MatchedRule', description: 'What one rule says of the company and the project.' },
  ),
)

const openConditionSchema = Type.Object(
  {
    id: Type.String(),
    kind: word(conditionKinds),
    defines: Type.Boolean({ description: 'Whether it says what makes somebody a case of this measure.' }),
    text: text('Null where its licence mode withholds it.'),
    answer_as: orNull(Type.String({ description: 'Its name in `answers` of the request; null: it is never asked.' })),
    answer: orNull(Type.Boolean({ description: 'What the caller answered; null: nothing.' })),
  },
  {
    ...closed,
    $id: 'UnevaluatedCondition',
    description: 'A condition that no rule evaluates: answer it, or check it yourself.',
  },
)
export type OpenCondition = Type.Static<typeof openConditionSchema>

const indicativeAmountSchema = Type.Object(
  {
    min: orNull(
      Type.Number({ minimum: 0, description: 'Least support in euros; null: cannot be told, which is not 0.' }),
    ),
    max: orNull(
      Type.Number({ minimum: 0, description: 'Greatest support in euros; null: cannot be told, or no ceiling.' }),
    ),
    currency: Type.String({ description: 'Always `EUR`.' }),
    basis: orNull(word(amountBases, 'What a rate is a fraction of; null: there is none.')),
    per: orNull(word(amountPeriods, 'Null: once.')),
    explanation: Type.String({ description: 'How the figures come about, in the language asked.' }),
  },
  { ...closed, $id: 'IndicativeAmount', description: 'What the support may come to; the authority decides.' },
)
export type IndicativeAmount = Type.Static<typeof indicativeAmountSchema>

/** What a match says of a measure, whatever row of the measure stands before it. */
export const verdictProperties = {
  status: word(matchStatuses),
  reason: Type.String({ description: 'Why this status, in one sentence.' }),
  review_reasons: Type.Array(word(reviewReasons), { description: 'Empty unless `needs_review`.' }),
  score: Type.Number({ minimum: 0, maximum: 100, description: 'One decimal.' }),
  rules: Type.Array(matchedRuleSchema, { description: 'In the compact view those that failed or are unknown.' }),
  topic_fit: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How well the topics of project and measure fit; 0.5 where one of them names none. Two decimals.',
  }),
  unevaluated_conditions: Type.Array(openConditionSchema),
  questions: Type.Array(openProperty, {
    description: 'What its undecided rules lack, and conditions that neither a rule nor an answer settles.',
  }),
  excludes: Type.Array(Type.String(), { description: 'Ids of matches of this answer that it shuts out.' }),
  indicative_amount: orNull(
    indicativeAmountSchema,
    'What the support may come to; null: no figure or rate is known, or the match is `not_eligible`.',
  ),
} as const

/** One match; `subsidy` is the schema of the measure's row. */
function matchSchema<Row extends TSchema>(subsidy: Row) {
  return Type.Object({ subsidy, ...verdictProperties }, { ...closed, $id: 'Match' })
}

const verdictSchema = Type.Object(verdictProperties, closed)
export type Match<Row> = { subsidy: Row } & Type.Static<typeof verdictSchema>

const questionSchema = Type.Object(
  {
    field: openProperty,
    question: Type.String({ description: 'In the language asked.' }),
    options: orNull(
      Type.Array(
        Type.Object(
          {
            establishment_number: Type.String({ description: 'To be given as `company.establishment_number`.' }),
            postcode: Type.String(),
            municipality: orNull(Type.String({ description: 'NIS code of 2025; null: the postcode lies in several.' })),
          },
          { ...closed, $id: 'QuestionOption' },
        ),
      ),
      'What to choose from: of `company.postcode` the first 20 establishments of an enterprise that has several; null: it is open.',
    ),
    settles: Type.Integer({ minimum: 0, description: 'Matches for which it is the only open question.' }),
    appears_in: Type.Integer({ minimum: 0, description: 'Matches that have it among theirs.' }),
  },
  { ...closed, $id: 'OpenQuestion' },
)
export type OpenQuestion = Type.Static<typeof questionSchema>

const count = Type.Integer({ minimum: 0 })
const countsSchema = Type.Object(
  { likely_eligible: count, possibly_eligible: count, needs_review: count, not_eligible: count },
  { ...closed, $id: 'MatchCounts', description: 'Over all evaluated measures.' },
)

/** Properties of a match answer before `meta`. */
export function matchAnswerProperties<Row extends TSchema>(subsidy: Row) {
  return {
    company: companyFactsSchema,
    evaluated_at: timestamp('The instant of the answer: status, deadlines, age and `today` are of it.'),
    evaluated: Type.Integer({ minimum: 0, description: 'Measures evaluated.' }),
    other_topic: Type.Integer({
      minimum: 0,
      description: 'Evaluated measures, not `not_eligible`, whose topic fit is 0.',
    }),
    counts: countsSchema,
    matches: Type.Array(matchSchema(subsidy), {
      description:
        'Likely ones first, then possible ones and those to review together, then those that are not eligible; within each by `score`, highest first.',
    }),
    questions: Type.Array(questionSchema, { description: 'Those that settle most first.' }),
  } as const
}

/** Properties of an answer about one measure before `meta`. */
export function explainAnswerProperties<Row extends TSchema>(subsidy: Row) {
  const { company, evaluated_at } = matchAnswerProperties(subsidy)
  return {
    company,
    evaluated_at,
    match: matchSchema(subsidy),
    questions: Type.Array(questionSchema, { description: 'What is open of this measure, its own conditions last.' }),
  } as const
}

export type MatchAnswer<Row> = {
  company: CompanyFacts
  evaluated_at: string
  evaluated: number
  other_topic: number
  counts: Type.Static<typeof countsSchema>
  matches: Match<Row>[]
  questions: OpenQuestion[]
}
