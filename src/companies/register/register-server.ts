/** The register on PostgreSQL, as whoever looks companies up and whoever changes it have it. */
import type { Database, Reads } from '../../platform/database/database.ts'
import type { Found, FoundFor } from '../registered-company.ts'
import { type Asking, findCompanies } from './find-companies.ts'
import { beginOnServer, forgetOnServer, ServerReading, saying } from './register-server-store.ts'
import type { CompanyRegister, RegisterPlace } from './register-store.ts'

/** Numbers that one statement looks up. */
const numbersPerLook = 100
/** How often numbers are looked up anew where two registers answered. */
const looksMax = 5

/** The register beside the store of that address. */
export function registerOnServer(database: Database, url: string): RegisterPlace {
  return {
    register: new ServerRegister(database),
    build: (from) => beginOnServer(url, from),
    forget: (enterprises, confirm) => forgetOnServer(url, enterprises, confirm),
  }
}

class ServerRegister extends ServerReading implements CompanyRegister {
  async find(numbers: readonly string[], reads: Reads, reader: FoundFor): Promise<ReadonlyMap<string, Found>> {
    if (numbers.length === 0 || !(await this.hasTables(reads))) return new Map()
    const asking: Asking = { saying, numbersPerLook, ask: (look) => this.ask(reads, look) }
    for (let tries = 1; ; tries += 1) {
      const { found, registers } = await findCompanies(asking, numbers, reader)
      // Another register may have taken its place between two statements.
      if (registers.size <= 1 || tries >= looksMax) return found
    }
  }

  close(): void {}
}
