/** What decides the status of a match, of each company as bits, and the status that follows from them. */
import { matchStatus } from '../../../matching/verdict/match-status.ts'
import type { PreparedMeasure } from '../../../matching/verdict/prepared-measure.ts'
import type { MatchStatus } from '../../../values/vocabularies.ts'
import { fails, saidEnd, undecided, weakly } from './said-bits.ts'

export const refused = 1
const weak = 2
export const lacking = 4
export const answered = 8
export const offTopic = 16
export const groundsEnd = 32

/** What a required rule makes of what it says. */
export const ofRule = table((said) => {
  if ((said & fails) !== 0) return (said & weakly) === 0 ? refused : weak
  return (said & undecided) === 0 ? 0 : lacking
})

/** What becomes of a judge that says the grounds themselves, beside what it says so as not to say nothing. */
export const ofGrounds = table((said) => said & (groundsEnd - 1))

function table(grounds: (said: number) => number): Uint8Array {
  return Uint8Array.from({ length: saidEnd }, (_, said) => grounds(said))
}

/** The status of a match with the measure, by grounds. */
export function statusesOf(measure: PreparedMeasure): MatchStatus[] {
  return Array.from({ length: groundsEnd }, (_, grounds) => {
    const has = (ground: number): boolean => (grounds & ground) !== 0
    const { status } = matchStatus({
      strongFail: has(refused),
      weakFail: has(weak),
      unknown: has(lacking),
      looksAtApplicant: measure.looksAtApplicant || has(answered),
      standing: measure.status,
      topicFit: has(offTopic) ? 0 : 1,
    })
    return status
  })
}
