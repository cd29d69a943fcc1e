/** What one company is answered: the verdicts with their measures' rows. */
import { registerAttribution } from '../companies/company-document.ts'
import { type ShownWarning, warningsIn } from '../contract/warnings.ts'
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import type { BriefSubsidy, CompactSubsidy } from '../measures/record/record-schema.ts'
import { readingWarnings } from '../measures/warnings.ts'
import { finished } from '../search/sets/slices.ts'
import type { Language } from '../values/vocabularies.ts'
import type { Matcher, MatchRow } from './matcher.ts'
import type { Facts } from './request/facts.ts'
import type { MatchRequest } from './request/match-request.ts'
import type { MatchAnswer } from './words/answer-schema.ts'
import { beginMatch, type Matched } from './words/match-company.ts'
import { factWarning, unusedWarnings } from './words/sentences/warnings.ts'

/** A match answer, with the attribution lines that its matches need and the warnings that belong to it. */
export type Answered = { answer: MatchAnswer<MatchRow>; attribution: string[]; warnings: ShownWarning[] }

/** A company that is judged and whose answer is still to be written. Whoever runs `answering` releases the pin. */
export type Judged = { pin: Pin; answering: Generator<number, Answered> }

/** Judges a company against every measure of the catalogue as it is now. */
export function judgeCompany(matcher: Matcher, catalogue: Catalogue, request: MatchRequest): Judged {
  const { facts, warnings, ...asked } = request
  const rowOf = (id: string): MatchRow => {
    const row = compactRow(pin, id, asked.language)
    return asked.view === 'full' ? row : briefRow(row)
  }
  const measures = matcher.of(catalogue)
  const factWarnings = [
    ...warnings.map((code) => factWarning(code, asked.language)),
    ...unusedWarnings(measures.evaluator.unusedAnswers(facts.answers), asked.language),
  ]
  const answering = beginMatch(measures, facts, { ...asked, rowOf })
  // After all that could fail, so that nobody is left with a pin; rows are asked of it later.
  const pin = catalogue.pin()
  return {
    pin,
    answering: aroundMatches(pin, answering, factWarnings, { language: asked.language, facts }),
  }
}

/** The line that says whose open data the answer has: what was filled, or establishments to choose from. None where it has neither. */
export function filledFrom({
  filled,
  establishments,
  register,
}: Pick<Facts, 'filled' | 'establishments' | 'register'>): string[] {
  const isShown = Object.values(filled).includes('register') || establishments.length > 0
  return register === null || !isShown ? [] : [registerAttribution(register)]
}

function* aroundMatches(
  { state }: Pin,
  answering: Generator<number, Matched<MatchRow>>,
  factWarnings: readonly ShownWarning[],
  { language, facts }: { language: Language; facts: Facts },
): Generator<number, Answered> {
  const { answer, ids } = yield* answering
  const warnings = [...factWarnings, ...warningsIn(language, readingWarnings(state, ids, facts.evaluatedAt))]
  return { answer, attribution: [...state.attributionsOf(ids), ...filledFrom(facts)], warnings }
}

/** The same at once: for a thread that does nothing else meanwhile. */
export function answerCompany(matcher: Matcher, catalogue: Catalogue, request: MatchRequest): Answered {
  const judged = judgeCompany(matcher, catalogue, request)
  using _pin = judged.pin
  return finished(judged.answering)
}

/** A measure's compact row as an object; `rows`: a catalogue, or a pin of one. */
export function compactRow(rows: Pick<Pin, 'row'>, id: string, language: Language): CompactSubsidy {
  return JSON.parse(rows.row('compact', id, language).toString()) as CompactSubsidy
}

/** What the compact view of a match shows of a row. */
function briefRow(row: CompactSubsidy): BriefSubsidy {
  const { id, slug, title, status, instrument_type, issuer, amount, closes_at, url } = row
  return { id, slug, title, status, instrument_type, issuer, amount, closes_at, url }
}
