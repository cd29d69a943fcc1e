/** An office whose clients are known by their numbers alone: a service beside a register of our own making. */
import { createAccount } from '../../src/accounts/operations.ts'
import type { Language, PlanId } from '../../src/values/vocabularies.ts'
import type { Engine } from './databases.ts'
import { type CompanyGiven, type FileGiven, numberOf, rowsOf } from './register-files.ts'
import { type RegisterScene, registerScene } from './register-scene.ts'
import { startService, type TestService } from './service.ts'
import { type SignedInBrowser, signedInTo } from './signed-in.ts'

/** Numbers of companies of a register; each of a body that nobody has. */
export const enterpriseAt = (index: number): string => numberOf(4_000_100 + index)
export const establishmentAt = (index: number): string => numberOf(20_100_000 + index)

/** A bakery in Ghent, with one establishment. */
export function bakery(index: number, given: Partial<CompanyGiven> = {}): CompanyGiven {
  return {
    number: enterpriseAt(index),
    started: '01-06-2015',
    names: [['2', '001', `Bakkerij ${index}`]],
    establishments: [{ number: establishmentAt(index), postcode: '9000', municipality: 'Gent' }],
    activities: [['001', '2025', '10711', 'MAIN']],
    ...given,
  }
}

export type NumberedOffice = AsyncDisposable & {
  service: TestService
  register: RegisterScene
  load(companies: readonly CompanyGiven[], given?: Omit<FileGiven, 'rows'>): Promise<void>
  /** An account of that language and plan that has nothing yet. */
  office(language?: Language, plan?: PlanId): Promise<{ account: string; browser: SignedInBrowser }>
}

export async function numberedOffice(engine: Engine): Promise<NumberedOffice> {
  const register = await registerScene(engine)
  // The scene closes its store; the service has it until then.
  const { store } = register
  const service = await startService({ ...engine, open: async () => ({ ...store, close: async () => {} }) })
  let made = 0
  return {
    ...{ service, register },
    load: (companies, given = {}) => register.load({ ...given, rows: rowsOf(companies) }),
    async office(language = 'nl', plan = 'business') {
      made += 1
      const parts = { email: `office${made}@example.org`, plan, language }
      const { id } = await createAccount(service.database, service.clock.now(), parts)
      return { account: id, browser: await signedInTo(service, id) }
    },
    async [Symbol.asyncDispose]() {
      await service.stop()
      await register[Symbol.asyncDispose]()
    },
  }
}
