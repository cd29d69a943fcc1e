/**
 * The pages that are looked at in a browser: every page route as it stands, in each state that it can be in. A route
 * without parameters in its path is a row by itself from the day it exists; the others are written here by what they are of.
 */
import type { Page } from 'playwright-core'
import { pageRoutes } from '../../src/app.ts'
import { screenAccess } from '../../src/dashboard/frame/access.ts'
import { type Language, languages } from '../../src/values/vocabularies.ts'
import { hardMeasures } from '../harness/public-service.ts'
import type { TestService } from '../harness/service.ts'

/** `of`: the service with the curated records and the hard measures, or one that has no measure at all. */
export type Row = {
  name: string
  of: 'full' | 'empty'
  path: string
  language: Language
  status: number
  /** The cookie of who is signed in; not given: nobody is. */
  cookie?: string
  /** What a visitor does on the page until it is in the state that is looked at. */
  reach?: Reach
}

type Reach = (page: Page) => Promise<void>

/** Without script as with it. */
const sends =
  (fields: Record<string, string>, then: string, buttons: readonly string[] = []): Reach =>
  async (page) => {
    for (const [name, text] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).first().fill(text)
    await page.locator('main form button.filled').first().click()
    for (const button of buttons) await page.locator(`main button[value="${button}"]`).first().click()
    await page.locator(then).first().waitFor({ state: 'attached' })
  }

const company = { postcode: '9000', nace: '62.01', employees: '12' }

type State = { name: string; of?: Row['of']; path(language: Language): string; status?: number; reach?: Reach }

const states: State[] = [
  { name: 'a search with filters', path: (one) => `/${one}/search?q=energie&region=flanders&status=open` },
  { name: 'a search by markup', path: (one) => `/${one}/search?q=%3Chostile-x%3E` },
  { name: 'a search that finds nothing', path: (one) => `/${one}/search?q=zzzzzzzzzz` },
  { name: 'a search over no measures', of: 'empty', path: (one) => `/${one}/search` },
  { name: 'a search with a value that does not exist', path: (one) => `/${one}/search?region=atlantis`, status: 400 },
  { name: 'home without measures', of: 'empty', path: (one) => `/${one}/` },
  { name: 'deadlines without measures', of: 'empty', path: (one) => `/${one}/deadlines` },
  { name: 'changes without measures', of: 'empty', path: (one) => `/${one}/changes` },
  { name: 'coverage without measures', of: 'empty', path: (one) => `/${one}/coverage` },
  { name: 'what a company may ask for', path: (one) => `/${one}/check`, reach: sends(company, 'main .results') },
  {
    name: 'a check with a fault in a field',
    path: (one) => `/${one}/check`,
    reach: sends({ postcode: 'nowhere' }, 'main [aria-invalid="true"]'),
  },
  { name: 'a check that begins with a search', path: (one) => `/${one}/check?about=bakkerij+Aartselaar+40000+euro` },
  {
    name: 'a check without anything told',
    path: (one) => `/${one}/check`,
    reach: sends({}, 'main .notice'),
  },
  {
    name: 'the report of a check',
    path: (one) => `/${one}/check`,
    reach: sends(company, 'main [data-print]', ['report']),
  },
  { name: 'a source', path: (one) => `/${one}/sources/belgium-curated` },
  { name: 'sources without measures', of: 'empty', path: (one) => `/${one}/sources` },
  { name: 'status without measures', of: 'empty', path: (one) => `/${one}/status` },
  { name: 'deadlines of a region', path: (one) => `/${one}/deadlines?region=brussels` },
  { name: 'deadlines of one month', path: (one) => `/${one}/deadlines?month=2026-12` },
  { name: 'deadlines of which there are none', path: (one) => `/${one}/deadlines?region=brussels&topic=fisheries` },
  { name: 'changes of a kind', path: (one) => `/${one}/changes?type=subsidy.withdrawn` },
  { name: 'a source that does not exist', path: (one) => `/${one}/sources/no-such-source`, status: 404 },
  { name: 'privacy in a language', path: (one) => `/privacy?lang=${one}` },
  { name: 'terms in a language', path: (one) => `/terms?lang=${one}` },
  { name: 'a path that does not exist', path: (one) => `/${one}/no-such-page`, status: 404 },
  { name: 'a measure that does not exist', path: (one) => `/${one}/measures/no-such-measure`, status: 404 },
]

