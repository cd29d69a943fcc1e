/** `GET /v1/taxonomy`: the vocabularies, for programs that show them. */

import Type from 'typebox'
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

const properties = Object.fromEntries(
  Object.keys(taxonomy).map((name) => [name, Type.Array(name === 'rule_fields' ? ruleFieldSchema : termSchema)]),
)

const taxonomyRoute = routeFor<unknown>()({
  method: 'GET',
  path: '/v1/taxonomy',
  operation: 'getTaxonomy',
  summary: 'List the vocabularies',
  description:
    'Every closed vocabulary with Dutch, French and English labels, and the rule fields with their questions.',
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
