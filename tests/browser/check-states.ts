/** Looking at the states of the company check: pages that only a sent form leads to. */
import type { Language } from '../../src/values/vocabularies.ts'
import type { Visit } from '../harness/browser.ts'
import type { Check } from './checks.ts'

/** Of those that look at how a page was asked for, the forms are looked at elsewhere. */
export const ofWhole = (checks: readonly Check[]): Check[] =>
  checks.filter(({ name }) => !/^its status|40 KB|^nothing moves/.test(name))

/** The browser tells of every answer whose status is that of a refusal; what was typed wrong has one. */
export function leaveRefusals({ faults }: Visit, told: RegExp): void {
  faults.splice(0, faults.length, ...faults.filter((fault) => !told.test(fault)))
}

export async function lookAt(
  visitor: Visit,
  language: Language,
  checks: readonly Check[],
  name: string,
): Promise<string[]> {
  const faults: string[] = []
  // No status is looked at: a form was sent.
  const answer = { status: () => 0 } as never
  const row = { name, of: 'full' as const, path: `/${language}/check`, language, status: 0 }
  for (const check of checks) {
    const opened = { visit: visitor, row, answer, bytes: 0, shift: 0 }
    await check.run(opened).catch((fault: Error) => faults.push(`${name}: ${check.name}: ${fault.message}`))
  }
  return faults
}
