/** What axe finds against WCAG 2.2 AA. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const grave = ['serious', 'critical']

/** Serious and critical findings, one a line: the rule, where, and why. `rules`: these alone. */
export async function axeFindings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // The other way it opens another page for what it makes of its findings, which takes longer than they did.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe.withTags(tags)).analyze()
  return violations
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all, none }) => `${id}: ${target.join(' ')}: ${[...any, ...all, ...none][0]?.message}`),
    )
}
