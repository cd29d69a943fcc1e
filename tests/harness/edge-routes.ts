/** Test-only route records: one of each kind that the edge has to serve. */

import Type from 'typebox'
import { keyedAccess, openAccess } from '../../src/contract/access.ts'
import { JsonBytes, type QueryParameters } from '../../src/contract/call.ts'
import { type CursorBinding, cursorKeys, openCursor, sealCursor } from '../../src/contract/cursor.ts'
import { cursorText, flag, instantOrDay, integer, listOf, oneOf, text } from '../../src/contract/parameters.ts'
import { Refusal } from '../../src/contract/refusals.ts'
import { type RouteRecord, route } from '../../src/contract/route.ts'
import type { Warning } from '../../src/contract/warnings.ts'
import type { Scene } from './edge.ts'

const noted: Warning = {
  code: 'noted',
  message: { nl: 'Er is iets op te merken.', fr: 'Il y a quelque chose à noter.', en: 'Something is to be noted.' },
}

const words = (description: string) => ({ description })
const anything = Type.Object({}, { additionalProperties: true })

const shared = {
  description: 'Exists in tests only.',
  tag: 'tests',
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'one',
  answers: { 200: { description: 'What was asked.', schema: anything } },
  refuses: [],
  etag: false,
} as const

const thingParameters = {
  q: text(10, words('Words.'), 'allowed'),
  name: text(10, words('A name.')),
  limit: integer(1, 500, words('Rows.')),
  withdrawn: flag(words('Also withdrawn ones.')),
  region: listOf(['flanders', 'brussels', 'wallonia'], words('Regions.')),
  lang: oneOf(['nl', 'fr', 'en'], words('Language.')),
  before: instantOrDay('end', words('Until when.')),
  as_of: instantOrDay('end', { description: 'As of when.', capability: 'as_of' }),
}

const companySchema = Type.Object({
  employees: Type.Optional(Type.Integer({ minimum: 0 })),
  size: Type.Optional(Type.Enum(['micro', 'small'])),
  nace: Type.Optional(Type.Array(Type.String({ pattern: '^\\d{2}' }), { maxItems: 3 })),
  founded_on: Type.Optional(Type.String({ format: 'date' })),
})

/** Companies of a bulk body: nested far enough for a path with an index. */
export const companiesSchema = Type.Object(
  {
    companies: Type.Array(
      Type.Object({ reference: Type.String({ minLength: 1 }), company: Type.Optional(companySchema) }),
      { maxItems: 3 },
    ),
    language: Type.Optional(Type.Enum(['nl', 'fr', 'en'])),
  },
  { $id: 'TestCompanies' },
)

/** Rows of the paged list: their sort values tie. */
export const rows = Array.from({ length: 7 }, (_, position) => ({
  id: `row:${position}`,
  rank: Math.floor(position / 3),
}))
const cursors = cursorKeys(Buffer.alloc(32, 1), null)
const binding = (list: string): CursorBinding => ({ list, sort: 'rank', account: null, generation: 'first' })

function record<Parameters extends QueryParameters>(
  particulars: Partial<RouteRecord<Scene, Parameters>> &
    Pick<RouteRecord<Scene, Parameters>, 'method' | 'path' | 'operation' | 'access' | 'query' | 'run'>,
): RouteRecord<Scene> {
  return route<Scene, Parameters>({ ...shared, summary: `Test ${particulars.operation}`, ...particulars })
}

const id = { id: { schema: Type.String(), description: 'Which thing.' } }

function listRecord(list: string): RouteRecord<Scene> {
  return record({
    method: 'GET',
    path: `/v1/${list}`,
    operation: `list${list}`,
    access: keyedAccess,
    shape: 'list',
    query: {
      limit: integer(1, 500, words('Rows.')),
      cursor: cursorText(words('Where to go on.')),
      above: integer(0, 9, words('Only ranks above.')),
    },
    run({ query }) {
      const found = rows.filter((row) => row.rank > (query.above ?? -1))
      const limit = query.limit ?? 50
      const [rank, after] = query.cursor === undefined ? [-1, ''] : openCursor(cursors, binding(list), query.cursor)
      const left = found.filter((row) => row.rank > Number(rank) || (row.rank === rank && row.id > String(after)))
      const page = left.slice(0, limit)
      const last = page.at(-1)
      const more = left.length > page.length && last !== undefined
      const next = more ? { next_cursor: sealCursor(cursors, binding(list), [last.rank, last.id]) } : {}
      return { data: page, pagination: { has_more: more, limit, ...next } }
    },
  })
}

