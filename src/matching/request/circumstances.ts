/**
 * What is known beside the applicant and the project: the person to be hired, the household, the building (contract 5).
 * Each property is a fact of its own; nothing follows from another but the region from the postcode.
 */
import { placeOf } from '../../reference/geography.ts'
import type { AskedProperty } from '../../values/questions.ts'
import type { Contract, Diploma, Occupancy, Region } from '../../values/vocabularies.ts'
import { type Faults, fault, notNegative, shown } from './content-fault.ts'
import type { FactsInput } from './request-schema.ts'

/** The person to be hired. */
export type HireFacts = {
  /** Nobody is hired: what is not given is known to be none. */
  isNone: boolean
  /** Full years. */
  age: number | null
  /** Full months of being registered as a jobseeker. */
  monthsJobseeking: number | null
  diploma: Diploma | null
  contract: Contract | null
  /** Of the home. */
  region: Region | null
}

export type Circumstances = {
  hire: HireFacts
  /** Taxable income of the household. */
  householdIncomeEur: number | null
  /** Persons in the household's charge. */
  dependants: number | null
  building: {
    /** It is not about a building: what is not given is known to be none. */
    isNone: boolean
    /** Of first use. */
    year: number | null
    occupancy: Occupancy | null
  }
}

/** `isNone`: whether the answers say that there is nothing behind the gate of a property. */
export function readCircumstances(
  input: FactsInput,
  isNone: (property: AskedProperty) => boolean,
  faults: Faults,
): Circumstances {
  const hire = input.hire ?? {}
  const household = input.household ?? {}
  const building = input.building ?? {}
  return {
    hire: {
      isNone: isNone('hire.age'),
      age: notNegative(hire.age, 'hire.age', faults),
      monthsJobseeking: notNegative(hire.months_jobseeking, 'hire.months_jobseeking', faults),
      diploma: hire.diploma ?? null,
      contract: hire.contract ?? null,
      region: regionOf(hire.postcode ?? null, faults),
    },
    householdIncomeEur: notNegative(household.income_eur, 'household.income_eur', faults),
    dependants: notNegative(household.dependants, 'household.dependants', faults),
    building: {
      isNone: isNone('building.year'),
      year: notNegative(building.year, 'building.year', faults),
      occupancy: building.occupancy ?? null,
    },
  }
}

function regionOf(postcode: string | null, faults: Faults): Region | null {
  if (postcode === null) return null
  const place = placeOf(postcode)
  if (place === null) return fault(faults, 'hire.postcode', `${shown(postcode)} is not a Belgian postcode.`)
  return place.region
}
