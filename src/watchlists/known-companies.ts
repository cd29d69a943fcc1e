/**
 * What is known of watched companies by their numbers, for whoever looks at them: what was given by hand, what it is filled with and from
 * where, and what is still to be told. Nothing of it is kept.
 */
import type { LoadedExtract } from '../companies/registered-company.ts'
import { type Looking, lookUpAll } from '../matching/look-up.ts'
import type { Faults } from '../matching/request/content-fault.ts'
import {
  type EstablishmentChoice,
  type FilledFrom,
  fillCompany,
  type LookedUp,
  type NumberWarning,
} from '../matching/request/filling.ts'
import type { CompanyInput } from '../matching/request/request-schema.ts'
import type { Reads } from '../platform/database/database.ts'
import type { KeptInput } from './kept-facts.ts'

export type KnownCompany = {
  given: CompanyInput
  /** What was given, with what it is filled with; `filled` says from where that is known, by property. */
  company: CompanyInput
  filled: FilledFrom
  warnings: readonly NumberWarning[]
  /** By the register; of legal persons alone. */
  name: string | null
  /** Of which one is to be chosen, so that there is a place: the first of them, and how many there are. Empty: none is to be. */
  choices: readonly EstablishmentChoice[]
  establishments: number
  /** Null: the register does not have it, or none is loaded. */
  register: LoadedExtract | null
}

/** In the order of what is kept; null: no number is given, or the company is not to be filled. */
export async function knownCompanies(
  looking: Looking,
  reads: Reads,
  kept: readonly KeptInput[],
): Promise<(KnownCompany | null)[]> {
  const lookedUp = await lookUpAll(looking, reads, kept)
  return kept.map((facts, index) => knownOf(facts.company ?? {}, lookedUp[index] ?? null))
}

function knownOf(given: CompanyInput, lookedUp: LookedUp | null): KnownCompany | null {
  if (lookedUp === null) return null
  // An establishment that has gone over to another enterprise fills nothing: what was given holds.
  const faults: Faults = []
  const { company, filling } = fillCompany(given, lookedUp, faults)
  const { filled, choices } = filling
  const warnings = faults.length > 0 ? (['establishment_of_another'] as const) : filling.warnings
  const { found } = lookedUp
  return {
    ...{ given, company, filled, warnings, choices },
    name: found?.company.name ?? null,
    establishments: found?.company.establishments.total ?? 0,
    register: found?.loaded ?? null,
  }
}
