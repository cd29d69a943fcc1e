/**
 * Answers that follow from what was given, so that nobody is asked what the request already says (contract 5, gates): a
 * property behind a gate answers the gate with yes; a point that holds implies others; some points hold of some kinds of
 * applicants always, and some of no others; and some are said by another fact. What is given counts first.
 */
import { germanSpeakingMunicipalities } from '../../reference/geography.ts'
import { gates, points } from '../../reference/points.ts'
import type { AskedProperty } from '../../values/questions.ts'
import type { ApplicantType, Contract, CostType, Region } from '../../values/vocabularies.ts'
import type { AnswerName, Answers } from './answers.ts'
import type { Applicants } from './applicant-types.ts'
import { type FactsInput, factOf, isGivenValue } from './request-schema.ts'

const germanSpeakingTowns: ReadonlySet<string> = new Set(germanSpeakingMunicipalities)

/** Hotels, holiday homes and camp sites. */
const lodging = ['551', '552', '553']
/** Film and music, stage and visual arts; without 9003 of 2008, in which journalists stand beside artists. */
const stageFilmAndArts = ['59', '9001', '9002', '9004', '901', '902', '903']

/** Codes of the KBO: municipality, public welfare centre, local police. */
const localAuthorities = ['411', '412', '413']

/** What is known beside the answers. */
export type KnownBeside = {
  applicants: Applicants | null
  /** Of the place that decides. */
  region: Region | null
  /** The municipalities in which the home of the person to be hired may lie; none where it is not known. */
  homeTowns: readonly string[]
  homeRegion: Region | null
  contract: Contract | null
  /** The code of the main activity, in either version; null: not known, or none. */
  mainActivity: string | null
  legalForm: string | null
  /** People at charge of the household. */
  dependants: number | null
  /** Says that it is a starter. A day of founding says it for a time alone, and watched companies keep what follows. */
  isStarter: boolean
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
  // A child at charge is one of the people at charge.
  has_child_at_charge: ({ dependants }) => (dependants === 0 ? false : null),
  starts_business: ({ isStarter }) => (isStarter ? true : null),
  public_body_above_local_level: ({ legalForm }) => (localAuthorities.includes(legalForm ?? '') ? false : null),
  takes_on_learner: ({ contract }) => (contract === 'apprenticeship' || contract === 'internship' ? true : null),
  // A permanent contract is what they ask; of any other the months are not known.
  contract_two_months: ({ contract }) => (contract === 'permanent' ? true : null),
  hires_for_six_months: ({ contract }) => (contract === 'permanent' ? true : null),
  // Who works in another branch may do so beside it. The codes mean the same in whichever version they exist.
  runs_tourist_accommodation: ({ mainActivity }) => (isWithin(mainActivity, lodging) ? true : null),
  cultural_or_creative_enterprise: ({ mainActivity }) => (isWithin(mainActivity, stageFilmAndArts) ? true : null),
}

/** Points that hold where a project has costs of one of the types; without such costs they are open. */
const saidByCosts: readonly { point: string; costs: readonly CostType[]; alsoOfHouseholds: boolean }[] = [
  { point: 'trains_staff', costs: ['training'], alsoOfHouseholds: false },
  { point: 'engages_adviser', costs: ['consultancy'], alsoOfHouseholds: false },
  // Software may be hired by the month, and is left open.
  { point: 'invests_in_assets', costs: ['equipment', 'buildings', 'intangible_assets'], alsoOfHouseholds: false },
  { point: 'works_on_building', costs: ['renovation'], alsoOfHouseholds: true },
]

/** The points that hold, or cannot hold, for what the applicant is. */
const saidByApplicant = points().filter(({ onlyOf, trueOf }) => onlyOf.length > 0 || trueOf.length > 0)
/** A point, and another that holds wherever it does. */
const implications = points().flatMap(({ id, implies }) => implies.map((other) => ({ id, other })))

/** The answers given with those that follow from them and from the rest of the request. */
export function withFollowing(given: Answers, input: FactsInput, known: KnownBeside): Answers {
  const { applicants } = known
  const answers = new Map(given)
  for (const gate of gates())
    if (gate.properties.some((property) => isGiven(property, input))) add(answers, gate.point, true)
  for (const [point, says] of Object.entries(saidByFacts)) {
    const answer = says(known)
    if (answer !== null) add(answers, point, answer)
  }
  if (applicants !== null) {
    for (const { id, onlyOf, trueOf } of saidByApplicant) {
      if (onlyOf.length > 0 && !canBeOne(applicants, onlyOf)) add(answers, id, false)
      if (applicants.types.some((type) => trueOf.includes(type))) add(answers, id, true)
    }
  }
  addImplied(answers)
  // Last, so that an answer which rules one of them out counts first.
  const costs = costTypesOf(input)
  const ofEnterprise = applicants !== null && !canBeOne(applicants, ['household'])
  for (const { point, costs: named, alsoOfHouseholds } of saidByCosts)
    if ((ofEnterprise || alsoOfHouseholds) && named.some((type) => costs.includes(type))) add(answers, point, true)
  addImplied(answers)
  return answers
}

/** What was answered before stands. */
function add(answers: Map<AnswerName, boolean>, name: AnswerName, answer: boolean): void {
  if (!answers.has(name)) answers.set(name, answer)
}

/** A point is implied in few steps, so that going round until nothing is new takes few rounds. */
function addImplied(answers: Map<AnswerName, boolean>): void {
  for (let before = -1; before !== answers.size; ) {
    before = answers.size
    for (const { id, other } of implications) {
      if (answers.get(id) === true) add(answers, other, true)
      if (answers.get(other) === false) add(answers, id, false)
    }
  }
}

/** The types of cost that a request names, in either property. */
function costTypesOf({ project }: FactsInput): readonly CostType[] {
  return [...(project?.cost_types ?? []), ...(project?.costs ?? []).map(({ type }) => type)]
}

function isWithin(code: string | null, within: readonly string[]): boolean {
  return code !== null && within.some((above) => code.startsWith(above))
}

function canBeOne({ types, mayBeHousehold }: Applicants, wanted: readonly ApplicantType[]): boolean {
  return types.some((type) => wanted.includes(type)) || (mayBeHousehold && wanted.includes('household'))
}

function isGiven(property: AskedProperty, input: FactsInput): boolean {
  return isGivenValue(factOf(input, property))
}
