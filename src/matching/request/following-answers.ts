/**
 * Answers that follow from what was given, so that nobody is asked what the request already says (contract 5, gates): a
 * property behind a gate answers the gate with yes; a point that holds implies others; some points hold of some kinds of
 * applicants always, and some of no others; and some are said by another fact. What is given counts first.
 */
import { germanSpeakingMunicipalities } from '../../reference/geography.ts'
import { gates, points } from '../../reference/points.ts'
import type { AskedProperty } from '../../values/questions.ts'
import type { ApplicantType, Contract, Region } from '../../values/vocabularies.ts'
import type { AnswerName, Answers } from './answers.ts'
import type { Applicants } from './applicant-types.ts'
import { type FactsInput, factOf } from './request-schema.ts'

const germanSpeakingTowns: ReadonlySet<string> = new Set(germanSpeakingMunicipalities)

/** What is known beside the answers. */
export type KnownBeside = {
  applicants: Applicants | null
  /** Of the place that decides. */
  region: Region | null
  /** The municipalities in which the home of the person to be hired may lie; none where it is not known. */
  homeTowns: readonly string[]
  homeRegion: Region | null
  contract: Contract | null
}

/** Points that another fact says; null: it does not say. */
const saidByFacts: Readonly<Record<string, (known: KnownBeside) => boolean | null>> = {
  worker_lives_in_german_speaking_area: ({ homeTowns }) => {
    const found = new Set(homeTowns.map((town) => germanSpeakingTowns.has(town)))
    return found.size === 1 ? found.has(true) : null
  },
  worker_lives_in_wallonia: ({ homeRegion }) => (homeRegion === null ? null : homeRegion === 'wallonia'),
  // Elsewhere than in Brussels the place decides to which community an activity belongs.
  belongs_to_flemish_community: ({ region }) =>
    region === null || region === 'brussels' ? null : region === 'flanders',
  belongs_to_french_community: ({ region }) =>
    region === null || region === 'brussels' ? null : region === 'wallonia',
  takes_on_learner: ({ contract }) => (contract === 'apprenticeship' || contract === 'internship' ? true : null),
}

/** The points that hold, or cannot hold, for what the applicant is. */
const saidByApplicant = points().filter(({ onlyOf, trueOf }) => onlyOf.length > 0 || trueOf.length > 0)
/** A point, and another that holds wherever it does. */
const implications = points().flatMap(({ id, implies }) => implies.map((other) => ({ id, other })))

/** The answers given with those that follow from them and from the rest of the request. */
export function withFollowing(given: Answers, input: FactsInput, known: KnownBeside): Answers {
  const { applicants } = known
  const answers = new Map(given)
  const add = (name: AnswerName, answer: boolean): void => {
    if (!answers.has(name)) answers.set(name, answer)
  }
  for (const gate of gates()) if (gate.properties.some((property) => isGiven(property, input))) add(gate.point, true)
  for (const [point, says] of Object.entries(saidByFacts)) {
    const answer = says(known)
    if (answer !== null) add(point, answer)
  }
  if (applicants !== null) {
    for (const { id, onlyOf, trueOf } of saidByApplicant) {
      if (onlyOf.length > 0 && !canBeOne(applicants, onlyOf)) add(id, false)
      if (applicants.types.some((type) => trueOf.includes(type))) add(id, true)
    }
  }
  // A point is implied in few steps, so that going round until nothing is new takes few rounds.
  for (let before = -1; before !== answers.size; ) {
    before = answers.size
    for (const { id, other } of implications) {
      if (answers.get(id) === true) add(other, true)
      if (answers.get(other) === false) add(id, false)
    }
  }
  return answers
}

function canBeOne({ types, mayBeHousehold }: Applicants, wanted: readonly ApplicantType[]): boolean {
  return types.some((type) => wanted.includes(type)) || (mayBeHousehold && wanted.includes('household'))
}

function isGiven(property: AskedProperty, input: FactsInput): boolean {
  const value = factOf(input, property)
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}
