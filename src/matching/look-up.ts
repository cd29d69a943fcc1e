/** Looking companies up by their numbers before they are judged: the register, and what is kept of filed accounts (contract 13). */
import type { Companies } from '../companies/companies.ts'
import type { FiledAccounts } from '../companies/filed-accounts/filed-accounts.ts'
import type { Database, Reads } from '../platform/database/database.ts'
import { type LookedUp, numberToLookUp } from './request/filling.ts'
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
  const number = numberToLookUp(company, fill)
  if (number === null) return null
  const found = (await companies.find([number], database)).get(number) ?? null
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
  const numbers = requests.map(({ company, fill }) => numberToLookUp(company, fill))
  const asked = numbers.filter((number) => number !== null)
  if (asked.length === 0) return numbers.map(() => null)
  const found = await companies.find(asked, reads)
  const legalPersons = [...found.values()].filter(({ company }) => company.kind === 'legal_person')
  const figures = await filedAccounts.known(reads, [...new Set(legalPersons.map(({ company }) => company.number))])
  return numbers.map((number) => {
    if (number === null) return null
    const one = found.get(number) ?? null
    return { found: one, figures: one === null ? null : (figures.get(one.company.number) ?? null) }
  })
}
