/**
 * `/mail/unsubscribe/{token}`: a page with a button, and what the button, or a mail program by itself (RFC 8058), sends. Opening it
 * ends nothing: programs that look at the links of a mail do that too. There is no session and nobody's origin: the link says
 * what it ends.
 */
import type { RouteRecord } from '../../contract/route.ts'
import { endDigest, readUnsubscribe } from '../../digests/digests.ts'
import type { UnsubscribeKeys } from '../../digests/unsubscribe-token.ts'
import type { FrameNeeds, Page } from '../../pages/frame.ts'
import { html } from '../../pages/html.ts'
import { pageRoute, postedPageRoute } from '../../pages/page.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { unsubscribeWords } from './words.ts'

export type UnsubscribeNeeds = FrameNeeds & { database: Database; unsubscribeKeys: UnsubscribeKeys }

const path = '/mail/unsubscribe/{token}'
/** What a mail program sends is a field of a few words. */
const bytesMax = 4_096
/** Of what is said where nobody knows in which language. */
const anyLanguage = 'en'

export const unsubscribeRoutes: readonly RouteRecord<UnsubscribeNeeds>[] = [
  pageRoute<UnsubscribeNeeds, Record<never, never>>({
    ...{
      language: anyLanguage,
      path,
      operation: 'showUnsubscribe',
      query: {},
      pathParameters: ['token'],
      isPrivate: true,
    },
    run: ({ path: { token = '' }, needs, now }) => {
      const ending = readUnsubscribe(needs.unsubscribeKeys, token)
      return ending === null ? unknownPage(now) : askingPage(ending.language, token, now)
    },
  }),
  postedPageRoute<UnsubscribeNeeds>({
    ...{ language: anyLanguage, path, operation: 'unsubscribe', pathParameters: ['token'], bytesMax },
    async run({ path: { token = '' }, needs, now }) {
      const ended = await endDigest(needs.database, needs.unsubscribeKeys, token, now)
      return ended === null ? unknownPage(now) : endedPage(ended.language, now)
    },
  }),
]

function askingPage(language: Language, token: string, at: Instant): Page {
  const { ask, lead, button } = unsubscribeWords[language]
  const body = html`<h1>${ask}</h1>
    <p class="lead">${lead}</p>
    <form method="post" action=${`/mail/unsubscribe/${token}`}>
      <p><button class="filled" type="submit">${button}</button></p>
    </form>`
  return { ...alike(language, ask, at), body }
}

function endedPage(language: Language, at: Instant): Page {
  const { ended, again, dashboard } = unsubscribeWords[language]
  const body = html`<h1>${ended}</h1>
    <p class="lead">${again}</p>
    <p><a href="/dashboard">${dashboard}</a></p>`
  return { ...alike(language, ended, at), body }
}

function unknownPage(at: Instant): Page {
  const { unknown, copy, dashboard } = unsubscribeWords[anyLanguage]
  const body = html`<h1>${unknown}</h1>
    <p class="lead">${copy}</p>
    <p><a href="/dashboard">${dashboard}</a></p>`
  return { ...alike(anyLanguage, unknown, at), status: 404, body }
}

function alike(language: Language, title: string, at: Instant): Omit<Page, 'body'> {
  return { language, title, description: title, place: null, inLanguage: null, isUnlisted: true, at }
}