/** Slugs by what is special about the measure. */
const measures: Record<string, string> = {
  'a withdrawn measure': hardMeasures.withdrawn,
  'a measure in German alone': hardMeasures.german,
  'a measure of which only a link may be shown': hardMeasures.linkOnly,
  'a measure with very long words': hardMeasures.long,
  'a measure with markup in every text': hardMeasures.hostile,
  'a curated measure': 'sme-wallet-kmo-portefeuille',
}

/**
 * Of routes of documents with a parameter in their path: the longest, and those with everything that such a page can have.
 */
const samples = [
  '/docs/api/matchCompany',
  '/docs/api/listSubsidies',
  '/docs/api/getSubsidy',
  '/docs/api/deleteWatchlist',
  '/docs/api/events',
  '/docs/errors/plan_required',
  '/docs/errors/rate_limit_exceeded',
]

const measureStates = Object.entries(measures).map(
  ([name, slug]): State => ({ name, path: (language) => `/${language}/measures/${slug}` }),
)

/** What anybody may look at; screens of the dashboard are in `screens.ts`. */
const gets = pageRoutes.filter(({ method, access }) => method === 'GET' && access.entrance !== screenAccess.entrance)

/** The route that answers to a path, as its record writes it; null where none does. */
export function routeOf(path: string): string | null {
  const [plain = ''] = path.split('?', 1)
  const found = gets.find((route) => patternOf(route.path).test(plain))
  return found?.path ?? null
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Files, and no pages. */
const noPages = ['/assets/{file}', '/sitemaps/{file}', '/dashboard/sign-in/link/{token}', '/mail/unsubscribe/{token}']

/** The docs have many pages: they are looked at in a file of their own. */
export function isOfDocs({ path }: Row): boolean {
  return path.startsWith('/docs')
}

/** Page routes with a parameter in their path of which no row is: each would go unseen. */
export function routesWithoutRow(rows: readonly Row[]): string[] {
  const seen = new Set(rows.map(({ path }) => routeOf(path)))
  return gets.map(({ path }) => path).filter((path) => path.includes('{') && !noPages.includes(path) && !seen.has(path))
}

/** Paths of `noPages` that are no route any more, or have a row. */
export function needlessNoPages(rows: readonly Row[]): string[] {
  const seen = new Set(rows.map(({ path }) => routeOf(path)))
  return noPages.filter((path) => seen.has(path) || gets.every((route) => route.path !== path))
}

/** All rows; what answers with anything but a page (a calendar, a feed, a redirect) is none. */
export async function rowsOf(service: TestService): Promise<Row[]> {
  const rows: Row[] = []
  for (const { path } of gets) {
    if (path.includes('{')) continue
    const answer = await service.get(path)
    service.clock.advance({ seconds: 1 })
    const isPage = answer.status === 200 && (answer.headers['content-type'] ?? '').startsWith('text/html')
    if (isPage) rows.push({ name: path, of: 'full', path, language: languageOf(path), status: 200 })
  }
  for (const path of samples) {
    if (routeOf(path) !== null) rows.push({ name: path, of: 'full', path, language: 'en', status: 200 })
  }
  for (const language of languages) {
    for (const { name, of = 'full', path, status = 200, reach } of [...states, ...measureStates]) {
      const address = path(language)
      // The row of a page that is not there yet waits for it; that of no page is about just that.
      const isThere = status === 404 || routeOf(address) !== null
      if (!isThere) continue
      rows.push({ name: `${name}, ${language}`, of, path: address, language, status, ...(reach ? { reach } : {}) })
    }
  }
  return rows
}

function languageOf(path: string): Language {
  return languages.find((one) => path === `/${one}` || path.startsWith(`/${one}/`)) ?? 'en'
}
