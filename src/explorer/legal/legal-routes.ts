/** What everybody may know of the service, and what machines ask it first: privacy, terms, robots, sitemap, security. */
import type { Reply } from '../../contract/call.ts'
import { oneOf } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import type { Operator } from '../../pages/operator.ts'
import { pageRoute } from '../../pages/page.ts'
import { addDays, type Day, dayOf, startOfDay } from '../../values/brussels.ts'
import { type Language, languages } from '../../values/vocabularies.ts'
import { type LegalWords, legalView } from './legal-view.ts'
import { privacyWords } from './privacy-words.ts'
import { sitemapIndex, sitemapPart } from './sitemap.ts'
import { termsWords } from './terms-words.ts'

export type LegalNeeds = {
  catalogue: FollowedCatalogue
  /** Of the pages of the docs, which come after the explorer. */
  docsPaths(): readonly string[]
}

const inLanguage = { lang: oneOf(languages, { description: 'Language of the page.' }) }
const nothing = {}

/** Addresses that are no pages: what a key opens, and the tools for assistants. */
const notPages = ['/v1/', '/mcp', '/dashboard', '/mail/']

function textReply(type: string, text: string): Reply {
  return { headers: { 'content-type': `${type}; charset=utf-8` }, data: Buffer.from(text) }
}

function legalRoute<Needs extends FrameNeeds & LegalNeeds>(
  name: 'privacy' | 'terms',
  words: Record<Language, LegalWords>,
): RouteRecord<Needs> {
  return pageRoute<Needs, typeof inLanguage>({
    language: 'en',
    path: `/${name}`,
    operation: name,
    query: inLanguage,
    run({ query, needs, now }) {
      const language = query.lang ?? 'en'
      return {
        language,
        title: words[language].title,
        description: words[language].description,
        place: null,
        inLanguage: (one) => `/${name}?lang=${one}`,
        at: now,
        body: legalView(words[language], language, needs.operator),
      }
    },
  })
}

export const legalRoutes = <Needs extends FrameNeeds & LegalNeeds>(): RouteRecord<Needs>[] => [
  legalRoute<Needs>('privacy', privacyWords),
  legalRoute<Needs>('terms', termsWords),
  pageRoute<Needs, typeof nothing>({
    language: 'en',
    path: '/.well-known/security.txt',
    operation: 'securityText',
    query: nothing,
    refuses: ['not_found'],
    run({ needs: { operator, baseUrl }, now }) {
      if (operator === null) throw new Refusal('not_found', 'The operator of this service has not named itself.')
      return textReply('text/plain', securityText(operator, baseUrl, dayOf(now)))
    },
  }),
  pageRoute<Needs, typeof nothing>({
    language: 'en',
    path: '/robots.txt',
    operation: 'robots',
    query: nothing,
    run({ needs: { baseUrl } }) {
      const lines = [
        'User-agent: *',
        ...notPages.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${baseUrl}/sitemap.xml`,
      ]
      return textReply('text/plain', `${lines.join('\n')}\n`)
    },
  }),
  pageRoute<Needs, typeof nothing>({
    language: 'en',
    path: '/sitemap.xml',
    operation: 'sitemap',
    query: nothing,
    keptBy: ({ needs: { catalogue } }) => catalogue.read(({ state }) => [state]),
    run: async ({ needs: { catalogue, baseUrl } }) =>
      textReply('application/xml', await catalogue.read(({ state }) => sitemapIndex(state, baseUrl))),
  }),
  pageRoute<Needs, typeof nothing>({
    language: 'en',
    path: '/sitemaps/{file}',
    operation: 'sitemapPart',
    query: nothing,
    pathParameters: ['file'],
    refuses: ['not_found'],
    keptBy: ({ needs: { catalogue } }) => catalogue.read(({ state }) => [state]),
    async run({ path: { file = '' }, needs }) {
      const name = file.endsWith('.xml') ? file.slice(0, -'.xml'.length) : ''
      const part = await needs.catalogue.read(({ state }) => sitemapPart(state, name, needs))
      if (part === null) throw new Refusal('not_found', 'There is no such part of the sitemap.')
      return textReply('application/xml', part)
    },
  }),
]

/** What is said holds so long; the standard asks for less than a year. */
const holdsDays = 180

/** `today`: its text stays the same for a day. `mailto:` and `https:` stand as they are in links. */
function securityText({ contact }: Operator, baseUrl: string, today: Day): string {
  const expires = new Date(startOfDay(addDays(today, holdsDays))).toISOString().replace('.000Z', 'Z')
  // An address that is not of https must not be named (section 2.5.2).
  const canonical = baseUrl.startsWith('https://') ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : []
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    ...canonical,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
