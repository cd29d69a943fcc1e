/** Every check on every row: a page is opened as often as the checks need it anew, and no oftener. */
import { type TestContext, test } from 'node:test'
import { browserMissing, signIn, type VisitOptions, visit } from '../harness/browser.ts'
import { inPage } from '../harness/in-page.ts'
import type { TestService } from '../harness/service.ts'
import { type Check, everywhere, narrow, onceInOneLanguage, withoutScript } from './checks.ts'
import type { Row } from './pages.ts'

/** The language in which everything is looked at; its words are the longest. Pages of one language are, too. */
const first = 'nl'

export function pageSuite(rows: readonly Row[], services: Record<Row['of'], TestService>): void {
  for (const row of rows) {
    const isFirst = row.language === first || (row.cookie === undefined && !row.path.startsWith(`/${row.language}/`))
    test(row.name, { skip: browserMissing }, async (t) => {
      const service = services[row.of]
      await openAnd(t, service, row, { ...narrow }, [...everywhere, ...(isFirst ? onceInOneLanguage : [])])
      if (isFirst) await openAnd(t, service, row, { ...narrow, isDark: true, hasScript: false }, withoutScript)
    })
  }
}

async function openAnd(
  t: TestContext,
  service: TestService,
  row: Row,
  options: VisitOptions,
  checks: readonly Check[],
): Promise<void> {
  const visitor = await visit(service, options)
  if (row.cookie !== undefined) await signIn(visitor, service, row.cookie)
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
  await row.reach?.(visitor.page)
  const opened = { visit: visitor, row, answer, bytes, shift }
  for (const check of checks) await t.test(check.name, () => check.run(opened))
  await t.test('no error, and nothing asked of another origin', () => visitor.end())
}
