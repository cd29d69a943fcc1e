/** `/{nl,fr,en}/changes`, and the same as an Atom feed. */
import type { NewestAsked } from '../../changes/newest/newest.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { pageAddress } from '../../pages/address.ts'
import { chosen } from '../../pages/chosen.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { pageRoute } from '../../pages/page.ts'
import { frameWords } from '../../pages/words/frame-words.ts'
import { dayOf, type Instant, startOfDay } from '../../values/brussels.ts'
import { type Language, regions, subsidyEventTypes } from '../../values/vocabularies.ts'
import { atomFeed } from './atom.ts'
import { changesAddress, changesView } from './changes-view.ts'
import { type ChangesNeeds, findChanges, newestChanges } from './find-changes.ts'
import { changesWords } from './words.ts'

const query = {
  region: chosen(regions, 'Of measures for this region, and of those for all.'),
  type: chosen(subsidyEventTypes, 'Kind of change.'),
}

const askedOf = ({
  region,
  type,
}: {
  region?: NewestAsked['region'] | undefined
  type?: NewestAsked['type'] | undefined
}) => ({ region: region ?? null, type: type ?? null }) satisfies NewestAsked

/** The events, and the state that says which measure answers for each. */
async function followsFrom(
  needs: ChangesNeeds,
  given: Parameters<typeof askedOf>[0],
  now: Instant,
): Promise<readonly object[] | null> {
  const events = await newestChanges(needs, askedOf(given), now)
  return events === null ? null : [events, await needs.catalogue.read(({ state }) => state)]
}

export const changesRoutes = <Needs extends FrameNeeds & ChangesNeeds>(language: Language): RouteRecord<Needs>[] => [
  pageRoute<Needs, typeof query>({
    language,
    path: pageAddress(language, 'changes'),
    operation: `changes_${language}`,
    query,
    keptBy: ({ query: given, needs, now }) => followsFrom(needs, given, now),
    async run({ query: given, needs, now }) {
      const asked = askedOf(given)
      const words = changesWords[language]
      const changes = await findChanges(needs, asked, language, now)
      return {
        language,
        title: words.title,
        description: words.description,
        place: 'changes',
        inLanguage: (one) => changesAddress(one, asked),
        isUnlisted: asked.region !== null || asked.type !== null,
        alternates: [
          {
            type: 'application/atom+xml',
            title: words.feedTitle,
            path: changesAddress(language, asked, 'changes.atom'),
          },
        ],
        at: now,
        body: changesView(changes, asked, language),
      }
    },
  }),
  pageRoute<Needs, typeof query>({
    language,
    path: pageAddress(language, 'changes.atom'),
    operation: `changesFeed_${language}`,
    query,
    keptBy: ({ query: given, needs, now }) => followsFrom(needs, given, now),
    async run({ query: given, needs, now }) {
      const asked = askedOf(given)
      const changes = await findChanges(needs, asked, language, now)
      // A reader that is told there is nothing forgets what it had: it is better told to come again.
      if (changes === null) throw new Error('the changes cannot be read')
      const text = atomFeed({
        language,
        baseUrl: needs.baseUrl,
        self: changesAddress(language, asked, 'changes.atom'),
        page: changesAddress(language, asked),
        title: `${frameWords[language].service}: ${changesWords[language].feedTitle}`,
        author: needs.operator?.name ?? frameWords[language].service,
        changes,
        now: startOfDay(dayOf(now)),
      })
      return { headers: { 'content-type': 'application/atom+xml; charset=utf-8' }, data: Buffer.from(text) }
    },
  }),
]
