/** `/{nl,fr,en}/deadlines`, and the same as a calendar to subscribe to. */

import type { QueryParameter } from '../../contract/call.ts'
import { text } from '../../contract/parameters.ts'
import { invalidParameter } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { pageAddress, queryText } from '../../pages/address.ts'
import { chosen } from '../../pages/chosen.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { pageRoute } from '../../pages/page.ts'
import { isDay } from '../../values/brussels.ts'
import { monthText } from '../../values/figures.ts'
import { applicantTypes, type Language, regions, topics } from '../../values/vocabularies.ts'
import { type DeadlinesAsked, deadlinesAddress, isChosen } from './asked.ts'
import { calendarText } from './calendar.ts'
import { deadlinesView } from './deadlines-view.ts'
import { findCalendar, findDeadlines } from './find-deadlines.ts'
import { deadlinesWords } from './words.ts'

export type DeadlinesNeeds = { catalogue: FollowedCatalogue }

const monthLength = 7
/** Longer than any id or slug. */
const measureCharactersMax = 400

/** A month of the calendar, e.g. `2026-12`. */
const month: QueryParameter<string> = {
  ...text(monthLength, { description: 'One month.' }),
  read(name, given) {
    if (!/^\d{4}-\d{2}$/.test(given) || !isDay(`${given}-01`))
      throw invalidParameter(name, `${name} must be a month: YYYY-MM.`)
    return given
  },
}

const choices = {
  region: chosen(regions, 'Where.'),
  topic: chosen(topics, 'Subject.'),
  applicant_type: chosen(applicantTypes, 'Who for.'),
}
const pageQuery = { ...choices, month }
const calendarQuery = { ...choices, measure: text(measureCharactersMax, { description: 'Of one measure.' }) }

type Given = { [Name in keyof DeadlinesAsked]?: DeadlinesAsked[Name] | undefined }

const askedOf = ({ region, topic, applicant_type }: Given): DeadlinesAsked => ({
  region: region ?? null,
  topic: topic ?? null,
  applicant_type: applicant_type ?? null,
})

export const deadlinesRoutes = <Needs extends FrameNeeds & DeadlinesNeeds>(
  language: Language,
): RouteRecord<Needs>[] => [
  pageRoute<Needs, typeof pageQuery>({
    language,
    path: pageAddress(language, 'deadlines'),
    operation: `deadlines_${language}`,
    query: pageQuery,
    keptBy: ({ needs }) => needs.catalogue.read(({ state }) => [state]),
    async run({ query: given, needs, now }) {
      const asked = askedOf(given)
      const view = { asked, month: given.month ?? null, language, now }
      const words = deadlinesWords[language]
      return {
        language,
        title: view.month === null ? words.title : words.titleIn(monthText(view.month, language)),
        description: words.description,
        place: 'deadlines',
        inLanguage: (one) => deadlinesAddress(one, asked, { month: view.month }),
        isUnlisted: view.month !== null || isChosen(asked),
        alternates: [
          {
            type: 'text/calendar',
            title: words.calendarName,
            path: deadlinesAddress(language, asked, { place: 'deadlines.ics' }),
          },
        ],
        at: now,
        body: deadlinesView(await findDeadlines(needs.catalogue, view), view),
      }
    },
  }),
  pageRoute<Needs, typeof calendarQuery>({
    language,
    path: pageAddress(language, 'deadlines.ics'),
    operation: `calendar_${language}`,
    query: calendarQuery,
    refuses: ['subsidy_not_found'],
    // That of one measure is rendered in a millisecond, and there are as many as measures.
    keptBy: async ({ query, needs }) =>
      query.measure === undefined ? needs.catalogue.read(({ state }) => [state]) : null,
    async run({ query: given, needs, now }) {
      const asked = askedOf(given)
      const measure = given.measure ?? null
      const entries = await findCalendar(needs.catalogue, { asked, measure, language, now })
      const calendar = calendarText({
        language,
        baseUrl: needs.baseUrl,
        self: `${pageAddress(language, 'deadlines.ics')}${queryText({ ...asked, measure })}`,
        name: deadlinesWords[language].calendarName,
        entries,
      })
      return {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="deadlines.ics"',
        },
        data: Buffer.from(calendar),
      }
    },
  }),
]
