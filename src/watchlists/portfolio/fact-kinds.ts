/**
 * The facts of a company that are words or lists, by kind: each kind is kept as one value that companies share, and
 * decides some of the fields that rules ask. (Numbers are kept beside them: `number-facts.ts`.)
 *
 * A list of words of a vocabulary is kept as the text of their places in it, one character each and in the order given;
 * a list of NACE codes as the text of the numbers that `NaceNumbers` gives them.
 */
import type { Facts } from '../../matching/request/facts.ts'
import { nowhere, type PlaceFacts } from '../../matching/request/place.ts'
import { noSize, type SizeFacts } from '../../matching/request/size.ts'
import { type Day, monthsBetween } from '../../values/brussels.ts'
import {
  type ApplicantType,
  type Contract,
  costTypes,
  type Diploma,
  type Occupancy,
  partners,
  type Region,
  type RuleField,
  stages,
  topics,
} from '../../values/vocabularies.ts'
import type { NaceNumbers } from './nace-numbers.ts'

export type FactKind<Value> = {
  /** The fields of rules that it decides. */
  fields: readonly RuleField[]
  /** Null: not known. */
  read(facts: Facts): Value | null
  /** Equal for values that are alike. */
  keyOf(value: Value): string
  /** Says it in facts whose `today` stands already; null: not known, or known to be none. */
  write(facts: Facts, value: Value | null): void
}

type Applicant = { household: boolean; types: readonly ApplicantType[] | null }

const place: FactKind<PlaceFacts> = {
  fields: ['company.region', 'company.province', 'company.municipality'],
  read: (facts) => (facts.place.from === null ? null : facts.place),
  keyOf: (value) =>
    [value.from, value.region, value.province, value.municipality, value.candidates.join(' ')].join('|'),
  write(facts, value) {
    facts.place = value ?? nowhere
  },
}

const applicant: FactKind<Applicant> = {
  fields: ['company.applicant_type'],
  read: ({ household, applicantTypes: types }) => (types === null && !household ? null : { household, types }),
  keyOf: ({ household, types }) => `${household} ${types}`,
  write(facts, value) {
    facts.household = value?.household ?? false
    facts.applicantTypes = value?.types ?? null
  },
}

const size: FactKind<SizeFacts> = {
  fields: ['company.size'],
  read: (facts) => (facts.size.size === null ? null : facts.size),
  keyOf: (value) => `${value.size} ${value.basis} ${value.highByTurnoverAlone}`,
  write(facts, value) {
    facts.size = value ?? noSize
  },
}

const founded: FactKind<Day> = {
  fields: ['company.age_months'],
  read: (facts) => facts.foundedOn,
  keyOf: (day) => day,
  write(facts, day) {
    facts.foundedOn = day
    facts.ageMonths = day === null ? null : monthsBetween(day, facts.today)
  },
}

const committees: FactKind<readonly string[]> = {
  fields: ['company.joint_committees'],
  read: (facts) => facts.jointCommittees,
  keyOf: (list) => list.join(),
  write(facts, list) {
    facts.jointCommittees = list
  },
}

const naceOf = (codes: NaceNumbers): FactKind<string> => ({
  fields: ['company.nace'],
  read: (facts) => (facts.nace === null ? null : codes.textOf(facts.nace)),
  keyOf: itself,
  write(facts, text) {
    facts.nace = text === null ? null : codes.codesIn(text)
  },
})

/** Kinds of which each value is the text of a list. `codes`: the numbers under which NACE codes are written. */
export const listKindsOf = (codes: NaceNumbers) => ({
  nace: naceOf(codes),
  topics: wordList(
    'project.topics',
    topics,
    (facts) => facts.topics,
    (facts, list) => {
      facts.topics = list
    },
  ),
  costTypes: wordList(
    'project.cost_types',
    costTypes,
    (facts) => facts.costTypes,
    (facts, list) => {
      facts.costTypes = list
    },
  ),
  stages: wordList(
    'project.stages',
    stages,
    (facts) => facts.stages,
    (facts, list) => {
      facts.stages = list
    },
  ),
  partners: wordList(
    'project.partners',
    partners,
    (facts) => facts.partners,
    (facts, list) => {
      facts.partners = list
    },
  ),
})

/** Kinds of which each value is whatever it is. */
export const otherKinds = {
  place,
  applicant,
  size,
  founded,
  committees,
  legalForm: word<string>(
    'company.legal_form',
    (facts) => facts.legalForm,
    (facts, code) => {
      facts.legalForm = code
    },
  ),
  plannedStart: word<Day>(
    'project.planned_start',
    (facts) => facts.plannedStart,
    (facts, day) => {
      facts.plannedStart = day
    },
  ),
  diploma: word<Diploma>(
    'hire.diploma',
    (facts) => facts.hire.diploma,
    (facts, diploma) => {
      facts.hire.diploma = diploma
    },
  ),
  contract: word<Contract>(
    'hire.contract',
    (facts) => facts.hire.contract,
    (facts, contract) => {
      facts.hire.contract = contract
    },
  ),
  hireRegion: word<Region>(
    'hire.region',
    (facts) => facts.hire.region,
    (facts, region) => {
      facts.hire.region = region
    },
  ),
  occupancy: word<Occupancy>(
    'building.occupancy',
    (facts) => facts.building.occupancy,
    (facts, occupancy) => {
      facts.building.occupancy = occupancy
    },
  ),
}

function word<Word extends string>(
  field: RuleField,
  read: (facts: Facts) => Word | null,
  write: (facts: Facts, value: Word | null) => void,
): FactKind<Word> {
  return { fields: [field], read, keyOf: itself, write }
}

function wordList<Word extends string>(
  field: RuleField,
  vocabulary: readonly Word[],
  read: (facts: Facts) => readonly Word[] | null,
  write: (facts: Facts, list: readonly Word[] | null) => void,
): FactKind<string> {
  return {
    fields: [field],
    read(facts) {
      const list = read(facts)
      return list === null ? null : String.fromCharCode(...list.map((each) => vocabulary.indexOf(each)))
    },
    keyOf: itself,
    write(facts, text) {
      write(facts, text === null ? null : wordsIn(text, vocabulary))
    },
  }
}

function wordsIn<Word>(text: string, vocabulary: readonly Word[]): Word[] {
  return Array.from({ length: text.length }, (_, at) => {
    const word = vocabulary[text.charCodeAt(at)]
    if (word === undefined) throw new Error(`no word has the place ${text.charCodeAt(at)}`)
    return word
  })
}

function itself(text: string): string {
  return text
}
