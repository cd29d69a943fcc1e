/**
 * An office's 120 clients, from the list to the first useful result, in a real browser beside the curated catalogue: by their numbers
 * alone, and with a spreadsheet of the facts that the register has of them.
 *
 *   node bench/companies/office.ts
 */
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createAccount } from '../../src/accounts/operations.ts'
import { openRegister } from '../../src/companies/open-register.ts'
import { launchChromium } from '../../tests/harness/chromium.ts'
import { startCuratedService } from '../../tests/harness/curated-service.ts'
import { bakery, enterpriseAt } from '../../tests/harness/numbered-clients.ts'
import { dotted, rowsOf, writeRegisterFile } from '../../tests/harness/register-files.ts'
import { loadRegisterFile } from '../../tests/harness/register-scene.ts'
import type { TestService } from '../../tests/harness/service.ts'
import { signedInTo } from '../../tests/harness/signed-in.ts'
import { median, tellFigure } from '../figures.ts'

const clients = 120
const rounds = 5
const numbers = Array.from({ length: clients }, (_, index) => enterpriseAt(index))
const columns = ['reference', 'company.legal_form', 'company.founded_on', 'company.nace', 'company.postcode']
const facts = ['bv', '2015-06-01', '10.71 (2025)', '9000']

type Way = { name: string; cells: number; from: (page: Page, click: Click) => Promise<void> }
type Click = (selector: string) => Promise<void>
type Walk = { clicks: number; seconds: number }

const service = await startCuratedService()
const folder = service.dataDir
const file = path.join(folder, 'clients.csv')
const browser = await launchChromium()
try {
  await loadClients(service)
  await writeFile(
    file,
    [columns, ...numbers.map((number) => [number, ...facts])].map((row) => row.join(';')).join('\r\n'),
  )
  const ways: Way[] = [
    {
      name: 'numbers alone',
      cells: clients,
      from: async (page, click) => {
        await page.fill('#numbers', numbers.map(dotted).join('\n'))
        await click('button[value=preview]')
      },
    },
    {
      name: 'a spreadsheet of facts',
      cells: clients * columns.length,
      from: async (page, click) => {
        await click('main a[href$="/file"]')
        await page.setInputFiles('#file', file)
        await click('button[value=preview]')
      },
    },
  ]
  const walks = new Map<string, Walk[]>(ways.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const way of ways) {
      const walk = await walked(browser, service, way)
      // The first round fills what is remembered.
      if (round > 0) walks.get(way.name)?.push(walk)
    }
  for (const { name, cells } of ways) {
    const taken = walks.get(name) ?? []
    const seconds = median(taken.map((one) => one.seconds))
    tellFigure({
      promise: `${clients} clients to the first result, by ${name}`,
      engine: 'sqlite',
      value: seconds,
      unit: 's',
    })
    console.log(
      `${name}: ${cells} cells to be known, ${taken[0]?.clicks} clicks, ${seconds.toFixed(1)} s (${taken.map((one) => one.seconds.toFixed(1)).join(', ')})`,
    )
  }
} finally {
  await browser.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Beside the sample that the service begins with: a newer extract. */
async function loadClients({ database, storeSettings, clock }: TestService): Promise<void> {
  const place = await openRegister(database, storeSettings, () => clock.now())
  const register = path.join(folder, 'KboOpenData.zip')
  const rows = rowsOf(numbers.map((_, index) => bakery(index, { formOf2019: '610' })))
  writeRegisterFile(register, { extract: 900, day: '19-11-2026', rows })
  await loadRegisterFile({ database, place }, register)
  place.register.close()
}

/** From the page with the lists to the first match of a client on the screen. */
async function walked(browser: Browser, service: TestService, way: Way): Promise<Walk> {
  const { database, clock, origin } = service
  clock.advance({ seconds: 60 })
  const email = `office-${clock.now()}@example.org`
  const { id } = await createAccount(database, clock.now(), { email, plan: 'business', language: 'nl' })
  const { cookie } = await signedInTo(service, id)
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext()
  await context.addCookies([
    { name, value, domain: new URL(origin).hostname, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
  ])
  const page = await context.newPage()
  await page.goto(`${origin}/dashboard/watchlists`)
  let clicks = 0
  const click: Click = async (selector) => {
    clicks += 1
    clock.advance({ seconds: 2 })
    await page.locator(selector).first().click()
    await page.waitForLoadState('load')
  }
  const startedMs = performance.now()
  await page.fill('#name', 'Kantoor')
  await click('main form button.filled')
  await way.from(page, click)
  await click('button[value=take]')
  await click('[role=status] a.filled, main a.filled')
  await page.waitForURL('**/matches**')
  const row = page.locator('main table tbody tr').first()
  await row.waitFor()
  const seconds = (performance.now() - startedMs) / 1_000
  if (((await row.textContent()) ?? '').trim() === '') throw new Error('the first row says nothing')
  await context.close()
  return { clicks, seconds }
}
