/** Every screen of the dashboard in a real browser: `screens.ts` says which, `checks.ts` what holds for each. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCuratedService } from '../harness/curated-service.ts'
import { pageSuite } from './page-suite.ts'
import { needlessNoScreens, screenRows, screensWithoutRow } from './screens.ts'

const service = await startCuratedService(undefined, { environment: { PASSWORD_SIGN_IN: 'on' } })
after(() => service.stop())
const rows = await screenRows(service)

test('every screen with a parameter in its path is looked at, but the downloads that there are', () => {
  assert.deepEqual(screensWithoutRow, [])
  assert.deepEqual(needlessNoScreens, [])
})

pageSuite(rows, { full: service, empty: service })
