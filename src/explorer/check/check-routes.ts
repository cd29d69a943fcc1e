/** `/{nl,fr,en}/check`: a form is asked for, and every answer is that to a form (contract 10). */

import type { Reply } from '../../contract/call.ts'
import { text } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { LookUpMeans } from '../../matching/look-up.ts'
import { meantSearch } from '../../measures/finding/meant-search.ts'
import { understoodOf } from '../../measures/finding/understood.ts'
import { titlesOf } from '../../measures/list-measures.ts'
import { pageAddress } from '../../pages/address.ts'
import { type Fields, formBytesMax, readFields } from '../../pages/form-fields.ts'
import type { FrameNeeds, Page } from '../../pages/frame.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply, pageRoute, postedPageRoute } from '../../pages/page.ts'
import { searchLengthMax } from '../../pages/parts/search-box.ts'
import { addDays, dayOf, type Instant, startOfDay } from '../../values/brussels.ts'
import { dayText } from '../../values/figures.ts'
import { textIn } from '../../values/localized-text.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type CheckNeeds as AnswerNeeds, answerCheck, type Shown } from './answering/answer-check.ts'
import { loadedInTime, lookingWith } from './answering/looking.ts'
import { filledFrom } from './asking/about.ts'
import { type FirstField, firstFields } from './asking/first-form.ts'
import { isFromElsewhere } from './dialogue/same-origin.ts'
import { toldView } from './views/facts-view.ts'
import { type FirstParts, firstView, limitView, nothingTyped } from './views/first-view.ts'
import { againButton, againForm } from './views/form-view.ts'
import { registerView } from './views/register-view.ts'
import {
  countsView,
  matchRow,
  measureVerdictView,
  notesView,
  type ResultMeans,
  resultView,
  rowMeans,
} from './views/result-view.ts'
import { checkWords } from './words/check-words.ts'

export type CheckNeeds = Omit<AnswerNeeds, 'looking'> & LookUpMeans

const slugMax = 400

const query = {
  measure: text(slugMax, { description: 'The measure for which somebody comes.' }, 'allowed'),
  about: text(searchLengthMax, { description: 'A situation in words: what is understood is filled in.' }, 'allowed'),
}

const path = 'check'

function pageOf(language: Language, now: Instant, body: Html): Page {
  const words = checkWords[language]
  return {
    language,
    title: words.title,
    description: words.description,
    place: 'check',
    inLanguage: (one) => pageAddress(one, path),
    scripts: ['check.mjs'],
    notice: words.notice,
    at: now,
    body,
  }
}

/** What stands in the first form, as it came: for a form that is shown again. */
function typedIn(fields: Fields) {
  const names = Object.keys(firstFields) as FirstField[]
  return Object.fromEntries(names.map((name) => [name, fields.all(name)]))
}

const secondsPerMillisecond = 1_000

function limited(page: Page, needs: FrameNeeds, now: Instant): Reply {
  const reply = pageReply({ ...page, status: 429 }, needs)
  const wait = Math.ceil((startOfDay(addDays(dayOf(now), 1)) - now) / secondsPerMillisecond)
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(wait) } }
}

