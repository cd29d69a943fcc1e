/** What the screens of watchlists share: what they are given, and who may see them. */

import type { Caller, Reply } from '../../contract/call.ts'
import type { CursorKeys } from '../../contract/cursor.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import type { MatchesNeeds } from '../../watchlists/matches/list-matches.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { callerWith, lackingView } from '../frame/on-plan.ts'
import { shellWords } from '../frame/words.ts'
import type { WatchlistFileNeeds } from '../watchlist-files.ts'
import { listWords } from './words.ts'

export type ListNeeds = ScreenNeeds &
  WatchlistFileNeeds &
  MatchesNeeds & { cursors: { keys: CursorKeys; generation: string } }

/** The screen for who may have watchlists; for everybody else what they are. */
export async function onPlan(
  who: SignedIn,
  work: (caller: Caller) => Promise<Screen | Reply>,
): Promise<Screen | Reply> {
  const caller = callerWith(who, 'watchlists')
  if (caller !== null) return work(caller)
  const { language } = who
  return {
    title: shellWords[language].places.watchlists,
    place: 'watchlists',
    status: 403,
    body: lackingView('watchlists', listWords[language].what, language),
  }
}

/** A path with the id of a list. */
export const ofList = { pathParameters: ['id'], refuses: ['watchlist_not_found'] } as const
