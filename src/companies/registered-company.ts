/** A company as the register of the Crossroads Bank for Enterprises has it: what is kept of its open data, and nothing else (contract 13). */
import { applicantTypeOfForm, legalFormCode } from '../reference/legal-forms.ts'
import type { Day } from '../values/brussels.ts'
import type { ApplicantType } from '../values/vocabularies.ts'
import type { RegisteredCode } from './activity-codes.ts'

export const companyKinds = ['natural_person', 'legal_person'] as const
export type CompanyKind = (typeof companyKinds)[number]

/** `municipality`: NIS code of 2025; null where the postcode lies in several and its name is none of theirs. */
export type RegisteredPlace = { postcode: string; municipality: string | null }

/** `place`: null where the register gives no Belgian address. `number`: ten digits. */
export type Establishment = { number: string; place: RegisteredPlace | null; foundedOn: Day | null }

export type RegisteredCompany = {
  /** Ten digits. */
  number: string
  /** Null: the register does not say. */
  kind: CompanyKind | null
  /** The register's code of three digits, of the code of 2019 where it gives both; `natural_person` of a person; null: none is given. */
  legalForm: string | null
  foundedOn: Day | null
  /** Whether the register says that it is active. */
  isActive: boolean
  /** Of legal persons alone. */
  name: string | null
  /** The registered office, of legal persons alone; null: none in Belgium. */
  office: RegisteredPlace | null
  /** `items`: the first of them by number, at most `establishmentsMax`. */
  establishments: { total: number; items: readonly Establishment[] }
  /**
   * Main activities first, newest version first. Where the enterprise itself has none, those of its establishments: for an answer of the
   * first `establishmentsOfActivitiesMax`, for a match of the only one.
   */
  nace: readonly RegisteredCode[]
  /** Whether they are those of the enterprise itself. */
  hasOwnActivities: boolean
}

/** Which extract of the register is loaded, and of which day it is. */
export type LoadedExtract = { extract: number; day: Day }

/** A company as it was asked for, by its own number or an establishment's. */
export type Found = {
  company: RegisteredCompany
  /** The establishment that was asked for; null where the enterprise was. */
  establishment: Establishment | null
  /** What that establishment itself does; empty where none was asked for, or none of its own is known. */
  establishmentNace: readonly RegisteredCode[]
  loaded: LoadedExtract
}

/** Who reads what is found: a match takes the activities of an establishment where it is the only one, an answer shows those of several. */
export type FoundFor = 'match' | 'answer'

/** Establishments that are told of one company. */
export const establishmentsMax = 100
/** Establishments whose activities an answer shows of an enterprise that has none of its own: no more than it tells of. */
export const establishmentsOfActivitiesMax = establishmentsMax

/**
 * Whether name, day and place may be shown: of legal persons alone. Where the register does not say what somebody is, they may be a natural
 * person.
 */
export function isShownWhole({ kind }: Pick<RegisteredCompany, 'kind'>): boolean {
  return kind === 'legal_person'
}

/** The form of a match request; null where our table does not know what the register gives. */
export function knownLegalForm({ legalForm }: Pick<RegisteredCompany, 'legalForm'>): string | null {
  return legalForm === null ? null : legalFormCode(legalForm)
}

/** What follows from its legal form (contract 13, `applicant_types`); empty where nothing does. */
export function applicantTypesOf(company: Pick<RegisteredCompany, 'legalForm'>): ApplicantType[] {
  const code = knownLegalForm(company)
  const type = code === null ? null : applicantTypeOfForm(code)
  return type === null ? [] : [type]
}