export const checkRoutes = <Needs extends FrameNeeds & CheckNeeds>(language: Language): RouteRecord<Needs>[] => [
  pageRoute<Needs, typeof query>({
    language,
    path: pageAddress(language, path),
    operation: `check_${language}`,
    query,
    async run({ query: given, needs, now, signal }) {
      const measure = given.measure === undefined ? null : await measureOf(needs, given.measure, language)
      const about = (given.about ?? '').trim()
      const filled = about === '' ? {} : await filledIn(needs, about, language)
      const register = await loadedInTime(lookingWith(needs, signal))
      const page = pageOf(language, now, firstView({ ...nothingTyped, ...filled, measure, register }, language))
      // Whoever changes the language goes on with what was filled in.
      const inLanguage = (one: Language) => pageAddress(one, path, { about })
      return { ...page, inLanguage, isUnlisted: measure !== null || about !== '', isPrivate: about !== '' }
    },
  }),
  postedPageRoute<Needs>({
    language,
    path: pageAddress(language, path),
    operation: `answerCheck_${language}`,
    headers: ['origin', 'sec-fetch-site', 'content-type'],
    bytesMax: formBytesMax,
    async run(call) {
      const { body, needs, now, caller } = call
      const fields = readFields(body, call.header('content-type'))
      const looking = lookingWith(needs, call.signal)
      // The form again, with what is wrong.
      const firstAgain = async (parts: Partial<FirstParts>, status: number): Promise<Page> => {
        const register = await loadedInTime(looking)
        return { ...pageOf(language, now, firstView({ ...nothingTyped, ...parts, register }, language)), status }
      }
      const sent = { site: call.header('sec-fetch-site'), origin: call.header('origin') }
      if (isFromElsewhere(sent, needs.baseUrl))
        return firstAgain({ typed: fields === null ? {} : typedIn(fields), why: 'elsewhere' }, 403)
      const { catalogue, matcher, cursors, dialogues } = needs
      const means = { catalogue, matcher, cursors, dialogues, looking }
      const answer =
        fields === null
          ? ({ kind: 'unreadable' } as const)
          : await answerCheck(means, fields, { language, now, address: caller.address })
      switch (answer.kind) {
        case 'unreadable':
          return firstAgain({ why: 'unreadable' }, 400)
        case 'first': {
          const measure = answer.measure === null ? null : await measureOf(needs, answer.measure, language)
          return firstAgain({ typed: answer.typed, ...answer.read, measure }, 422)
        }
        case 'limit':
          return limited(pageOf(language, now, limitView(answer.kept, language)), needs, now)
        case 'results': {
          const { shown } = answer
          // The languages of the head would lead to an empty form: this page has its own way to the others.
          const page = { ...pageOf(language, now, resultView(shown, { language, now })), inLanguage: null }
          return { ...page, title: checkWords[language].resultsTitle, status: shown.fault === null ? 200 : 422 }
        }
        case 'report': {
          const body = reportView(answer.shown, { language, now, baseUrl: needs.baseUrl })
          return { ...pageOf(language, now, body), inLanguage: null, title: checkWords[language].reportTitle }
        }
      }
    },
  }),
]

/** What the first form holds for whoever comes with words: filled in where they were understood, empty where not. */
function filledIn({ catalogue }: CheckNeeds, about: string, language: Language): Promise<Partial<FirstParts>> {
  return catalogue.read(({ index, state }) => {
    const meant = meantSearch(index, about, {})
    const { typed, parts } = filledFrom(meant.situation)
    const titles = titlesOf(state)
    const understood = understoodOf(meant, language, (id) => titles(id, language))
    return { typed, about: understood.filter((_, place) => parts.includes(place)) }
  })
}

/** Null where no page is of that measure, or nobody can apply for it any more. */
function measureOf({ catalogue }: CheckNeeds, idOrSlug: string, language: Language) {
  return catalogue.read(({ state }) => {
    const id = state.resolveId(idOrSlug)
    const known = id === null ? null : state.known(id)
    if (known === null || known.withdrawnAt !== null) return null
    return { slug: known.slug, title: textIn(state.recordOf(known).title, language) }
  })
}

/** The report: all that was told and all that follows, to be printed on A4. */
function reportView(shown: Shown, means: ResultMeans & { baseUrl: string }): Html {
  const { language, now, baseUrl } = means
  const words = checkWords[language]
  const { kept, token, judged } = shown
  const rows = { ...rowMeans(shown, means), printed: { baseUrl } }
  return html`<div class="report">
    <h1 tabindex="-1" data-focus="">${words.reportTitle}</h1>
    ${againForm({ kept, token, language })}
    <p>${words.reportOf(dayText(dayOf(now), language))} ${baseUrl}${pageAddress(language, 'check')}</p>
    <p><strong>${words.disclaimer}</strong></p>
    <div class="buttons">
      <button class="filled print-now" type="button" data-print="">${words.print}</button>
      ${againButton('results', words.toList, 'outlined')}
    </div>
    <p class="print-hint soft small">${words.printHint}</p>
    ${registerView(shown, language)}
    <h2>${words.told}</h2>
    ${toldView(shown, language)}
    ${judged.explained === null ? null : measureVerdictView(judged.explained, shown, language)}
    <h2>${words.listTitle}</h2>
    ${countsView(shown, language)}
    <ul class="measures">${judged.matches.map((match) => matchRow(match, rows))}</ul>
    ${judged.ranked.length > judged.matches.length ? html`<p>${words.first(judged.matches.length)}</p>` : null}
    ${notesView(shown, language)}
  </div>`
}
