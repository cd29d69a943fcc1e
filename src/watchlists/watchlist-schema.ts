/** Watchlists and their companies as JSON schemas: what is sent and what is answered. */
import Type, { type TSchema } from 'typebox'
import { requestBounds } from '../matching/request/request-bounds.ts'
import { factsProperties, fillSchema } from '../matching/request/request-schema.ts'
import { orNull, timestamp, word } from '../measures/record/schema-parts.ts'
import { languages, severities } from '../values/vocabularies.ts'
import { watchlistBounds } from './watchlist.ts'

const closed = { additionalProperties: false } as const

const { nameMax, mutedMax, mutedIdMax, uploadRowsMax } = watchlistBounds

/** The form of `isMeasureId`. */
const measureIdPattern = '^[A-Za-z0-9][A-Za-z0-9._-]*:[A-Za-z0-9][A-Za-z0-9._-]*$'

const options = {
  language: Type.Optional(word(languages, 'Of the texts of its matches. A new list has `en`.')),
  min_severity: Type.Optional(
    word(
      severities,
      'Match events below it are not made, and not made up for later. `high`: a match is new or removed, or becomes or ceases to be ' +
        '`likely_eligible`; `medium`: another change of a measure that is open, continuous or forthcoming; `low`: any other. A ' +
        'new list has `low`.',
    ),
  ),
  muted_subsidies: Type.Optional(
    Type.Array(Type.String({ pattern: measureIdPattern, maxLength: mutedIdMax }), {
      maxItems: mutedMax,
      description:
        'Ids of measures of which no match events are made; a merged one mutes the survivor. A new list has none.',
    }),
  ),
}
const name = Type.String({ minLength: 1, maxLength: nameMax, description: 'Without control characters.' })

export const watchlistParameter = {
  id: { schema: Type.String(), description: 'Id of one of your watchlists.' },
}

export const newWatchlistSchema = Type.Object({ name, ...options }, { $id: 'NewWatchlist' })
export const watchlistOptionsSchema = Type.Object(
  { name: Type.Optional(name), ...options },
  { $id: 'WatchlistOptions', description: 'What is given is set; the rest stays.' },
)

export const watchlistSchema = Type.Object(
  {
    id: Type.String({ pattern: '^wl_' }),
    name: Type.String(),
    language: word(languages),
    companies: Type.Integer({ minimum: 0, description: 'How many it holds.' }),
    min_severity: word(severities),
    muted_subsidies: Type.Array(Type.String(), { maxItems: mutedMax, description: 'As given.' }),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When its options or companies last changed.'),
  },
  { ...closed, $id: 'Watchlist' },
)

const reference = (description: string) =>
  Type.String({ minLength: 1, maxLength: requestBounds.referenceMax, description })

const uploadedCompanySchema = Type.Object(
  {
    reference: reference("The caller's own name for the company, by which it is replaced; each once."),
    ...factsProperties,
    fill: fillSchema,
  },
  { $id: 'WatchlistUploadRow', required: ['reference', 'company'] },
)

export const uploadSchema = Type.Object(
  { companies: Type.Array(uploadedCompanySchema, { minItems: 1, maxItems: uploadRowsMax }) },
  { $id: 'WatchlistUpload' },
)

const rejectedSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Of the row, from 0.' }),
    reference: orNull(Type.String({ description: 'As given; null: the row has none that can be read.' })),
    code: Type.String({ description: '`invalid_body`; as of an error.' }),
    message: Type.String({ description: 'English, for people.' }),
    details: Type.Object({ field: Type.String({ description: 'Path within the row.' }) }, closed),
  },
  { ...closed, $id: 'RejectedCompany', description: 'A row that cannot be right: what is stored stays.' },
)

export const uploadedSchema = Type.Object(
  {
    added: Type.Integer({ minimum: 0 }),
    replaced: Type.Integer({ minimum: 0 }),
    rejected: Type.Array(rejectedSchema),
  },
  { ...closed, $id: 'WatchlistUploaded' },
)

/** An object of the request as it is shown: with every key, null where nothing was given (of a list `[]`). */
function shown(schema: TSchema & { properties: Record<string, TSchema> }, id: string, description: string) {
  const properties = Object.entries(schema.properties).map(([key, property]): [string, TSchema] => {
    const { type } = property as { type?: unknown }
    // A copy, so that it is optional no more.
    const plain = { ...property }
    return [key, type === 'array' ? plain : orNull(plain)]
  })
  return Type.Object(Object.fromEntries(properties), { ...closed, $id: id, description })
}

const { company, project, hire, household, building } = factsProperties

export const watchedCompanySchema = Type.Object(
  {
    reference: reference("The caller's own name for the company."),
    company: shown(company, 'WatchedFacts', 'The facts as given; null: not given.'),
    project: shown(project, 'WatchedProject', 'As given; null: not given.'),
    hire: shown(hire, 'WatchedHire', 'As given; null: not given.'),
    household: shown(household, 'WatchedHousehold', 'As given; null: not given.'),
    building: shown(building, 'WatchedBuilding', 'As given; null: not given.'),
    answers: Type.Record(Type.String(), Type.Boolean(), {
      description: 'As given, also where they belong to no condition.',
    }),
    fill: Type.Boolean({ description: 'Whether what was not given is filled, by its number, whenever it is judged.' }),
    added_at: timestamp('When it was first put on the list.'),
    updated_at: timestamp('When it was last uploaded.'),
  },
  { ...closed, $id: 'WatchedCompany' },
)

export const deletedWatchlistSchema = Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, closed)
export const deletedCompanySchema = Type.Object({ reference: Type.String(), deleted: Type.Literal(true) }, closed)
