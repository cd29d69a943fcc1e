/** Sessions, accounts and keys as JSON schemas: what the dashboard's routes answer. */
import Type from 'typebox'
import { keyModes } from '../../accounts/api-key.ts'
import { orNull, timestamp } from '../../measures/record/schema-parts.ts'
import { signInMethods } from '../../sign_in/session.ts'
import { languages, planIds } from '../../values/vocabularies.ts'

const closed = { additionalProperties: false } as const

export const accountSchema = Type.Object(
  {
    id: Type.String({ pattern: '^acc_' }),
    email: orNull(Type.String()),
    email_verified: Type.Boolean({ description: 'Mail is sent to it, and its owner may sign in with it.' }),
    language: Type.Enum([...languages], { description: 'Of the dashboard, and of mail.' }),
    plan: orNull(Type.Enum([...planIds])),
    created_at: timestamp('When it was made.'),
  },
  { ...closed, $id: 'Account' },
)

export const sessionSchema = Type.Object(
  {
    id: Type.String({ pattern: '^ses_' }),
    method: Type.Enum([...signInMethods], { description: 'How they signed in.' }),
    browser: Type.String({ description: 'Browser and system, by name; empty where it does not say.' }),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    created_at: timestamp('When it began.'),
    signed_in_at: timestamp('When they last showed who they are.'),
    seen_at: timestamp('Of the last visit, to a minute.'),
    ends_at: timestamp('When it ends if nobody visits any more.'),
  },
  { ...closed, $id: 'Session' },
)

export const signedInSchema = Type.Object(
  {
    session: sessionSchema,
    account: accountSchema,
    is_operator: Type.Boolean({ description: 'Whether the account runs this service.' }),
    recent_until: timestamp('Until when dangerous acts are done without signing in again.'),
  },
  { ...closed, $id: 'SignedIn' },
)

const keyProperties = {
  id: Type.String({ pattern: '^key_' }),
  name: Type.String(),
  mode: Type.Enum([...keyModes]),
  prefix: Type.String({ description: 'Its first 12 characters.' }),
  created_at: timestamp('When it was made.'),
}

export const keySchema = Type.Object(
  { ...keyProperties, revoked_at: orNull(timestamp('When it was revoked.')) },
  { ...closed, $id: 'ApiKey', description: 'A key, without what opens the API.' },
)

export const newKeySchema = Type.Object(
  { ...keyProperties, key: Type.String({ description: 'The key itself: stands here, and never again.' }) },
  { ...closed, $id: 'NewApiKey' },
)

export const deletedSchema = Type.Object(
  { id: Type.String({ description: 'Of what was deleted.' }), deleted: Type.Literal(true) },
  {
    ...closed,
    $id: 'Deleted',
  },
)
