/** A watched company as the store has it, read back into facts. */
import { readFacts } from '../../matching/request/facts.ts'
import type { FactsInput } from '../../matching/request/request-schema.ts'
import type { Instant } from '../../values/brussels.ts'
import type { WatchedFacts } from '../portfolio/company-table.ts'

/** `facts`: JSON as an upload wrote it; `answered_texts`: JSON object of prints by answer name, null where there is none. */
export type StoredFacts = { facts: string; answered_texts: string | null; added_seq: number }

/** The facts as they are at an instant. Null: what was accepted once cannot be read any more. */
export function readStoredCompany({ facts, answered_texts, added_seq }: StoredFacts, at: Instant): WatchedFacts | null {
  // Both are written by uploads alone.
  const outcome = readFacts(JSON.parse(facts) as FactsInput, at)
  if (!('facts' in outcome)) return null
  return { facts: outcome.facts, answeredTexts: printsIn(answered_texts), addedSeq: added_seq }
}

/** The prints of the texts that a company's answers were given for, by the answers' names. */
function printsIn(text: string | null): ReadonlyMap<string, string> {
  return text === null ? none : new Map(Object.entries(JSON.parse(text) as Record<string, string>))
}

const none: ReadonlyMap<string, string> = new Map()
