/** Companies by their number, for everybody who asks: what the register has of them, without those that are forgotten. */
import type { Database, Reads } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { allForgotten, countForgotten, forget, forgottenAmong } from './forgotten-store.ts'
import type { CompanyRegister } from './register/register-store.ts'
import type { Found, FoundFor, LoadedExtract } from './registered-company.ts'

export type Companies = {
  /** What is loaded; null: nothing. */
  loaded(): Promise<LoadedExtract | null>
  /** Another one whenever what is found of anybody may be another: after a load, and when a company is forgotten. */
  mark(): Promise<string>
  /**
   * Those of the numbers that the register has, by the number asked for: ten digits each, of enterprises or establishments. With a
   * request's own handle (`Database.withSignal`) the look-ups end with it; inside a transaction its handle is given.
   * `reader`: a match where nothing else is said.
   */
  find(numbers: readonly string[], reads?: Reads, reader?: FoundFor): Promise<ReadonlyMap<string, Found>>
}

/** Numbers that one statement names. */
const numbersPerLook = 500

export function companiesOf(store: Database, register: CompanyRegister): Companies {
  return {
    loaded: () => register.loaded(),
    mark: async () => `${await register.mark()} ${await countForgotten(store)}`,
    async find(numbers, reads = store, reader = 'match') {
      const found = new Map(await register.find([...new Set(numbers)], reads, reader))
      const enterprises = [...new Set([...found.values()].map(({ company }) => company.number))]
      for (let from = 0; from < enterprises.length; from += numbersPerLook) {
        const gone = await forgottenAmong(reads, enterprises.slice(from, from + numbersPerLook))
        if (gone.size > 0) for (const [asked, { company }] of found) if (gone.has(company.number)) found.delete(asked)
      }
      return found
    },
  }
}

/** Forgets an enterprise (ten digits): from now on nobody is told of it, and no load brings it back. */
export function forgetCompany(database: Database, number: string, now: Instant): Promise<void> {
  return forget(database, number, now)
}

/** The enterprises (ten digits each) that are forgotten. */
export function forgottenCompanies(database: Database): Promise<ReadonlySet<string>> {
  return allForgotten(database)
}
