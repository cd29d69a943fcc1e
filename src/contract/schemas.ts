/** Schemas of the envelopes, so that every route documents its whole answer in the same words. */
import Type, { type TSchema } from 'typebox'

const closed = { additionalProperties: false } as const

export const warningSchema = Type.Object(
  { code: Type.String(), message: Type.String() },
  {
    ...closed,
    $id: 'ApiWarning',
    description:
      'Something to know about the answer; branch on `code`, and pass over those that you do not know. `not_checked`: measures ' +
      'among those answered have not been checked against the page of their authority. `checked_long_ago`: some of them were read ' +
      "more than 12 months ago, or on a page that is not known to be the authority's own; `message` says how many, and the oldest " +
      'reading. `catalogue_behind`: there is a newer ' +
      'state; ask again in a moment. `catalogue_filling`: the service was started for the first time and has not read every ' +
      'source yet, so measures are missing; ask again in a few minutes. `filters_changed`: the cursor is of a page with other ' +
      'filters, which `message` names. `past_deadlines_first`: the list begins with what is over. `too_little_known`: nothing ' +
      'was told that tells one applicant from another, so the matches say nothing yet. ' +
      '`size_assumes_autonomous`, `size_assumed`: how the size of the company was derived. `company_not_in_register`, `company_not_active`: ' +
      'what the register of companies says of the number. `answer_unused`: an answer that ' +
      'was left aside. `message` is in the language asked, else English.',
  },
)

const metaSchema = Type.Object(
  {
    request_id: Type.String({ description: 'Same as the header `X-Request-Id`.' }),
    warnings: Type.Array(warningSchema),
  },
  { ...closed, $id: 'Meta' },
)

export const understoodKinds = [
  'place',
  'applicant',
  'activity',
  'topic',
  'purpose',
  'instrument',
  'amount',
  'people',
  'programme',
  'word',
  'ignored',
] as const

export const understoodSchema = Type.Object(
  {
    kind: Type.Unsafe<(typeof understoodKinds)[number]>({
      type: 'string',
      enum: [...understoodKinds],
      description: '`word`: searched as a word; `ignored`: it says nothing, or a filter says it already.',
    }),
    text: Type.String({ description: 'As typed.' }),
    id: Type.Union([Type.String(), Type.Null()], {
      description:
        'What it was taken for: a region, a province or the NIS code of a municipality; ids of the vocabularies (with commas ' +
        'between them where several are meant); a NACE-BEL 2025 code; a number; a measure or programme.',
    }),
    label: Type.Union([Type.String(), Type.Null()], { description: 'What that is called, in the language asked.' }),
  },
  { ...closed, $id: 'Understood' },
)

const measureListMetaSchema = Type.Object(
  {
    request_id: Type.String({ description: 'Same as the header `X-Request-Id`.' }),
    warnings: Type.Array(warningSchema),
    attribution: Type.Array(Type.String(), { description: 'Lines that the rows of the page require.' }),
    disclaimer: Type.String({ description: 'Independence statement, in the language asked.' }),
    total: Type.Integer({ minimum: 0, description: 'Matching measures, counted up to 10,000.' }),
    understood: Type.Optional(
      Type.Array(understoodSchema, {
        description:
          'Only with `words=meant`: what `q` was understood to mean, in the order typed. Send `q` without the `text` of an ' +
          'element to leave it out.',
      }),
    ),
    suggestions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            q: Type.String(),
            words: Type.Unsafe<'all' | 'most' | 'meant'>({ type: 'string', enum: ['all', 'most', 'meant'] }),
            total: Type.Integer({ minimum: 1 }),
          },
          closed,
        ),
        {
          maxItems: 3,
          description:
            'Only where `q` is given, not empty, and found nothing: calls that find something with the other filters as ' +
            'they are; none where nothing helps.',
        },
      ),
    ),
  },
  { ...closed, $id: 'MeasureListMeta' },
)

const matchListMetaSchema = Type.Object(
  {
    request_id: Type.String({ description: 'Same as the header `X-Request-Id`.' }),
    warnings: Type.Array(warningSchema),
    attribution: Type.Array(Type.String(), { description: 'Lines that the measures answered require.' }),
    disclaimer: Type.String({ description: "Independence statement, in the list's language." }),
  },
  { ...closed, $id: 'MatchListMeta' },
)

const listMetas = { measures: measureListMetaSchema, matches: matchListMetaSchema, others: metaSchema } as const

const paginationSchema = Type.Object(
  {
    has_more: Type.Boolean({ description: 'Exact.' }),
    next_cursor: Type.Optional(Type.String({ description: 'Opaque; present while there is more.' })),
    limit: Type.Integer({ minimum: 0, description: 'Page size used.' }),
  },
  { ...closed, $id: 'Pagination' },
)

/** `{ data, meta }`. `name` becomes the component's name. */
export function oneSchema(name: string, data: TSchema): TSchema {
  return Type.Object({ data, meta: metaSchema }, { ...closed, $id: name })
}

/** `{ data: [...], pagination, meta }`; lists of measures and of matches have more in `meta`. */
export function listSchema(name: string, row: TSchema, of: keyof typeof listMetas): TSchema {
  return Type.Object(
    { data: Type.Array(row), pagination: paginationSchema, meta: listMetas[of] },
    { ...closed, $id: name },
  )
}

const feedPaginationSchema = Type.Object(
  {
    has_more: Type.Boolean({ description: 'Exact; false: nothing more for now.' }),
    next_cursor: Type.String({ description: 'Opaque; on every page: poll with it later.' }),
    limit: Type.Integer({ minimum: 1, description: 'Page size used.' }),
  },
  { ...closed, $id: 'FeedPagination' },
)

/** As `listSchema`, of the change feed: every page has a cursor. */
export function feedSchema(name: string, row: TSchema): TSchema {
  return Type.Object(
    { data: Type.Array(row), pagination: feedPaginationSchema, meta: metaSchema },
    { ...closed, $id: name },
  )
}
