/** Numbers in lists in a real browser: the states that only a sent form leads to, by everything that holds for every page. */
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { type Language, languages } from '../../src/values/vocabularies.ts'
import { createWatchlist } from '../../src/watchlists/lists.ts'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import {
  bakery,
  enterpriseAt,
  establishmentAt,
  type NumberedOffice,
  numberedOffice,
} from '../harness/numbered-clients.ts'
import { dotted } from '../harness/register-files.ts'
import { pageSuite } from './page-suite.ts'
import type { Row } from './pages.ts'

const [chain, manyPlaces, stranger, ceased] = [200, 201, 202, 203]
const inBoth = [
  { number: establishmentAt(300), postcode: '9000', municipality: 'Gent' },
  { number: establishmentAt(301), postcode: '4000', municipality: 'Liège' },
]
/** More than a question offers. */
const inMany = Array.from({ length: 21 }, (_, index) => ({
  number: establishmentAt(400 + index),
  postcode: '9000',
  municipality: 'Gent',
}))
const pasted = [
  `${dotted(enterpriseAt(1))} Bakkerij met een heel erg lange naam die op geen enkele telefoon past`,
  '0403.019.262',
  enterpriseAt(1),
  ...[chain, manyPlaces, stranger, ceased].map(enterpriseAt),
  'Bakkerijzondernummermaarmeteenwoorddatnergensafgebrokenkanworden',
].join('\n')

async function paste(page: Page): Promise<void> {
  await page.fill('#numbers', pasted)
  await page.click('button[value=preview]')
  await page.waitForSelector('button[value=take]')
}

async function take(page: Page): Promise<void> {
  await paste(page)
  await page.click('button[value=take]')
  await page.waitForSelector('[role=status]')
}

async function rowsIn(office: NumberedOffice, language: Language): Promise<Row[]> {
  const { service } = office
  const { account, browser } = await office.office(language)
  const by = {
    accountId: account,
    keyId: '',
    plan: 'business',
    requestsThisMonth: 1,
    keyMode: 'live',
    at: service.clock.now(),
  } as const
  const make = (name: string) =>
    createWatchlist(service.database, by, { name, language }, { now: service.clock.now(), idempotency: null })
  const [list, other] = [await make('Klanten'), await make('Andere')]
  const path = `/dashboard/watchlists/${list.id}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ numbers: pasted, do: 'take' }).toString()
  const taken = await browser.send('POST', `${path}/numbers`, { headers, body })
  if (taken.status !== 200) throw new Error(`the list was answered with ${taken.status}`)
  const row = (name: string, at: string, reach?: (page: Page) => Promise<void>): Row => ({
    ...{ name: `${name}, ${language}`, of: 'full', path: at, language, status: 200, cookie: browser.cookie },
    ...(reach === undefined ? {} : { reach }),
  })
  const otherPath = `/dashboard/watchlists/${other.id}`
  return [
    row('a list of companies by their numbers', path),
    row('a list without companies, with the form for numbers', otherPath),
    row('numbers that are none', `${otherPath}/numbers`, async (page) => {
      await page.fill('#numbers', ' ')
      await page.click('button[value=preview]')
      await page.waitForSelector('#numbers-fault')
    }),
    row('numbers that are looked at', `${path}/numbers`, paste),
    row('numbers that are taken', `${path}/numbers`, take),
    row('a company that is filled', `${path}/matches?company=${enterpriseAt(1)}`),
    row('a company that is not active any more', `${path}/matches?company=${enterpriseAt(ceased)}`),
    row('the report on a company that is filled', `${path}/report?reference=${enterpriseAt(1)}`),
    row('companies with several establishments', `${path}/establishments`),
    row('an establishment that is none', `${path}/establishments`, async (page) => {
      await page.fill('input[name=number]', '12')
      await page.click('main form button.filled')
      await page.waitForSelector('.fault')
    }),
  ]
}

const [engine] = engines
if (engine === undefined) throw new Error('there is always the embedded store')
const office = await numberedOffice(engine)
after(() => office[Symbol.asyncDispose]())
await office.load([
  bakery(1),
  bakery(chain, { establishments: inBoth }),
  bakery(manyPlaces, { establishments: inMany }),
  bakery(ceased, { status: 'ST' }),
])
await office.service.publish([
  input('bakers', { status: 'open', regions: ['flanders'], nace: { include: ['10.71'], version: 2025 } }),
])
const rows: Row[] = []
for (const language of languages) rows.push(...(await rowsIn(office, language)))
pageSuite(rows, { full: office.service, empty: office.service })
