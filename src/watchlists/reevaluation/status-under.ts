/** The verdict on one company under one version, said plainly from its row: what the portfolios say of thousands. */
import { type Answers, isOwnName } from '../../matching/request/answers.ts'
import { judgeMeasure } from '../../matching/verdict/judge-measure.ts'
import type { Instant } from '../../values/brussels.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import { readStoredCompany, type StoredCompany } from '../memory/stored-company.ts'
import type { JudgedVersion } from '../portfolio/changed-verdicts.ts'

/** Null: the measure is not there, or the company has no facts that can be read. */
export function statusUnder(version: JudgedVersion | null, stored: StoredCompany, at: Instant): MatchStatus | null {
  const company = version === null ? null : readStoredCompany(stored, at)
  if (version === null || company === null) return null
  const { measure, prints } = version
  const holds = (name: string): boolean =>
    !isOwnName(name) || holdsFor(measure.id, prints, name, company.answeredTexts.get(name))
  const answers: Answers = new Map([...company.facts.answers].filter(([name]) => holds(name)))
  return judgeMeasure(measure, { ...company.facts, answers }).status
}

/** Whether an answer to a measure's own condition was given for the text that the version has. */
function holdsFor(measureId: string, prints: ReadonlyMap<string, string>, name: string, print: string | undefined) {
  const prefix = `${measureId}#`
  return name.startsWith(prefix) && print !== undefined && prints.get(name.slice(prefix.length)) === print
}
