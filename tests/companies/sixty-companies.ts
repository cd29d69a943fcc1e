/** Sixty companies of every kind that the register has, of our own making: as it publishes them, and what is then said of each. */
import { type CompanyGiven, numberOf } from '../harness/register-files.ts'
import { factsOfCompanies } from './facts-of-companies.ts'
import { kindsOfCompanies } from './kinds-of-companies.ts'

export type RegisterCase = {
  what: string
  company: CompanyGiven
  /** What is told of it: kind, form, start, name, office, establishments, activities. */
  told: string
  /** What a match by its number is filled with: form, start, place, activities, applicant types. */
  filled: string
}

/** Numbers of the register begin with 0 or with 1, and some have zeros behind that. */
const numbers: Readonly<Record<string, string>> = {
  'a number that begins with 1': numberOf(10_000_017),
  'the lowest number that there may be': numberOf(1),
  'check digits 97': numberOf(97 * 41_237),
  'check digits 01': numberOf(97 * 41_238 - 1),
  'a number with zeros in front': numberOf(2_000_657),
}

export const sixtyCompanies: readonly RegisterCase[] = [...kindsOfCompanies, ...factsOfCompanies].map(
  ([what, given, told, filled], index) => ({
    what,
    company: { number: numbers[what] ?? numberOf(9_900_000 + index), ...given },
    told,
    filled,
  }),
)
