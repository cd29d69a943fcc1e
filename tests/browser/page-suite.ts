/** Every check on every row: a page is opened as often as the checks need it anew, and no oftener. */
import { type TestContext, test } from 'node:test'
import type { Request } from 'playwright-core'
import { browserMissing, signIn, type Visit, visitsInOneWindow } from '../harness/browser.ts'
import { inPage } from '../harness/in-page.ts'
import type { TestService } from '../harness/service.ts'
import { type Check, everywhere, narrow, onceInOneLanguage, withoutScript } from './checks.ts'
import type { Row } from './pages.ts'

/** The language in which everything is looked at; its words are the longest. Pages of one language are, too. */
const first = 'nl'

export function pageSuite(rows: readonly Row[], services: Record<Row['of'], TestService>): void {
  const windows = { full: windowsOn(services.full), empty: windowsOn(services.empty) }
  for (const row of rows) {
    const isFirst = row.language === first || (row.cookie === undefined && !row.path.startsWith(`/${row.language}/`))
    test(row.name, { skip: browserMissing }, async (t) => {
      const { usual, withoutScript: scriptless } = windows[row.of]
      const service = services[row.of]
      await openAnd(t, service, row, await usual(), true, [...everywhere, ...(isFirst ? onceInOneLanguage : [])])
      if (isFirst) await openAnd(t, service, row, await scriptless(), false, withoutScript)
    })
  }
}

function windowsOn(service: TestService) {
  return {
    usual: visitsInOneWindow(service, narrow),
    withoutScript: visitsInOneWindow(service, { ...narrow, isDark: true, hasScript: false }),
  }
}

async function openAnd(
  t: TestContext,
  service: TestService,
  row: Row,
  visitor: Visit,
  hasScript: boolean,
  checks: readonly Check[],
): Promise<void> {
  if (row.cookie !== undefined) await signIn(visitor, service, row.cookie)
  let bytes = 0
  const sizes: Promise<void>[] = []
  const weigh = (request: Request): void => {
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        bytes += responseBodySize
      }),
    )
  }
  visitor.context.on('requestfinished', weigh)
  const answer = await visitor.go(row.path)
  // Before anything is made larger or smaller, which moves things too.
  const shift = hasScript ? await inPage(visitor.page).layoutShift() : 0
  await row.reach?.(visitor.page)
  visitor.context.off('requestfinished', weigh)
  await Promise.all(sizes)
  const opened = { visit: visitor, row, answer, bytes, shift }
  for (const check of checks) await t.test(check.name, () => check.run(opened))
  await t.test('no error, and nothing asked of another origin', () => visitor.end())
}
