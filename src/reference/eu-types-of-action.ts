/**
 * Types of action of the EU Funding & Tenders Portal: who may apply, with how many partners, and which share of the costs is paid. They
 * follow from the programmes' regulations and work programmes; the document of a call may ask for more. Table:
 * `reference/eu-types-of-action.tsv`.
 */
import type { Language } from '../values/vocabularies.ts'
import { listIn, memberIn, readTable } from './table.ts'

/**
 * Who may apply. `any`: every legal entity, and who is self-employed. `organisations`: every legal entity. `company`: one enterprise.
 * `buyers`: public bodies that buy. `civil`: associations and public bodies. `researcher`: a researcher with a host institution.
 * `passes_on`: who hands the support on to others. `trade`: organisations of a trade or of producers. `call`: the call says who.
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
  'call',
] as const
export type EuApplicants = (typeof euApplicants)[number]

/**
 * What else is asked. `research`: the project researches or innovates. `sme`: the applicant is a small or medium-sized enterprise.
 * `employees_499`: the applicant employs at most 499. `doctorate`: the researcher holds a doctorate. `european_control`: nobody outside
 * the Union controls the applicant. `member_state`: the Member State agrees.
 */
const euDemands = ['research', 'sme', 'employees_499', 'doctorate', 'european_control', 'member_state'] as const
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

/** Whether nobody can apply alone. */
export function needsPartners({ partners }: EuTypeOfAction): boolean {
  return partners !== null && partners > 1
}

/** Every type of action of the table. */
export function euTypesOfAction(): EuTypeOfAction[] {
  return rows.map(({ type }) => type)
}

function partnersIn(cell: string): EuTypeOfAction['partners'] {
  const count = cell === '' ? null : Number(cell)
  if (count === null || count === 1 || count === 2 || count === 3) return count
  throw new Error(`reference/eu-types-of-action.tsv: ${cell} is no number of partners`)
}

function rateIn(cell: string): EuRate | null {
  if (cell === '') return null
  const [least = Number.NaN, most = least] = cell.split('-').map(Number)
  if (least > 0 && least <= most && most <= 1) return { least, most }
  throw new Error(`reference/eu-types-of-action.tsv: ${cell} is no share`)
}
