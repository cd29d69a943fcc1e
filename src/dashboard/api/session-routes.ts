/** Signing in and out over HTTP: `/v1/dashboard/session` and `/v1/dashboard/sessions`. */
import Type from 'typebox'
import type { Reply } from '../../contract/call.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { listSchema, oneSchema } from '../../contract/schemas.ts'
import { dashboardAccess, type Newcomer, signingInAccess } from '../../sign_in/access.ts'
import { passwordBounds } from '../../sign_in/passwords/password-sign-in.ts'
import { type SignedIn, sessionBounds } from '../../sign_in/session.ts'
import { sessionObject } from '../objects.ts'
import {
  allSessions,
  askForLink,
  endAllOthers,
  endOne,
  enterWithGoogle,
  enterWithLink,
  enterWithPassword,
  type SignInNeeds,
  shownSession,
  signOut,
} from '../signing-in.ts'
import { deletedSchema, sessionSchema, signedInSchema } from './schemas.ts'

const route = routeFor<SignInNeeds>()
const closed = { additionalProperties: false } as const

const common = { tag: 'Session', capability: null, pathParameters: {}, query: {}, etag: false } as const
const signingIn = {
  ...common,
  method: 'POST',
  access: signingInAccess,
  shape: 'one',
  answersSecret: true,
  headers: { 'user-agent': 'Kept as the names of browser and system, to tell your sessions apart.' },
} as const
const signedInAnswer = {
  200: {
    description: 'You are signed in: the cookie holds the session.',
    schema: oneSchema('SignedInAnswer', signedInSchema),
  },
} as const

const showRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'GET',
  path: '/v1/dashboard/session',
  operation: 'showSession',
  summary: 'Who is signed in',
  description: 'The session of this browser, and its account.',
  access: dashboardAccess,
  body: null,
  shape: 'one',
  answers: { 200: { description: 'Your session.', schema: oneSchema('SessionAnswer', signedInSchema) } },
  refuses: [],
  run: async ({ needs, caller }) => ({ data: await shownSession(needs, caller) }),
})

const endRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'DELETE',
  path: '/v1/dashboard/session',
  operation: 'endSession',
  summary: 'Sign out',
  description: 'Ends the session of this browser, for good.',
  access: dashboardAccess,
  body: null,
  shape: 'one',
  answers: { 200: { description: 'You are signed out.', schema: oneSchema('SignedOut', deletedSchema) } },
  refuses: ['forbidden'],
  async run({ needs, caller }): Promise<Reply> {
    const headers = await signOut(needs, caller)
    return { headers, data: { id: caller.sessionId, deleted: true } }
  },
})

const googleRoute = route<Record<never, never>, { credential: string }, Newcomer>({
  ...signingIn,
  path: '/v1/dashboard/session/google',
  operation: 'signInWithGoogle',
  summary: 'Sign in with Google',
  description:
    '`credential` is the ID token that Google gave to the sign-in page in this browser. Every fault of it is the same refusal. 409: no account may be entered with its address.',
  body: Type.Object({ credential: Type.String({ minLength: 1, maxLength: 8_192 }) }, closed),
  answers: signedInAnswer,
  refuses: ['google_sign_in_failed', 'conflict', 'forbidden'],
  run: (call) => enterWithGoogle(call, call.body.credential),
})

const passwordRoute = route<Record<never, never>, { email: string; password: string }, Newcomer>({
  ...signingIn,
  path: '/v1/dashboard/session/password',
  operation: 'signInWithPassword',
  summary: 'Sign in with a password',
  description:
    'Where it is offered. A wrong password and an unknown address are answered alike; after some attempts in a row from one client network at an address the next one waits (429). All networks that never signed in to the account may try 100 times an hour together.',
  body: Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: passwordBounds.charactersMax }),
    },
    closed,
  ),
  answers: signedInAnswer,
  refuses: ['unauthorized', 'password_sign_in_disabled', 'forbidden'],
  run: (call) => enterWithPassword(call, call.body),
})

const linkRoute = route<Record<never, never>, { token: string }, Newcomer>({
  ...signingIn,
  path: '/v1/dashboard/session/link',
  operation: 'signInWithLink',
  summary: 'Sign in with a one-time link',
  description: '`token` is the last part of the link. It lets in once, within 15 minutes.',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }, closed),
  answers: signedInAnswer,
  refuses: ['unauthorized', 'conflict', 'forbidden'],
  run: (call) => enterWithLink(call, call.body.token),
})

const linkRequestRoute = route<Record<never, never>, { email: string }, Newcomer>({
  ...signingIn,
  path: '/v1/dashboard/session/link/request',
  operation: 'requestSignInLink',
  summary: 'Ask for a one-time link by mail',
  description:
    'Answered alike whoever has the address. A mail goes to accounts whose address is verified: 3 an hour for one address from one client network, 10 an hour for one address; over that the newest link that still holds is sent again.',
  body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed),
  answers: {
    202: {
      description: 'If an account has that address, a link is on its way.',
      schema: oneSchema('LinkRequested', Type.Object({ requested: Type.Literal(true) }, closed)),
    },
  },
  refuses: ['forbidden'],
  async run(call) {
    await askForLink(call, call.body.email)
    return { status: 202, data: { requested: true } }
  },
})

const listRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'GET',
  path: '/v1/dashboard/sessions',
  operation: 'listSessions',
  summary: 'List the sessions of your account',
  description: 'Those that have not ended, newest first.',
  access: dashboardAccess,
  body: null,
  shape: 'list',
  answers: { 200: { description: 'All sessions.', schema: listSchema('SessionList', sessionSchema, 'others') } },
  refuses: [],
  async run({ needs, caller }) {
    const sessions = await allSessions(needs, caller)
    const data = sessions.map((session) => sessionObject(session, session.id === caller.sessionId))
    return { data, pagination: { has_more: false, limit: sessionBounds.sessionsMax } }
  },
})

const endOthersRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'DELETE',
  path: '/v1/dashboard/sessions',
  operation: 'endOtherSessions',
  summary: 'End every other session',
  description: 'All but the one that asks.',
  access: dashboardAccess,
  body: null,
  shape: 'one',
  answers: {
    200: {
      description: 'How many were ended.',
      schema: oneSchema('SessionsEnded', Type.Object({ ended: Type.Integer({ minimum: 0 }) }, closed)),
    },
  },
  refuses: ['forbidden'],
  run: async ({ needs, caller }) => ({ data: { ended: await endAllOthers(needs, caller) } }),
})

const endOneRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'DELETE',
  path: '/v1/dashboard/sessions/{id}',
  operation: 'endOneSession',
  summary: 'End a session',
  description: 'Of any browser; one that ends its own is signed out.',
  access: dashboardAccess,
  pathParameters: { id: { schema: Type.String(), description: 'Id of one of your sessions.' } },
  body: null,
  shape: 'one',
  answers: { 200: { description: 'It has ended.', schema: oneSchema('SessionEnded', deletedSchema) } },
  refuses: ['not_found', 'forbidden'],
  async run({ path, needs, caller }) {
    const { id = '' } = path
    await endOne(needs, caller, id)
    return { data: { id, deleted: true } }
  },
})

export const sessionRoutes: readonly RouteRecord<SignInNeeds>[] = [
  showRoute,
  endRoute,
  googleRoute,
  passwordRoute,
  linkRoute,
  linkRequestRoute,
  listRoute,
  endOthersRoute,
  endOneRoute,
]
