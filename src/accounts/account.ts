/** What an account is, and a key of it. */
import type { Instant } from '../values/brussels.ts'
import type { Language, PlanId } from '../values/vocabularies.ts'
import type { KeyMode } from './api-key.ts'

/** Whose word a plan is; the operator's holds until he gives it back. */
export type PlanAuthority = 'operator' | 'stripe'

export type Account = {
  id: string
  email: string
  /** The operator set the address, or somebody opened what we sent there: mail may be sent, its person let in. */
  emailVerified: boolean
  /** Of its mail and its dashboard. */
  language: Language
  plan: PlanId | null
  /** Null: nobody has said anything of its plan. */
  planBy: PlanAuthority | null
  /** Whether it runs this service. */
  isOperator: boolean
  createdAt: Instant
}

/** A key as it can be shown: never the key itself. */
export type ApiKey = {
  id: string
  accountId: string
  prefix: string
  mode: KeyMode
  name: string
  createdAt: Instant
  revokedAt: Instant | null
}
