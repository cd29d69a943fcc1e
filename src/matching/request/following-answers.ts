/**
 * Answers that follow from what was given, so that nobody is asked what the request already says (contract 5, gates): a
 * property behind a gate answers the gate with yes; a point that holds implies others; some points can hold of some
 * applicants alone; and the postcode of the home says whether it lies in the German-speaking area. What is given counts first.
 */
import { germanSpeakingMunicipalities } from '../../reference/geography.ts'
import { type Gate, gates, points } from '../../reference/points.ts'
import type { ApplicantType } from '../../values/vocabularies.ts'
import type { AnswerName, Answers } from './answers.ts'
import type { Applicants } from './applicant-types.ts'
import type { FactsInput } from './request-schema.ts'

const germanSpeakingTowns: ReadonlySet<string> = new Set(germanSpeakingMunicipalities)
const germanSpeakingPoint = 'worker_lives_in_german_speaking_area'

/** What is known beside the answers: who applies, and the municipalities in which the home of the person to be hired may lie. */
export type KnownBeside = { applicants: Applicants | null; homeTowns: readonly string[] }

/** The answers given with those that follow from them and from the rest of the request. */
export function withFollowing(given: Answers, input: FactsInput, { applicants, homeTowns }: KnownBeside): Answers {
  const answers = new Map(given)
  const add = (name: AnswerName, answer: boolean): void => {
    if (!answers.has(name)) answers.set(name, answer)
  }
  for (const gate of gates()) if (gate.properties.some((property) => isGiven(property, input))) add(gate.point, true)
  const atHome = homeTowns.filter((town) => germanSpeakingTowns.has(town)).length
  if (homeTowns.length > 0 && (atHome === 0 || atHome === homeTowns.length)) add(germanSpeakingPoint, atHome > 0)
  if (applicants !== null) {
    for (const { id, onlyOf } of points()) if (onlyOf.length > 0 && !canBeOne(applicants, onlyOf)) add(id, false)
  }
  // A point is implied in few steps, so that going round until nothing is new takes few rounds.
  for (let before = -1; before !== answers.size; ) {
    before = answers.size
    for (const { id, implies } of points()) {
      for (const other of implies) {
        if (answers.get(id) === true) add(other, true)
        if (answers.get(other) === false) add(id, false)
      }
    }
  }
  return answers
}

function canBeOne({ types, mayBeHousehold }: Applicants, wanted: readonly ApplicantType[]): boolean {
  return types.some((type) => wanted.includes(type)) || (mayBeHousehold && wanted.includes('household'))
}

function isGiven(property: Gate['properties'][number], input: FactsInput): boolean {
  const [object = '', key = ''] = property.split('.', 2)
  const holder = Object.entries(input).find(([name]) => name === object)?.[1]
  const value = Object.entries(holder ?? {}).find(([name]) => name === key)?.[1]
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
}
