/** The keys of who is signed in, over HTTP: `/v1/dashboard/keys`. */
import Type from 'typebox'
import { type KeyMode, keyModes } from '../../accounts/api-key.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { listSchema, oneSchema } from '../../contract/schemas.ts'
import { dashboardAccess } from '../../sign_in/access.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { keyObject } from '../objects.ts'
import { type KeyNeeds, makeOwnKey, ownKeys, revokeOwnKey } from '../own-keys.ts'
import { deletedSchema, keySchema, newKeySchema } from './schemas.ts'

const route = routeFor<KeyNeeds>()
const closed = { additionalProperties: false } as const
const common = { tag: 'Keys', access: dashboardAccess, capability: null, query: {}, etag: false } as const

const listRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'GET',
  path: '/v1/dashboard/keys',
  operation: 'listKeys',
  summary: 'List your keys',
  description: 'Revoked ones too, oldest first, in one page; never the keys themselves.',
  pathParameters: {},
  body: null,
  shape: 'list',
  answers: { 200: { description: 'All keys.', schema: listSchema('KeyList', keySchema, 'others') } },
  refuses: [],
  async run({ needs, caller }) {
    const keys = await ownKeys(needs, caller)
    return { data: keys.map(keyObject), pagination: { has_more: false, limit: keys.length } }
  },
})

const createRoute = route<Record<never, never>, { name: string; mode: KeyMode }, SignedIn>({
  ...common,
  method: 'POST',
  path: '/v1/dashboard/keys',
  operation: 'createKey',
  summary: 'Make a key',
  description:
    '`key` stands in this answer and never again. 409: the account holds as many as its plan allows; revoked ones do not count. Needs a sign-in of the last 15 minutes.',
  pathParameters: {},
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }), mode: Type.Enum([...keyModes]) }, closed),
  shape: 'one',
  answers: { 201: { description: 'The new key.', schema: oneSchema('NewKeyAnswer', newKeySchema) } },
  refuses: ['unauthorized', 'conflict', 'forbidden'],
  answersSecret: true,
  run: async ({ body, needs, caller }) => ({ status: 201, data: await makeOwnKey(needs, caller, body) }),
})

const revokeRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'DELETE',
  path: '/v1/dashboard/keys/{id}',
  operation: 'revokeKey',
  summary: 'Revoke a key',
  description: 'For good: the next request with it is refused.',
  pathParameters: { id: { schema: Type.String(), description: 'Id of one of your keys.' } },
  body: null,
  shape: 'one',
  answers: { 200: { description: 'It is revoked.', schema: oneSchema('RevokedKey', deletedSchema) } },
  refuses: ['not_found', 'forbidden'],
  async run({ path, needs, caller }) {
    const { id = '' } = path
    await revokeOwnKey(needs, caller, id)
    return { data: { id, deleted: true } }
  },
})

export const keyRoutes: readonly RouteRecord<KeyNeeds>[] = [listRoute, createRoute, revokeRoute]
