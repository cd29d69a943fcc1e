/** What axe finds against WCAG 2.2 AA. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Answers serious and critical findings, one a line: the rule, where, and why. Of all else it reports nothing: that costs more than looking. */
const findings = (
  options: RunOptions,
): string => `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all, none }) => id + ': ' + target.join(' ') + ': ' + [...any, ...all, ...none][0]?.message)))`

/** Has the page evaluate the script as it stands; by `page.evaluate` a page evaluates a text that evaluates it, which takes twice as long. */
async function give(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: script })
  await session.detach()
}

/** Colours are the same in every language, and looking at them takes as long as looking at all else. */
export const contrast = { only: ['color-contrast'] }
export const allButContrast = { without: ['color-contrast'] }

/** Serious and critical findings in the page as it is shown now, of all rules or of some. */
export async function axeFindings(page: Page, rules: { only?: string[]; without?: string[] } = {}): Promise<string[]> {
  // A page that a form led to stands there before its styles do.
  await page.waitForLoadState('load')
  // A page that was opened anew has lost it; in all others it is compiled once.
  if (!(await page.evaluate('"axe" in window'))) await give(page)
  const without = Object.fromEntries((rules.without ?? []).map((rule) => [rule, { enabled: false }]))
  return page.evaluate<string[]>(findings({ runOnly: rules.only ?? tags, rules: without, resultTypes: ['violations'] }))
}
