/**
 * The match request (contract 5) as JSON schemas: what the edge reads and the OpenAPI document shows. Form (properties,
 * types, vocabularies) is judged by the edge from here; content is stated here for readers and judged by `facts.ts`,
 * which also knows what no schema can say (postcodes, check digits, NACE). Every property is optional.
 */
import Type from 'typebox'
import { word } from '../../measures/record/schema-parts.ts'
import { numberMeans, refusedAs, withoutProperties } from '../../values/meant/schema-notes.ts'
import type { AskedProperty } from '../../values/questions.ts'
import {
  applicantTypes,
  contracts,
  costTypes,
  diplomas,
  languages,
  occupancies,
  partners,
  stages,
  topics,
  views,
} from '../../values/vocabularies.ts'
import {
  committeeOfNumber,
  enterpriseOfNumber,
  legalFormOfNumber,
  naceOfNumber,
  notACommittee,
  notAMunicipality,
  notAPostcode,
} from './fact-words.ts'
import { requestBounds } from './request-bounds.ts'

const euros = (description: string) => Type.Number({ minimum: 0, description })
const day = (description: string) => Type.String({ format: 'date', description })
const postcode = (description: string) =>
  refusedAs(notAPostcode, Type.String({ pattern: '^[1-9][0-9]{3}$', description }))

export const companySchema = Type.Object(
  {
    postcode: Type.Optional(postcode('Of the establishment that applies, not of the registered seat. Belgian.')),
    municipality: Type.Optional(
      refusedAs(
        notAMunicipality,
        Type.String({
          pattern: '^[0-9]{5}$',
          description:
            'NIS code of 2025, for a postcode that lies in several municipalities; must lie in the postcode.',
        }),
      ),
    ),
    applicant_types: Type.Optional(
      Type.Array(word(applicantTypes), {
        maxItems: requestBounds.applicantTypesMax,
        description:
          'What the applicant is; one may be several: a person is a household, and may be self-employed beside it. What ' +
          'follows from the legal form is added, but to a household alone nothing is.',
      }),
    ),
    applicant_type: Type.Optional(
      Type.Unsafe<(typeof applicantTypes)[number]>({
        type: 'string',
        enum: [...applicantTypes],
        deprecated: true,
        description: 'Read as `applicant_types` of this one; where both are given they must say the same.',
      }),
    ),
    employees: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Full-time equivalents of the last closed year, rounded down, linked enterprises included.',
      }),
    ),
    turnover_eur: Type.Optional(euros('Annual turnover, VAT excluded, linked enterprises included.')),
    balance_total_eur: Type.Optional(euros('Balance sheet total, linked enterprises included.')),
    legal_form: Type.Optional(
      numberMeans(
        legalFormOfNumber,
        Type.String({ description: 'KBO code, or an abbreviation or name in nl, fr or de; `natural_person`.' }),
      ),
    ),
    nace: Type.Optional(
      Type.Array(
        numberMeans(
          naceOfNumber,
          Type.String({
            description:
              'NACE-BEL 2008 or 2025, at least two digits, the dot optional. Of a code that both have 2025 is meant, unless its ' +
              'version stands behind it: `63.91 (2008)`.',
          }),
        ),
        {
          maxItems: requestBounds.naceMax,
          description: 'The first code is the main activity.',
        },
      ),
    ),
    founded_on: Type.Optional(day('A day ahead is a company to be.')),
    enterprise_number: Type.Optional(
      numberMeans(
        enterpriseOfNumber,
        Type.String({ description: '10 digits with valid check digits; dots, spaces and the prefix BE accepted.' }),
      ),
    ),
    establishment_number: Type.Optional(
      numberMeans(
        enterpriseOfNumber,
        Type.String({
          description:
            '10 digits, the first 2 to 8, written as an enterprise number: which establishment applies. Alone it stands for its enterprise.',
        }),
      ),
    ),
    joint_committees: Type.Optional(
      Type.Array(
        numberMeans(
          committeeOfNumber,
          refusedAs(
            notACommittee,
            Type.String({ pattern: '^[0-9]{3}(\\.[0-9]{2})?$', description: 'For example 124 or 330.01.' }),
          ),
        ),
        { maxItems: requestBounds.jointCommitteesMax },
      ),
    ),
    de_minimis_eur: Type.Optional(euros('De minimis aid granted to the single undertaking in the three years before.')),
  },
  { $id: 'MatchCompany', description: 'What is known of the applicant. Every property is optional.' },
)

