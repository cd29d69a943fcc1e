/** Words in which rows of companies are written, of which each has its own number later. */
import { type CompanyGiven, numberOf } from '../harness/register-files.ts'

/** `told`: kind, form, start, name, office, establishments, activities; `filled`: form, start, place, activities, applicant types. */
export type CompanyRow = [what: string, given: Given, told: string, filled: string]

type Given = Omit<CompanyGiven, 'number'>
type Place = [postcode: string, municipality: string]

let establishments = 0
/** Establishments of one company, each with a number that no other has. */
export function at(...places: Place[]): NonNullable<CompanyGiven['establishments']> {
  return places.map(([postcode, municipality]) => {
    establishments += 1
    return { number: numberOf(85_000_000 + establishments), postcode, municipality, started: '01-04-2016' }
  })
}

export const many = (count: number, place: Place): Place[] => Array.from({ length: count }, () => place)
export const name = (text: string, language = '2'): NonNullable<CompanyGiven['names']> => [[language, '001', text]]
export const main = (code: string, version = '2025'): NonNullable<CompanyGiven['activities']> => [
  ['006', version, code, 'MAIN'],
]
export const ghent: Place = ['9000', 'Gent']
export const liege: Place = ['4000', 'Liège']
export const namur: Place = ['5000', 'Namur']

/** Of the activity of an establishment, which the file gives under its number. */
export function ofDoor(doors: NonNullable<CompanyGiven['establishments']>, code: string): Given {
  return { establishments: doors, activities: doors.map(({ number }) => ['001', '2025', code, 'MAIN', number]) }
}
