/** One record being read: what its source and the tables of reference say of it, and the faults found so far. */
import type { Instant } from '../../values/brussels.ts'
import { endOfDay, isDay, parseInstant, startOfDay } from '../../values/brussels.ts'
import type { LocalizedText } from '../../values/localized-text.ts'
import { textOnlyIn } from '../../values/localized-text.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import type { SourceSettings } from '../record/record.ts'
import type { Faults } from './faults.ts'
import type { GivenText } from './input-schema.ts'

/** `at`: the instant of the reading; a day on which something was read lies before it. */
export type Reading = { source: SourceSettings; lookups: ReferenceLookups; at: Instant; faults: Faults }

/** A date as given: the instant it means, and whether it was a plain day. */
export type ReadDate = { instant: Instant; plain: boolean }

/** What a date of the right form means: a plain day is its start in Brussels, or the last millisecond of it. */
export function dateOf(text: string | null, edge: 'start' | 'end'): ReadDate | null {
  if (text === null) return null
  const plain = isDay(text)
  const instant = plain ? (edge === 'start' ? startOfDay(text) : endOfDay(text)) : parseInstant(text)
  return instant === null ? null : { instant, plain }
}

/** A text by language; a string is one in the source's. Null: in no language. */
export function localized(given: GivenText | null, { source }: Reading): LocalizedText | null {
  if (given === null) return null
  if (typeof given === 'string') return textOnlyIn(source.language, given)
  const { nl, fr, en, de } = given
  return nl === null && fr === null && en === null && de === null ? null : { nl, fr, en, de }
}

/** A text that must exist in some language; where it does not, an empty one beside the fault. */
export function requiredText(given: GivenText | null, path: string, reading: Reading): LocalizedText {
  const text = localized(given, reading)
  if (text === null) reading.faults.addUnlessFaulty(path, 'missing')
  return text ?? { nl: null, fr: null, en: null, de: null }
}

/** The entries of a list that were of the right shape, with their paths. */
export function* entriesOf<Item>(list: readonly (Item | null)[] | null, path: string): Generator<[Item, string]> {
  for (const [index, entry] of (list ?? []).entries()) if (entry !== null) yield [entry, `${path}[${index}]`]
}

/** The same without their paths. */
export function present<Item>(list: readonly (Item | null)[] | null): Item[] {
  return (list ?? []).filter((entry) => entry !== null)
}