const costSchema = Type.Object(
  { type: word(costTypes), amount_eur: euros('VAT excluded.') },
  { $id: 'MatchCost', description: 'What one type of cost comes to.' },
)

const projectProperties = {
  postcode: Type.Optional(postcode('Place of the investment, works or job; where given, it decides the place.')),
  topics: Type.Optional(Type.Array(word(topics), { maxItems: requestBounds.topicsMax })),
  budget_eur: Type.Optional(euros('Costs for which support would be asked, VAT excluded.')),
  planned_start: Type.Optional(day('When the project would begin.')),
  cost_types: Type.Optional(Type.Array(word(costTypes), { maxItems: requestBounds.costTypesMax })),
  costs: Type.Optional(
    Type.Array(costSchema, {
      maxItems: requestBounds.costTypesMax,
      description:
        'What each type of cost comes to, each type once. The types count as `cost_types`; where `budget_eur` is not given ' +
        'their sum is the budget, which is never below it.',
    }),
  ),
  stages: Type.Optional(
    Type.Array(word(stages), {
      maxItems: requestBounds.stagesMax,
      description: 'How far a project of research or innovation is from the market.',
    }),
  ),
  partners: Type.Optional(
    Type.Array(word(partners), {
      maxItems: requestBounds.partnersMax,
      description: 'With whom the project is carried out.',
    }),
  ),
} as const

/** A project as it is stored: without its words. */
const storedProjectSchema = withoutProperties(
  {
    text:
      'A project in words is for a match alone, and never stored: give its `topics` and `cost_types`, which `meta.understood` ' +
      'of a match helps to find.',
  },
  Type.Object(projectProperties, {
    $id: 'StoredProject',
    description: 'What is known of the project. Every property is optional.',
  }),
)

export const projectSchema = Type.Object(
  {
    ...projectProperties,
    text: Type.Optional(
      Type.String({
        maxLength: requestBounds.projectTextMax,
        description:
          'The project in words, in nl, fr, de or en. The topics that it names, and the topics and cost types of its purposes, ' +
          'count beside those given. It is shown back in `understood` and never stored.',
      }),
    ),
  },
  { $id: 'MatchProject', description: 'What is known of the project. Every property is optional.' },
)

const hireSchema = Type.Object(
  {
    age: Type.Optional(Type.Integer({ minimum: 0, description: 'In full years.' })),
    months_jobseeking: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Full months of being registered as a jobseeker; 0: not registered.' }),
    ),
    diploma: Type.Optional(word(diplomas, 'The highest.')),
    contract: Type.Optional(word(contracts)),
    postcode: Type.Optional(postcode('Of the home. Belgian.')),
  },
  { $id: 'MatchHire', description: 'What is known of the person to be hired. Every property is optional.' },
)

const householdSchema = Type.Object(
  {
    income_eur: Type.Optional(euros('Taxable income of the household.')),
    dependants: Type.Optional(Type.Integer({ minimum: 0, description: "Persons in the household's charge." })),
  },
  { $id: 'MatchHousehold', description: 'What is known of the household. Every property is optional.' },
)

const buildingSchema = Type.Object(
  {
    year: Type.Optional(Type.Integer({ minimum: 0, description: 'Of first use.' })),
    occupancy: Type.Optional(word(occupancies, 'What the applicant is to the building.')),
  },
  { $id: 'MatchBuilding', description: 'What is known of the building. Every property is optional.' },
)

/** What is known of a company and its project, as it is stored by whoever keeps companies to be matched. */
export const factsProperties = {
  company: Type.Optional(companySchema),
  project: Type.Optional(storedProjectSchema),
  hire: Type.Optional(hireSchema),
  household: Type.Optional(householdSchema),
  building: Type.Optional(buildingSchema),
  answers: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Null()]), {
      description:
        'Answers to conditions that no rule evaluates, by the name that a match gives as `answer_as`: a point of the ' +
        'taxonomy, or `<measure id>#<condition id>`.',
      maxProperties: requestBounds.answersMax,
    }),
  ),
} as const

