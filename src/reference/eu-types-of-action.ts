/**
 * Types of action of the EU Funding & Tenders Portal: who may apply, with how many partners, and which share of the costs is paid. They
 * follow from the programmes' regulations and work programmes; the document of a call may ask for more. Table:
 * `reference/eu-types-of-action.tsv`. Where the topics of one type differ, the strand in a topic's identifier says how:
 * `reference/eu-topics.tsv`.
 */
import type { Language } from '../values/vocabularies.ts'
import { listIn, memberIn, readTable } from './table.ts'

/**
 * Who may apply. `any`: every legal entity, and who is self-employed. `organisations`: every legal entity. `company`: one enterprise.
 * `buyers`: public bodies that buy. `civil`: associations and public bodies. `researcher`: a researcher with a host institution.
 * `passes_on`: who hands the support on to others. `trade`: organisations of a trade or of producers. `contest`: the rules of a contest
 * say who. `call`: the call says who.
 */
const euApplicants = [
  'any',
  'organisations',
  'company',
  'buyers',
  'civil',
  'researcher',
  'passes_on',
  'trade',
  'contest',
  'call',
] as const
export type EuApplicants = (typeof euApplicants)[number]

/**
 * What else is asked. `research`: the project researches or innovates. `employees_499`: the applicant employs at most 499.
 * `grant_for_smes`: likewise, and only a small or medium-sized enterprise gets a grant. `technology_tested`: the technology has left the
 * laboratory. `not_rejected_by_eic`: the proposal was not rejected three times. `doctorate`: the researcher holds a doctorate.
 * `european_control`: nobody outside the Union controls the applicant. `member_state`: the Member State agrees. `earlier_results`: the
 * project builds on an earlier one. `widening_country`, `cohesion_country`, `low_capacity_country`: the project is of a country of that
 * group, to which Belgium does not belong. `framework_partner`: the applicant has the framework partnership. `early_stage`,
 * `validation_stage`, `late_stage`: how far the work is from the market. `declared_control`: the call restricts who controls the
 * participants. `designated`: the applicant is on a list that the Member States made.
 */
const euDemands = [
  'research',
  'employees_499',
  'grant_for_smes',
  'technology_tested',
  'not_rejected_by_eic',
  'doctorate',
  'european_control',
  'member_state',
  'earlier_results',
  'widening_country',
  'cohesion_country',
  'low_capacity_country',
  'framework_partner',
  'early_stage',
  'validation_stage',
  'late_stage',
  'declared_control',
  'designated',
] as const
export type EuDemand = (typeof euDemands)[number]

/** A share of the costs, 0 to 1; `least` and `most` are one where the share is fixed. */
export type EuRate = { least: number; most: number }

export type EuTypeOfAction = {
  /** The portal's own code, `HORIZON-IA`. */
  code: string
  who: EuApplicants
  /** Least number of independent applicants, each of another country; 1: one may apply alone; null: the call says. */
  partners: 1 | 2 | 3 | null
  /** Null: the call says, or what is paid is no share of costs. */
  rate: EuRate | null
  /** Of bodies without profit, where theirs is another. */
  rateOfNonProfits: EuRate | null
  /** Of small and medium-sized enterprises, where theirs is another. */
  rateOfSmes: EuRate | null
  demands: readonly EuDemand[]
  /** What it is, without an article. */
  name: Readonly<Record<Language, string>>
}

/** A cell that takes away what the type of action says: the call says it. */
const byCall = '-'

const rows = readTable('eu-types-of-action.tsv', [
  'code',
  'label',
  'who',
  'partners',
  'rate',
  'rate_non_profit',
  'rate_sme',
  'more',
  'nl',
  'fr',
  'en',
]).map((cell) => ({
  label: cell('label'),
  type: {
    code: cell('code'),
    who: memberIn(euApplicants, cell('who')),
    partners: partnersIn(cell('partners')),
    rate: rateIn(cell('rate')),
    rateOfNonProfits: rateIn(cell('rate_non_profit')),
    rateOfSmes: rateIn(cell('rate_sme')),
    demands: listIn(cell('more')).map((demand) => memberIn(euDemands, demand)),
    name: { nl: cell('nl'), fr: cell('fr'), en: cell('en') },
  } satisfies EuTypeOfAction,
}))

const byLabel: ReadonlyMap<string, EuTypeOfAction> = new Map(rows.map(({ label, type }) => [label, type]))

/** The type of action of that name at the portal, `HORIZON Innovation Actions`; null for one that the table does not know. */
export function euTypeOfAction(label: string): EuTypeOfAction | null {
  return byLabel.get(label) ?? null
}

const strands = readTable('eu-topics.tsv', ['identifier', 'partners', 'rate', 'more']).map((cell) => ({
  form: new RegExp(cell('identifier')),
  partners: cell('partners'),
  rate: cell('rate'),
  demands: listIn(cell('more')).map((demand) => memberIn(euDemands, demand)),
}))

/** The type of action as it is for the topic of that identifier: of the strands to which it belongs the last that says so counts. */
export function typeOfTopic(type: EuTypeOfAction, identifier: string): EuTypeOfAction {
  const own = strands.filter(({ form }) => form.test(identifier))
  const partners = own.findLast((strand) => strand.partners !== '')?.partners
  const rate = own.findLast((strand) => strand.rate !== '')?.rate
  return {
    ...type,
    partners: partners === undefined ? type.partners : partnersIn(partners),
    rate: rate === undefined ? type.rate : rateIn(rate),
    demands: [...type.demands, ...own.flatMap(({ demands }) => demands)],
  }
}

/** Whether nobody can apply alone. */
export function needsPartners({ partners }: EuTypeOfAction): boolean {
  return partners !== null && partners > 1
}

/** Every type of action of the table. */
export function euTypesOfAction(): EuTypeOfAction[] {
  return rows.map(({ type }) => type)
}

function partnersIn(cell: string): EuTypeOfAction['partners'] {
  const count = cell === '' || cell === byCall ? null : Number(cell)
  if (count === null || count === 1 || count === 2 || count === 3) return count
  throw new Error(`reference: ${cell} is no number of partners`)
}

function rateIn(cell: string): EuRate | null {
  if (cell === '' || cell === byCall) return null
  const [least = Number.NaN, most = least] = cell.split('-').map(Number)
  if (least > 0 && least <= most && most <= 1) return { least, most }
  throw new Error(`reference: ${cell} is no share`)
}
