/**
 * Companies by their numbers, from the tables of either engine: first whose the establishments are, then each enterprise once, however
 * many of its establishments are asked for. Others have their turn after every stretch of work.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { firstEstablishment, tenDigits } from '../extract/register-text.ts'
import type { Found, FoundFor, LoadedExtract, RegisteredCompany } from '../registered-company.ts'
import {
  companyIn,
  type EnterpriseRow,
  type EstablishmentRow,
  establishmentIn,
  type Look,
  loadedIn,
  lookForEnterprises,
  lookForEstablishments,
  type Saying,
} from './register-tables-store.ts'

/** How long the thread is kept at a stretch; one statement more may be under way then. */
const stretchMs = 5

export type Asking = {
  saying: Saying
  /** Numbers that one statement looks up. */
  numbersPerLook: number
  ask<R extends EnterpriseRow | EstablishmentRow>(look: Look): Promise<R[]> | R[]
}

/** `registers`: which ones answered; where there are several, an establishment whose enterprise another one told of is left out. */
export type Finding = { found: Map<string, Found>; registers: ReadonlySet<string> }

/** Finds numbers of ten digits. */
export async function findCompanies(asking: Asking, numbers: readonly string[], reader: FoundFor): Promise<Finding> {
  const { saying } = asking
  const asked = [...new Set(numbers.map(Number))]
  const giveWay = wayGiver()
  const registers = new Set<string>()
  const owned = new Map<number, Pick<Found, 'establishment' | 'establishmentNace'> & Owner>()
  const ofEstablishments = asked.filter((number) => number >= firstEstablishment)
  const lookAtEstablishments = (some: readonly number[]): Look => lookForEstablishments(saying, some)
  for await (const row of rowsOf<EstablishmentRow>(asking, ofEstablishments, lookAtEstablishments, giveWay)) {
    registers.add(nameOf(loadedIn(row)))
    owned.set(row.number, { ...establishmentIn(row), enterprise: row.enterprise, register: nameOf(loadedIn(row)) })
  }
  const ofEnterprises = asked.filter((number) => number < firstEstablishment)
  const enterprises = new Set([...ofEnterprises, ...[...owned.values()].map(({ enterprise }) => enterprise)])
  const companies = new Map<number, { company: RegisteredCompany; loaded: LoadedExtract }>()
  const lookAtEnterprises = (some: readonly number[]): Look => lookForEnterprises(saying, some, reader)
  for await (const row of rowsOf<EnterpriseRow>(asking, [...enterprises], lookAtEnterprises, giveWay)) {
    registers.add(nameOf(loadedIn(row)))
    companies.set(row.number, { company: companyIn(row), loaded: loadedIn(row) })
  }
  const found = new Map<string, Found>()
  for (const number of ofEnterprises) {
    const one = companies.get(number)
    if (one !== undefined) found.set(tenDigits(number), { ...one, establishment: null, establishmentNace: [] })
  }
  for (const [number, { enterprise, register, ...establishment }] of owned) {
    const one = companies.get(enterprise)
    if (one !== undefined && nameOf(one.loaded) === register) found.set(tenDigits(number), { ...one, ...establishment })
  }
  return { found, registers }
}

/** Of an establishment: its enterprise, and which register says so. */
type Owner = { enterprise: number; register: string }

async function* rowsOf<R extends EnterpriseRow | EstablishmentRow>(
  { numbersPerLook, ask }: Asking,
  numbers: readonly number[],
  lookFor: (some: readonly number[]) => Look,
  giveWay: () => Promise<void> | null,
): AsyncGenerator<R> {
  for (let from = 0; from < numbers.length; from += numbersPerLook)
    for (const row of await ask<R>(lookFor(numbers.slice(from, from + numbersPerLook)))) {
      yield row
      await giveWay()
    }
}

function wayGiver(): () => Promise<void> | null {
  let begunMs = performance.now()
  return () => {
    if (performance.now() - begunMs < stretchMs) return null
    return nextTurn().then(() => {
      begunMs = performance.now()
    })
  }
}

function nameOf({ extract, day }: LoadedExtract): string {
  return `${extract} ${day}`
}