/** The same of a match, which takes the project in words too. */
const askedFacts = { ...factsProperties, project: Type.Optional(projectSchema) } as const

export const fillSchema = Type.Optional(
  Type.Boolean({
    description:
      'Whether what is not given of the company is filled from the register and from filed accounts, by its number. Default true. Where it is false the register is not read, so that an establishment is not compared with its enterprise either.',
  }),
)

const asked = {
  ...askedFacts,
  fill: fillSchema,
  topics_only: Type.Optional(
    Type.Boolean({ description: 'Whether matches about another topic are left out. Default false.' }),
  ),
  view: Type.Optional(
    word(views, 'compact: smaller rows, with only the rules that failed or are unknown. Default `full`.'),
  ),
  language: Type.Optional(word(languages, 'Of every text of the answer. Default `en`.')),
  limit: Type.Optional(
    Type.Integer({
      minimum: requestBounds.limitMin,
      maximum: requestBounds.limitMax,
      description: `Most matches answered. Default ${requestBounds.limitDefault}.`,
    }),
  ),
  include_not_eligible: Type.Optional(
    Type.Boolean({ description: 'Whether `not_eligible` results are answered too. Default false.' }),
  ),
} as const

export const matchRequestSchema = Type.Object(asked, { $id: 'MatchRequest' })

const { language } = asked

/** What is asked about one measure. */
export const explainRequestSchema = Type.Object(
  {
    id: Type.String({
      maxLength: requestBounds.subsidyMax,
      description: 'Id (`<source-prefix>:<local-id>`) or slug of the measure; those of merged measures too.',
    }),
    ...askedFacts,
    fill: fillSchema,
    language,
  },
  { $id: 'ExplainRequest' },
)

const bulkEntrySchema = Type.Object(
  {
    reference: Type.String({
      minLength: 1,
      maxLength: requestBounds.referenceMax,
      description: "The caller's own name for the company; each once.",
    }),
    ...asked,
  },
  { $id: 'BulkMatchEntry' },
)

export const bulkRequestSchema = Type.Object(
  { companies: Type.Array(bulkEntrySchema, { minItems: 1, description: "At most the plan's `max_bulk_companies`." }) },
  { $id: 'BulkMatchRequest' },
)

type Given<Properties> = { [Name in keyof Properties]?: Properties[Name] | null | undefined }

/** A company and a project whose form has been accepted; null and undefined both read as absent. */
export type CompanyInput = Given<Type.Static<typeof companySchema>>
export type ProjectInput = Given<Type.Static<typeof storedProjectSchema>>
export type FactsInput = {
  company?: CompanyInput | null | undefined
  project?: ProjectInput | null | undefined
  hire?: Given<Type.Static<typeof hireSchema>> | null | undefined
  household?: Given<Type.Static<typeof householdSchema>> | null | undefined
  answers?: Readonly<Record<string, boolean | null>> | null | undefined
  building?: Given<Type.Static<typeof buildingSchema>> | null | undefined
}
export type ExplainInput = Pick<MatchInput, keyof FactsInput | 'fill' | 'language'> & { id: string }
/** The facts of a match: what is stored of a project is taken too. */
export type AskedFactsInput = Omit<FactsInput, 'project'> & {
  project?: (ProjectInput & { text?: string | null | undefined }) | null | undefined
}
export type MatchInput = Omit<Given<Type.Static<typeof matchRequestSchema>>, keyof FactsInput> & AskedFactsInput

/** A fact as the match request writes it. */
export type FactValue = string | number | readonly string[]

type FactPart = Exclude<keyof FactsInput, 'answers'>

/** Where a request holds a fact: its object, and the name in it. */
export function placeOfFact(property: AskedProperty): { part: FactPart; name: string } {
  const [part, name] = property.split('.') as [FactPart, string]
  return { part, name }
}

/** An empty list reads as not given. */
export function isGivenValue(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
}

/** Undefined where it is not given. */
export function factOf(facts: FactsInput, property: AskedProperty): FactValue | undefined {
  const { part, name } = placeOfFact(property)
  const given = facts[part] as Readonly<Record<string, FactValue | null | undefined>> | null | undefined
  return given?.[name] ?? undefined
}
