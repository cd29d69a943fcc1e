/** Every page of the explorer in a real browser: `pages.ts` says which, `checks.ts` what holds for each. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { startPublicService } from '../harness/public-service.ts'
import { startService } from '../harness/service.ts'
import { pageSuite } from './page-suite.ts'
import { isOfDocs, needlessNoPages, routesWithoutRow, rowsOf } from './pages.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')
const services = { full: await startPublicService(), empty: await startService(embedded) }
after(() => Promise.all(Object.values(services).map((one) => one.stop())))
const rows = await rowsOf(services.full)

test('every page route with a parameter in its path is looked at, but the files that there are', () => {
  assert.deepEqual(routesWithoutRow(rows), [])
  assert.deepEqual(needlessNoPages(rows), [])
})

pageSuite(
  rows.filter((row) => !isOfDocs(row)),
  services,
)
