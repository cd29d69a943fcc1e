/** Every page in a real browser: `pages.ts` says which, `checks.ts` what holds for each. */
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { browserMissing, type VisitOptions, visit } from '../harness/browser.ts'
import { engines } from '../harness/databases.ts'
import { inPage } from '../harness/in-page.ts'
import { startPublicService } from '../harness/public-service.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type Check, everywhere, narrow, onceInOneLanguage, withoutScript } from './checks.ts'
import { type Row, routesWithoutRow, rowsOf } from './pages.ts'

/** The language in which everything is looked at; its words are the longest. */
const first = 'nl'

const services: Record<Row['of'], TestService> = { full: await startPublicService(), empty: await emptyService() }
after(() => Promise.all(Object.values(services).map((one) => one.stop())))
const rows = await rowsOf(services.full)

async function emptyService(): Promise<TestService> {
  const [embedded] = engines
  assert.ok(embedded)
  return startService(embedded)
}

test('every page route with a parameter in its path is looked at', () => assert.deepEqual(routesWithoutRow(rows), []))

for (const row of rows) {
  test(row.name, { skip: browserMissing }, async (t) => {
    const isFirst = row.language === first || row.path.startsWith('/docs') || !row.path.startsWith(`/${row.language}`)
    await openAnd(t, row, { ...narrow }, [...everywhere, ...(isFirst ? onceInOneLanguage : [])])
    if (isFirst) await openAnd(t, row, { ...narrow, isDark: true, hasScript: false }, withoutScript)
  })
}

async function openAnd(t: TestContext, row: Row, options: VisitOptions, checks: readonly Check[]): Promise<void> {
  const visitor = await visit(services[row.of], options)
  let bytes = 0
  const sizes: Promise<void>[] = []
  visitor.context.on('requestfinished', (request) => {
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        bytes += responseBodySize
      }),
    )
  })
  const answer = await visitor.go(row.path)
  await Promise.all(sizes)
  // Before anything is made larger or smaller, which moves things too.
  const shift = options.hasScript === false ? 0 : await inPage(visitor.page).layoutShift()
  const opened = { visit: visitor, row, answer, bytes, shift }
  for (const check of checks) await t.test(check.name, () => check.run(opened))
  await t.test('no error, and nothing asked of another origin', () => visitor.end())
}
