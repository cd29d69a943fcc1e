/**
 * Events as the feed and webhooks show them (specification, Events; contract 6), as JSON schemas. Property order is the
 * order in which the keys are served. The type of an event is open: a client ignores types that it does not know.
 */
import Type, { type TSchema } from 'typebox'
import {
  eventTypes,
  instrumentTypes,
  matchStatuses,
  regions,
  sourceFreshness,
  statuses,
  subsidyEventTypes,
  textLanguages,
  topics,
} from '../../values/vocabularies.ts'

const closed = { additionalProperties: false } as const
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const timestamp = (description: string) => Type.String({ format: 'date-time', description })
const typesOf = (family: string) => eventTypes.filter((type) => type.startsWith(`${family}.`))

const titleSchema = Type.Object(
  Object.fromEntries(textLanguages.map((language) => [language, orNull(Type.String())])),
  { ...closed, $id: 'EventTitle', description: 'By language; null where it does not exist in one.' },
)

const issuerSchema = Type.Object(
  { id: Type.String(), name: Type.String({ description: 'The English one, else nl, fr, de.' }) },
  { ...closed, $id: 'EventIssuer', description: 'Who pays.' },
)

const measureProperties = {
  title: titleSchema,
  status: Type.Enum([...statuses], { description: 'As of the event.' }),
  instrument_type: Type.Enum([...instrumentTypes]),
  issuer: issuerSchema,
  closes_at: orNull(
    timestamp('The deadline as of the event; of a closing-soon reminder the one that it speaks of. Null: none known.'),
  ),
  regions: Type.Array(Type.Enum([...regions]), { description: 'Empty: no regional restriction.' }),
  topics: Type.Array(Type.Enum([...topics])),
  url: Type.String({ description: "The competent authority's own page." }),
  source_id: Type.String(),
} as const

const measureSummarySchema = Type.Object(measureProperties, {
  ...closed,
  $id: 'MeasureSummary',
  description: 'What the measure said when the event was made.',
})

const freshnessProperty = Type.Enum([...sourceFreshness])

const sourceSummarySchema = Type.Object(
  {
    source_id: Type.String(),
    name: Type.String(),
    freshness: freshnessProperty,
    previous_freshness: freshnessProperty,
    last_success_at: orNull(timestamp('End of its last succeeded run.')),
    url: Type.String(),
  },
  { ...closed, $id: 'SourceSummary', description: 'How fresh the source became.' },
)

const matchSummarySchema = Type.Object(
  {
    watchlist_id: Type.String(),
    company_reference: Type.String({ description: "The caller's own." }),
    subsidy_id: Type.String(),
    match_status: orNull(
      Type.Enum([...matchStatuses], { description: 'The verdict on the new version; null: the measure is gone.' }),
    ),
    previous_status: orNull(
      Type.Enum([...matchStatuses], { description: 'The verdict on the version before; null: there was none.' }),
    ),
    ...measureProperties,
  },
  { ...closed, $id: 'MatchSummary', description: 'The match, and what the measure said.' },
)

const diffSchema = Type.Record(
  Type.String(),
  Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { additionalProperties: false }),
  {
    description:
      'Dotted path of the full record to what it was and became, both null where the text is withheld; empty for an event that is no version.',
  },
)

/** Of one alone: that. */
function typeOf(types: readonly string[]): TSchema {
  const [first = '', ...others] = types
  return others.length === 0 ? Type.Literal(first) : Type.Enum([...types])
}

function eventSchema(name: string, description: string, types: readonly string[], data: Record<string, TSchema>) {
  return Type.Object(
    {
      id: Type.String({ description: 'Prefix `chg_`; the same in the feed, in webhook bodies and on every retry.' }),
      event: typeOf(types),
      created_at: timestamp('When it was committed; never decreases along the feed.'),
      data: Type.Object(data, { ...closed, $id: `${name}Data` }),
    },
    { ...closed, $id: name, description },
  )
}

/** A type that can be null alone is dropped by some generators of clients. */
const noVersion = orNull(Type.Integer({ description: 'Always null: no version stands behind it.' }))
const categories = (types: readonly string[]) =>
  Type.Array(typeOf(types), { description: 'Every category that it touched, its own type among them.' })
const noDiff = Type.Object({}, { ...closed, description: 'Empty.' })

export const subsidyEventSchema = eventSchema(
  'SubsidyEvent',
  'A measure was created or changed, or one of its deadlines comes near.',
  subsidyEventTypes,
  {
    subject: Type.Literal('subsidy'),
    id: Type.String({ description: 'Of the measure, as it was when the event was made.' }),
    version: orNull(Type.Integer({ minimum: 1, description: 'The version that it announces; null: none.' })),
    categories: categories(subsidyEventTypes),
    diff: diffSchema,
    summary: measureSummarySchema,
    subsidy_id: Type.String({ description: '`id` again.' }),
    links: Type.Object(
      { api: Type.String(), versions: Type.String() },
      { ...closed, $id: 'EventLinks', description: 'Absolute addresses, as they were when the event was made.' },
    ),
  },
)

export const sourceEventSchema = eventSchema('SourceEvent', 'The freshness of a source changed.', typesOf('source'), {
  subject: Type.Literal('source'),
  id: Type.String({ description: 'Of the source.' }),
  version: noVersion,
  categories: categories(typesOf('source')),
  diff: noDiff,
  summary: sourceSummarySchema,
})

export const matchEventSchema = eventSchema(
  'MatchEvent',
  'The verdict on a company of one of your watchlists changed with a measure.',
  typesOf('match'),
  {
    subject: Type.Literal('match'),
    id: Type.String({ description: '`<watchlist>:<reference>:<measure>`.' }),
    version: orNull(Type.Integer({ minimum: 1, description: 'The version that caused it.' })),
    categories: categories(typesOf('match')),
    diff: noDiff,
    summary: matchSummarySchema,
  },
)

/** What an endpoint is sent when a ping is asked for; not in the feed. */
export const pingEventSchema = eventSchema('PingEvent', 'Somebody tests an endpoint.', ['ping'], {
  subject: Type.Literal('webhook'),
  id: Type.String({ description: 'Of the endpoint.' }),
  version: noVersion,
  categories: categories(['ping']),
  diff: noDiff,
  summary: Type.Object({ message: Type.String() }, { ...closed, $id: 'PingSummary' }),
})

/** An element of the feed. */
export const changeEventSchema = Type.Union([subsidyEventSchema, sourceEventSchema, matchEventSchema], {
  $id: 'ChangeEvent',
  description: 'Told apart by `data.subject`.',
})
