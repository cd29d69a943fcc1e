/** The screen of use: `/dashboard/usage`, and the same as a table for programs: `/dashboard/usage.csv`. */
import { text } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { bar } from '../../pages/parts/bars.ts'
import { chip } from '../../pages/parts/chip.ts'
import { barKey, dayBars } from '../../pages/parts/day-bars.ts'
import { filterForm } from '../../pages/parts/filter-form.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { keptMonths, type Quota, totalOf, type Usage } from '../../usage/figures/usage.ts'
import { outcomes } from '../../usage/outcome.ts'
import { type Instant, utcDayOf } from '../../values/brussels.ts'
import { dayText, monthText, numberText, percentText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { code, moment, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { keyPlaceholders, tryLine } from '../keys/key-screens-routes.ts'
import { ownUsage, type UsageNeeds } from '../own-usage.ts'
import { usageWords } from './words.ts'

/** An empty one is that of now: as a form sends what was not chosen. */
const query = { month: text(7, { description: 'A UTC month, `YYYY-MM`.' }, 'allowed') }

export const usageScreens = <Needs extends ScreenNeeds & UsageNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof query>({
    path: places.usage,
    operation: 'usageScreen',
    query,
    refuses: ['invalid_parameter'],
    async run({ needs, caller, query: { month } }) {
      const { language, at } = caller
      const usage = await ownUsage(needs, caller, month === '' ? undefined : month)
      return {
        title: shellWords[language].places.usage,
        about: usageWords[language].about(monthText(usage.month, language)),
        place: 'usage',
        scripts: ['copy-code.mjs'],
        body: usageView({ usage, language, now: at, months: keptMonths(at), baseUrl: needs.baseUrl }),
      }
    },
  }),
  screenRoute<Needs, typeof query>({
    path: `${places.usage}.csv`,
    operation: 'usageAsTable',
    query,
    refuses: ['invalid_parameter'],
    async run({ needs, caller, query: { month } }) {
      const usage = await ownUsage(needs, caller, month === '' ? undefined : month)
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="usage-${usage.month}.csv"`,
      }
      return { headers, data: Buffer.from(usageCsv(usage)) }
    },
  }),
]

type UsageShown = {
  usage: Usage
  language: Language
  now: Instant
  /** Of which figures are kept, newest first. */
  months: readonly string[]
  baseUrl: string
}

const dayMs = 86_400_000

function usageView(shown: UsageShown): Html {
  const { usage, language, baseUrl } = shown
  const words = usageWords[language]
  const isEmpty = usage.days.every((day) => totalOf(day) === 0 && day.evaluations === 0)
  return html`<div class="panels">${figures(shown)}</div>
    ${panel(
      words.byDay,
      html`${dayBars(usage.days.map((day) => ({ label: String(Number(day.day.slice(8))), first: day.answered, second: totalOf(day) - day.answered })))}
        ${barKey(words.answered, words.others)}
        ${
          isEmpty
            ? notice(
                'calm',
                usage.isCurrent ? words.nothingYet : words.nothing,
                usage.isCurrent
                  ? html`<p>${words.nothingNext} <a href=${places.keys}>${words.toKeys}</a></p>${code(tryLine(baseUrl, keyPlaceholders[language]), 'curl')}`
                  : null,
              )
            : html`<details><summary>${words.asTable}</summary>${daysTable(usage, language)}</details>`
        }
        <p><a href=${`${places.usage}.csv?month=${usage.month}`} download>CSV</a> · <span class="soft">${words.behind}</span></p>`,
    )}
    ${isEmpty ? null : html`${panel(words.byKey, keysTable(usage, language))}${panel(words.byRoute, routesTable(usage, language))}`}
    ${panel(words.months, monthsForm(shown))}`
}

function figures({ usage, language, now }: UsageShown): Children {
  const words = usageWords[language]
  const one = (name: string, body: Children): Html => html`<div class="panel"><p class="name">${name}</p>${body}</div>`
  return [
    one(words.requests, quota(usage.requests, usage, language)),
    one(words.evaluations, quota(usage.evaluations, usage, language)),
    usage.resetsAt === null
      ? one(words.anew, html`<p class="number">${words.over}</p>`)
      : one(
          words.anew,
          html`<p class="number">${words.inDays(Math.ceil((usage.resetsAt - now) / dayMs))}</p>
            <p class="soft">${dayText(utcDayOf(usage.resetsAt), language)}, 00:00 UTC</p>`,
        ),
  ]
}

function quota({ used, allowed }: Quota, { isCurrent }: Usage, language: Language): Html {
  const words = usageWords[language]
  const figure = numberText(used, language)
  if (!isCurrent) return html`<p class="number">${figure}</p>`
  if (allowed === null) return html`<p class="number">${figure} <small>${words.unlimited}</small></p>`
  if (allowed === 0)
    return html`<p class="number">${figure}</p>
      <p class="soft">${words.noPlan} <a href=${places.billing}>${words.plans}</a></p>`
  const share = used / allowed
  return html`<p class="number">${figure} <small>${words.of(numberText(allowed, language))}</small></p>
    ${bar(Math.min(1, share))}
    <p class="soft">${percentText(Math.round(share * 100) / 100, language)}</p>`
}

function daysTable({ days }: Usage, language: Language): Html {
  const words = usageWords[language]
  return table({
    caption: words.byDay,
    columns: [
      { heading: words.day },
      ...outcomes.map((outcome) => ({ heading: words.outcomes[outcome], isFigure: true })),
      { heading: words.evaluations, isFigure: true },
    ],
    rows: days.map((day) => [
      dayText(day.day, language),
      ...outcomes.map((outcome) => numberText(day[outcome], language)),
      numberText(day.evaluations, language),
    ]),
  })
}

function keysTable({ keys }: Usage, language: Language): Html {
  const words = usageWords[language]
  return table({
    caption: words.byKey,
    columns: [
      ...[words.key, words.label].map((heading) => ({ heading })),
      ...[words.requests, words.evaluations].map((heading) => ({ heading, isFigure: true })),
      { heading: words.lastUsed },
    ],
    rows: keys.map(({ key, requests, evaluations, lastUsedAt }) => [
      key?.name ?? words.people,
      key === null
        ? ''
        : html`<code>${key.prefix}…</code> ${key.mode}${key.revokedAt === null ? null : html` ${chip('not', words.revoked)}`}`,
      numberText(requests, language),
      numberText(evaluations, language),
      lastUsedAt === null ? html`<span class="soft">${words.never}</span>` : moment(lastUsedAt, language),
    ]),
  })
}

function routesTable({ routes }: Usage, language: Language): Html {
  const words = usageWords[language]
  return table({
    caption: words.byRoute,
    columns: [
      { heading: words.route },
      ...outcomes.map((outcome) => ({ heading: words.outcomes[outcome], isFigure: true })),
    ],
    rows: routes.map((route) => [
      html`<a href=${`${places.requests}?route=${encodeURIComponent(route.route)}`}><code>${route.method} ${route.route}</code></a>`,
      ...outcomes.map((outcome) => numberText(route[outcome], language)),
    ]),
  })
}

function monthsForm({ usage, language, months }: UsageShown): Html {
  const words = usageWords[language]
  const [newest = ''] = months
  return filterForm(
    places.usage,
    [
      {
        name: 'month',
        label: words.month,
        all: monthText(newest, language),
        options: months.slice(1).map((month) => ({ value: month, label: monthText(month, language) })),
        chosen: usage.month === newest ? null : usage.month,
      },
    ],
    words.show,
  )
}

/** The days of a month as comma-separated values (RFC 4180). Its headings are those of the API. */
function usageCsv({ days }: Pick<Usage, 'days'>): string {
  const rows = days.map((day) => [day.day, ...outcomes.map((outcome) => day[outcome]), day.evaluations])
  return [['day_utc', ...outcomes, 'evaluations'], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
