/** Companies by their number, for everybody who asks: what the register has of them, without those that are left out of it. */
import type { Database, Reads } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { allLeftOut, countLeftOut, leaveOut, leftOut } from './forgotten-store.ts'
import type { CompanyRegister } from './register/register-store.ts'
import type { Found, LoadedExtract } from './registered-company.ts'

export type Companies = {
  /** What is loaded; null: nothing. */
  loaded(): Promise<LoadedExtract | null>
  /** Another one whenever what is found of anybody may be another: after a load, and when somebody is left out. */
  mark(): Promise<string>
  /**
   * Those of the numbers that the register has, by the number asked for: ten digits each, of enterprises or establishments. With a
   * request's own handle (`Database.withSignal`) the look-ups end with it; inside a transaction its handle is given.
   */
  find(numbers: readonly string[], reads?: Reads): Promise<ReadonlyMap<string, Found>>
}

/** Numbers that one statement names. */
const numbersPerLook = 500

export function companiesOf(store: Database, register: CompanyRegister): Companies {
  return {
    loaded: () => register.loaded(),
    mark: async () => `${await register.mark()} ${await countLeftOut(store)}`,
    async find(numbers, reads = store) {
      const found = new Map(await register.find([...new Set(numbers)], reads))
      const enterprises = [...new Set([...found.values()].map(({ company }) => company.number))]
      for (let from = 0; from < enterprises.length; from += numbersPerLook) {
        const gone = await leftOut(reads, enterprises.slice(from, from + numbersPerLook))
        if (gone.size > 0) for (const [asked, { company }] of found) if (gone.has(company.number)) found.delete(asked)
      }
      return found
    },
  }
}

/** Leaves an enterprise (ten digits) out: from now on nobody is told of it, and no load brings it back. */
export function leaveOutCompany(database: Database, number: string, now: Instant): Promise<void> {
  return leaveOut(database, number, now)
}

/** The enterprises (ten digits each) that are left out. */
export function forgottenCompanies(database: Database): Promise<ReadonlySet<string>> {
  return allLeftOut(database)
}