export const edgeRoutes: RouteRecord<Scene>[] = [
  record({
    method: 'GET',
    path: '/v1/things',
    operation: 'listThings',
    access: keyedAccess,
    query: thingParameters,
    run: ({ query, caller, warn, now }) => {
      if (query.name === 'warn') warn(noted)
      return { data: { given: { ...query }, account: caller.accountId, now } }
    },
  }),
  record({
    method: 'GET',
    path: '/v1/things/{id}',
    operation: 'getThing',
    access: keyedAccess,
    pathParameters: id,
    query: {},
    etag: true,
    refuses: ['subsidy_not_found'],
    run({ path }) {
      const asked = path.id ?? ''
      if (!asked.startsWith('thing:')) throw new Refusal('subsidy_not_found', 'No such thing.', { subsidy: asked })
      return { data: { id: asked }, etag: asked }
    },
  }),
  record({
    method: 'GET',
    path: '/v1/things/{id}/versions',
    operation: 'listVersions',
    access: keyedAccess,
    capability: 'history',
    pathParameters: id,
    query: {},
    run: ({ path }) => ({ data: { of: path.id } }),
  }),
  record({
    method: 'POST',
    path: '/v1/companies',
    operation: 'postCompanies',
    access: keyedAccess,
    query: {},
    body: companiesSchema,
    run: ({ body }) => ({ data: body }),
  }),
  record({
    method: 'POST',
    path: '/v1/rows',
    operation: 'postRows',
    access: keyedAccess,
    query: {},
    body: companiesSchema,
    contentBy: 'work',
    run: ({ body }) => ({ data: body }),
  }),
  record({
    method: 'POST',
    path: '/v1/things/{id}/rotate',
    operation: 'rotateThing',
    access: keyedAccess,
    pathParameters: id,
    query: {},
    answersSecret: true,
    run: () => ({ status: 201, data: { secret: 'whsec_test' } }),
  }),
  record({
    method: 'DELETE',
    path: '/v1/things/{id}',
    operation: 'deleteThing',
    access: keyedAccess,
    pathParameters: id,
    query: {},
    run: ({ path }) => ({ data: { id: path.id, deleted: true } }),
  }),
  record({
    method: 'GET',
    path: '/v1/slow',
    operation: 'getSlow',
    access: keyedAccess,
    query: {},
    async run({ needs, signal }) {
      needs.slowSignals.push(signal)
      const finished = Promise.withResolvers<void>()
      needs.finishSlow = finished.resolve
      needs.slowBegan.resolve()
      await finished.promise
      return { data: { slow: true } }
    },
  }),
  record({
    method: 'GET',
    path: '/v1/broken',
    operation: 'getBroken',
    access: keyedAccess,
    query: {},
    run() {
      throw new Error('a detail that nobody outside should read')
    },
  }),
  record({
    method: 'GET',
    path: '/v1/open',
    operation: 'getOpen',
    access: openAccess,
    query: { lang: oneOf(['nl', 'fr', 'en'], words('Language.')) },
    shape: 'wrapper',
    etag: true,
    run: ({ query }) => ({ data: { text: 'word '.repeat(1_000), lang: query.lang ?? 'en' } }),
  }),
  record({
    method: 'GET',
    path: '/v1/bytes',
    operation: 'getBytes',
    access: openAccess,
    query: {},
    shape: 'list',
    run: () => ({
      data: new JsonBytes([Buffer.from('[{"a":1},'), Buffer.from('{"b":"é"}]')]),
      pagination: { has_more: false, limit: 50 },
      meta: { total: 2, attribution: [] },
    }),
  }),
  listRecord('ranked'),
  listRecord('otherwise'),
]
