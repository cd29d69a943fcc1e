/** A session: somebody signed in to an account, for how long, and what they may do meanwhile (contract 10). */
import type { Instant } from '../values/brussels.ts'
import type { Language, PlanId } from '../values/vocabularies.ts'

export const signInMethods = ['google', 'password', 'link'] as const
export type SignInMethod = (typeof signInMethods)[number]

export type Session = {
  id: string
  accountId: string
  method: SignInMethod
  /** What the browser says of itself, in a few words of ours: `Firefox, Linux`. */
  browser: string
  createdAt: Instant
  /** When they last showed who they are. */
  signedInAt: Instant
  /** Of their last visit, to a minute. */
  seenAt: Instant
}

/** Who calls a route of the dashboard: a person, with what their account may do at this moment. */
export type SignedIn = {
  accountId: string
  sessionId: string
  email: string
  plan: PlanId | null
  language: Language
  isOperator: boolean
  signedInAt: Instant
  at: Instant
}

const dayMs = 86_400_000

export const sessionBounds = {
  /** Without a visit. */
  idleMs: 7 * dayMs,
  /** Whatever happens. */
  absoluteMs: 30 * dayMs,
  /** For so long after signing in dangerous acts are done without asking again. */
  recentMs: 15 * 60_000,
  /** A visit is noted when the last one that was is older. */
  noteMs: 60_000,
  /** Of an account; one more ends the one that was not seen for longest. */
  sessionsMax: 50,
} as const

/** When the session ends if nobody visits any more. */
export function endOf({ createdAt, seenAt }: Pick<Session, 'createdAt' | 'seenAt'>): Instant {
  return Math.min(seenAt + sessionBounds.idleMs, createdAt + sessionBounds.absoluteMs)
}

/** Whether they showed who they are lately enough for dangerous acts. */
export function isRecent({ signedInAt, at }: Pick<SignedIn, 'signedInAt' | 'at'>): boolean {
  return at - signedInAt < sessionBounds.recentMs
}

const browsers: readonly [form: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: readonly [form: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What tells one's sessions apart, and nobody from others: browser and system by name, of the header as sent. */
export function browserNamed(userAgent: string | undefined): string {
  const named = (list: readonly (readonly [RegExp, string])[]): string | undefined =>
    list.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const parts = [named(browsers), named(systems)].filter((name) => name !== undefined)
  return parts.length === 0 ? '' : parts.join(', ')
}
