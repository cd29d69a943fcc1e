/** Looking a company of the check up by its number: in the register that is loaded here, and in what is known of filed accounts. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Found, isShownWhole, type LoadedExtract } from '../../../companies/registered-company.ts'
import { type LookUpMeans, lookUp } from '../../../matching/look-up.ts'
import { isHouseholdAlone } from '../../../matching/request/applicant-types.ts'
import {
  choicesOf,
  type EstablishmentChoice,
  type LookedUp,
  numbersToLookUp,
} from '../../../matching/request/filling.ts'
import type { FactsInput } from '../../../matching/request/request-schema.ts'
import { numbersOf } from '../asking/company-number.ts'

export type Looking = {
  /** As for a match: null where the facts give no number, or a household alone applies. Waits for filed accounts, at most 2 s. */
  lookUp(facts: FactsInput): Promise<LookedUp | null>
  /** Which extract is loaded; null: none is. */
  loaded(): Promise<LoadedExtract | null>
}

/** `signal`: of the request that asks. */
export function lookingWith(means: LookUpMeans, signal: AbortSignal): Looking {
  return {
    lookUp: ({ company }) => lookUp(means, { company: company ?? null }, signal),
    loaded: () => means.companies.loaded(),
  }
}

/** What is known by the numbers of facts, and of those before a change. Where both give the same numbers these are looked up once. */
export async function lookUpBoth(
  looking: Looking | undefined,
  facts: FactsInput,
  before: FactsInput | null,
): Promise<[lookedUp: LookedUp | null, lookedUpBefore: LookedUp | null]> {
  if (looking === undefined) return [null, null]
  if (before === null) return [await looking.lookUp(facts), null]
  const [numbers, numbersBefore] = [facts, before].map(({ company }) => numbersToLookUp(company, true).join(' '))
  if (numbers !== numbersBefore) return Promise.all([looking.lookUp(facts), looking.lookUp(before)])
  const lookedUp = await looking.lookUp(facts)
  return [lookedUp, lookedUp]
}

/** How long a form waits to be told whether a register is loaded. */
const loadedWaitMs = 500

/**
 * Which extract the words of a form name. Null also where the store does not say in time: the form then asks for a postcode, and takes a
 * number all the same.
 */
export async function loadedInTime(looking: Looking | undefined): Promise<LoadedExtract | null> {
  if (looking === undefined) return null
  return Promise.race([looking.loaded().catch(() => null), pause(loadedWaitMs, null, { ref: false })])
}

/** The number of a check, and what came of it. */
export type AskedNumber = {
  /** Ten digits: of the establishment where one is given. */
  number: string
  /**
   * `not_found`: the register that is loaded does not have it; `household`: a household alone has no enterprise; `not_here`: the screen
   * looks no numbers up.
   */
  standing: 'found' | 'not_found' | 'no_register' | 'household' | 'not_here'
  found: Found | null
  loaded: LoadedExtract | null
  /** Establishments to choose from. None of a natural person: where they are is shown to nobody. */
  choices: readonly EstablishmentChoice[]
}

/** Null: no number is given. */
export async function askedNumber(
  facts: FactsInput,
  lookedUp: LookedUp | null,
  looking: Looking | undefined,
): Promise<AskedNumber | null> {
  const [number] = numbersOf(facts)
  if (number === undefined) return null
  const found = lookedUp?.found ?? null
  if (found !== null)
    return {
      number,
      standing: 'found',
      found,
      loaded: found.loaded,
      choices: isShownWhole(found.company) ? choicesIn(found) : [],
    }
  const { applicant_types: types } = facts.company ?? {}
  if (isHouseholdAlone(types ?? [])) return { number, standing: 'household', found, loaded: null, choices: [] }
  if (looking === undefined) return { number, standing: 'not_here', found, loaded: null, choices: [] }
  const loaded = await looking.loaded()
  return { number, standing: loaded === null ? 'no_register' : 'not_found', found, loaded, choices: [] }
}

function choicesIn({ company: { establishments } }: Found): readonly EstablishmentChoice[] {
  return establishments.total > 1 ? choicesOf(establishments.items) : []
}
