/** The account of who is signed in, over HTTP: `/v1/dashboard/account`. */
import Type from 'typebox'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { oneSchema } from '../../contract/schemas.ts'
import { dashboardAccess } from '../../sign_in/access.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { type Language, languages } from '../../values/vocabularies.ts'
import { type AccountNeeds, changeAccount, deleteOwnAccount, downloadOwnAccount, ownAccount } from '../own-account.ts'
import { accountSchema, deletedSchema } from './schemas.ts'

const route = routeFor<AccountNeeds>()
const closed = { additionalProperties: false } as const
const common = {
  path: '/v1/dashboard/account',
  tag: 'Account',
  access: dashboardAccess,
  capability: null,
  pathParameters: {},
  query: {},
  etag: false,
  shape: 'one',
} as const

const showRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'GET',
  operation: 'showAccount',
  summary: 'Your account',
  description: 'Its address, language and plan.',
  body: null,
  answers: { 200: { description: 'The account.', schema: oneSchema('AccountAnswer', accountSchema) } },
  refuses: [],
  run: async ({ needs, caller }) => ({ data: await ownAccount(needs, caller) }),
})

const changeRoute = route<Record<never, never>, { language?: Language; email?: string; password?: string }, SignedIn>({
  ...common,
  method: 'PATCH',
  operation: 'changeAccount',
  summary: 'Change your account',
  description:
    'What is given is changed, the rest stays. `email`: a link is sent there, and the address changes when it is pressed in this browser. `email` and `password` need a sign-in of the last 15 minutes; a new password ends every other session.',
  body: Type.Object(
    {
      language: Type.Optional(Type.Enum([...languages])),
      email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
    },
    closed,
  ),
  answers: { 200: { description: 'The account.', schema: oneSchema('ChangedAccount', accountSchema) } },
  refuses: ['unauthorized', 'password_sign_in_disabled', 'conflict', 'forbidden'],
  answersSecret: true,
  run: async ({ body, needs, caller }) => ({ data: await changeAccount(needs, caller, body) }),
})

const deleteRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'DELETE',
  operation: 'deleteAccount',
  summary: 'Delete your account',
  description:
    'Keys, sessions, subscription and queued deliveries end at once, the rest is erased within 24 hours. Nothing brings it back. Needs a sign-in of the last 15 minutes.',
  body: null,
  answers: { 200: { description: 'It is gone.', schema: oneSchema('DeletedAccount', deletedSchema) } },
  refuses: ['unauthorized', 'forbidden'],
  async run({ needs, caller }) {
    const headers = await deleteOwnAccount(needs, caller)
    return { headers, data: { id: caller.accountId, deleted: true } }
  },
})

const exportRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'GET',
  path: '/v1/dashboard/account/export',
  operation: 'exportAccount',
  summary: 'Everything of your account, in one zip',
  description:
    'Lines of JSON by table, without keys and secrets. Needs a sign-in of the last 15 minutes. 429: others are being made, try again.',
  body: null,
  shape: 'own',
  answers: { 200: { description: 'A zip archive.', schema: Type.String() } },
  refuses: ['unauthorized'],
  answersSecret: true,
  run: ({ needs, caller }) => downloadOwnAccount(needs, caller),
})

export const accountRoutes: readonly RouteRecord<AccountNeeds>[] = [showRoute, changeRoute, deleteRoute, exportRoute]
