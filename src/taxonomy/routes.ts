/** `GET /v1/taxonomy`: the vocabularies, for programs that show them. */

import Type, { type TSchema } from 'typebox'
import { openAccess } from '../contract/access.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { operators } from '../values/vocabularies.ts'
import { taxonomy } from './taxonomy.ts'

const closed = { additionalProperties: false } as const
const labelSchema = Type.Object(
  { nl: Type.String(), fr: Type.String(), en: Type.String() },
  { ...closed, $id: 'Label' },
)
const termSchema = Type.Object({ id: Type.String(), label: labelSchema }, { ...closed, $id: 'Term' })
const ruleFieldSchema = Type.Object(
  {
    id: Type.String(),
    label: labelSchema,
    type: Type.Enum(['one', 'number', 'date', 'set', 'codes'], { description: 'Shape of the fact it looks at.' }),
    operators: Type.Array(Type.Enum([...operators])),
    asks: Type.String({ description: 'The request property that an unknown value asks for.' }),
    question: labelSchema,
  },
  { ...closed, $id: 'RuleFieldTerm' },
)

const topicSchema = Type.Object(
  {
    id: Type.String(),
    label: labelSchema,
    related: Type.Array(Type.String(), { description: 'Topics that count as half a match.' }),
  },
  { ...closed, $id: 'TopicTerm' },
)
const pointSchema = Type.Object(
  {
    id: Type.String(),
    label: labelSchema,
    question: labelSchema,
    gates: Type.Array(Type.String(), {
      description:
        'Properties of the match request that this one question stands for until it is answered; no: they are none.',
    }),
  },
  { ...closed, $id: 'Point', description: 'What a caller can answer with yes or no, in `answers` of a match request.' },
)

/** Vocabularies whose terms say more than what they are called. */
const schemasByName = new Map<string, TSchema>([
  ['rule_fields', ruleFieldSchema],
  ['topics', topicSchema],
  ['points', pointSchema],
])
const properties = Object.fromEntries(
  Object.keys(taxonomy).map((name) => [name, Type.Array(schemasByName.get(name) ?? termSchema)]),
)

const taxonomyRoute = routeFor<unknown>()({
  method: 'GET',
  path: '/v1/taxonomy',
  operation: 'getTaxonomy',
  summary: 'List the vocabularies',
  description:
    'Every closed vocabulary with Dutch, French and English labels; the rule fields and the points with their questions.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'own',
  answers: {
    200: { description: 'The vocabularies.', schema: Type.Object(properties, { ...closed, $id: 'Taxonomy' }) },
  },
  refuses: [],
  etag: true,
  run: () => ({ data: taxonomy }),
})

export const taxonomyRoutes: readonly RouteRecord<unknown>[] = [taxonomyRoute]
