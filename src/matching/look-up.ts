/** Looking companies up by their numbers before they are judged: the register, and what is kept of filed accounts (contract 13). */
import type { Companies } from '../companies/companies.ts'
import type { FiledAccounts } from '../companies/filed-accounts/filed-accounts.ts'
import type { Found } from '../companies/registered-company.ts'
import type { Database, Reads } from '../platform/database/database.ts'
import { type LookedUp, numbersToLookUp } from './request/filling.ts'
import type { CompanyInput } from './request/request-schema.ts'

/** A request by whose number its company is looked up, unless `fill` is false. */
export type NumberedRequest = { company?: CompanyInput | null | undefined; fill?: boolean | null | undefined }

/** What companies are looked up with. */
export type Looking = { companies: Companies; filedAccounts: FiledAccounts }

export type LookUpMeans = Looking & { database: Database }

/** Null: the request gives no number, or is not to be filled. */
export async function lookUp(
  { companies, filedAccounts, database }: LookUpMeans,
  { company, fill }: NumberedRequest,
  signal: AbortSignal,
): Promise<LookedUp | null> {
  const numbers = numbersToLookUp(company, fill)
  if (numbers.length === 0) return null
  const found = firstOf(numbers, await companies.find(numbers, database))
  const isLegalPerson = found?.company.kind === 'legal_person'
  const figures = isLegalPerson ? await filedAccounts.ask(database, found.company.number, signal) : null
  return { found, figures }
}

/** The same for many, from what is kept alone; nobody's accounts are asked for. In the order of the requests. */
export async function lookUpAll(
  { companies, filedAccounts }: Looking,
  reads: Reads,
  requests: readonly NumberedRequest[],
): Promise<(LookedUp | null)[]> {
  const numbers = requests.map(({ company, fill }) => numbersToLookUp(company, fill))
  const asked = numbers.flat()
  if (asked.length === 0) return numbers.map(() => null)
  const found = await companies.find(asked, reads)
  const legalPersons = [...found.values()].filter(({ company }) => company.kind === 'legal_person')
  const figures = await filedAccounts.known(reads, [...new Set(legalPersons.map(({ company }) => company.number))])
  return numbers.map((some) => {
    if (some.length === 0) return null
    const one = firstOf(some, found)
    return { found: one, figures: one === null ? null : (figures.get(one.company.number) ?? null) }
  })
}

/** What was found by the establishment; by the enterprise where the register has no such establishment. */
function firstOf(numbers: readonly string[], found: ReadonlyMap<string, Found>): Found | null {
  for (const number of numbers) {
    const one = found.get(number)
    if (one !== undefined) return one
  }
  return null
}
