/** The places of the dashboard, in the order of its navigation, and the way to its door. */
import { queryText } from '../../pages/address.ts'
import type { Language } from '../../values/vocabularies.ts'

export const places = {
  start: '/dashboard',
  keys: '/dashboard/keys',
  usage: '/dashboard/usage',
  requests: '/dashboard/requests',
  webhooks: '/dashboard/webhooks',
  watchlists: '/dashboard/watchlists',
  searches: '/dashboard/searches',
  matcher: '/dashboard/matcher',
  assistants: '/dashboard/assistants',
  billing: '/dashboard/billing',
  account: '/dashboard/account',
  operator: '/dashboard/operator',
} as const
export type Place = keyof typeof places
export const placeNames = Object.keys(places) as Place[]

/** No segment of dots: it would lead out of the dashboard. */
const ownPath = /^\/dashboard(?:\/(?!\.{1,2}(?:[/?]|$))[A-Za-z0-9._~-]+)*(?:\?[A-Za-z0-9._~%+&=,:-]*)?$/
const pathCharactersMax = 2_000

/** A path of the dashboard that somebody is led back to; what is none is its beginning, wherever it came from. */
export function ownPlace(path: string | null | undefined): string {
  return path !== null && path !== undefined && path.length <= pathCharactersMax && ownPath.test(path)
    ? path
    : places.start
}

type Door = { next?: string; again?: boolean; language?: Language | null }

/** `again`: they are signed in, and are to show once more who they are. `language`: theirs, where it is known. */
export function doorPath({ next = '', again = false, language = null }: Door = {}): string {
  const back = ownPlace(next)
  const asked = { next: back === places.start ? null : back, again: again ? '1' : null, lang: language }
  return `/dashboard/sign-in${queryText(asked)}`
}
