/** A watched company as the store has it, read back into facts. */
import { type Looking, lookUpAll } from '../../matching/look-up.ts'
import { type FactWarning, readFacts } from '../../matching/request/facts.ts'
import type { LookedUp, NumberWarning } from '../../matching/request/filling.ts'
import type { Reads } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { KeptInput } from '../kept-facts.ts'
import type { WatchedFacts } from '../portfolio/company-table.ts'

/** `facts`: JSON as an upload wrote it; `answered_texts`: JSON object of prints by answer name, null where there is none. */
export type StoredFacts = { facts: string; answered_texts: string | null; added_seq: number }

/** What is kept of companies, each with what was looked up for it. */
export async function lookedUpFor<Row extends Pick<StoredFacts, 'facts'>>(
  looking: Looking,
  reads: Reads,
  rows: readonly Row[],
): Promise<{ row: Row; kept: KeptInput; lookedUp: LookedUp | null }[]> {
  // Written by uploads alone.
  const kept = rows.map(({ facts }) => JSON.parse(facts) as KeptInput)
  const lookedUp = await lookUpAll(looking, reads, kept)
  return rows.map((row, index) => ({ row, kept: kept[index] ?? {}, lookedUp: lookedUp[index] ?? null }))
}

export type StoredCompany = { row: Omit<StoredFacts, 'facts'>; kept: KeptInput; lookedUp: LookedUp | null }

/** What is read of a company, with what is to be known of it. */
export type ReadCompany = WatchedFacts & { warnings: readonly (FactWarning | NumberWarning)[] }

/** The facts as they are at an instant. Null: what was accepted once cannot be read any more. */
export function readStoredCompany({ row, kept, lookedUp }: StoredCompany, at: Instant): ReadCompany | null {
  const { answered_texts, added_seq } = row
  const filled = readFacts(kept, at, lookedUp)
  // An establishment that has gone over to another enterprise: what was given holds.
  const outcome = 'facts' in filled ? filled : readFacts(kept, at)
  if (!('facts' in outcome)) return null
  const { facts } = outcome
  const warnings = outcome === filled ? outcome.warnings : [...outcome.warnings, 'establishment_of_another' as const]
  return { facts, warnings, answeredTexts: printsIn(answered_texts), addedSeq: added_seq }
}

/** The prints of the texts that a company's answers were given for, by the answers' names. */
function printsIn(text: string | null): ReadonlyMap<string, string> {
  return text === null ? none : new Map(Object.entries(JSON.parse(text) as Record<string, string>))
}

const none: ReadonlyMap<string, string> = new Map()
