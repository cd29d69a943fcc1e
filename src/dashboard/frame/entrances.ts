/** The entrances of the screens: who is not signed in is led to the door, and back to where they wanted to go. */

import type { Asked, Entrance } from '../../platform/http/entering/entrance.ts'
import type { Newcomer } from '../../sign_in/access.ts'
import { requireOurPages, type SessionMeans, takeTurn, whoAsks } from '../../sign_in/entrance.ts'
import { doorPath } from './places.ts'

const nothing = Buffer.alloc(0)

/** Where somebody wanted to go: a page, never what a form would have done. */
function wanted({ request }: Asked): string {
  return request.method === 'GET' ? (request.url ?? '') : ''
}

export function screenEntrance(means: SessionMeans): Entrance {
  return async (asked) => {
    takeTurn(means, asked)
    const caller = await whoAsks(means, asked)
    if (caller === null)
      return { headers: { location: doorPath({ next: wanted(asked) }) }, answer: { status: 303, body: nothing } }
    requireOurPages(means, asked)
    return { caller, accountId: caller.accountId, beforeWork: means.beforeWork }
  }
}

/** As a screen's; but a form without a file is taken from nobody too, to be kept over a sign-in. It has to come from a page of ours. */
export function formEntrance(means: SessionMeans): Entrance {
  const enter = screenEntrance(means)
  return async (asked) => {
    const entered = await enter(asked)
    const isForm = asked.request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    if (entered.answer === undefined || !isForm) return entered
    requireOurPages(means, asked)
    return { caller: null }
  }
}

/** Anybody, signed in or not; a form is to come from a page of ours. */
export function doorEntrance(means: SessionMeans): Entrance {
  return async (asked) => {
    takeTurn(means, asked)
    requireOurPages(means, asked)
    return { caller: { signedIn: await whoAsks(means, asked), address: asked.address } satisfies Newcomer }
  }
}
