/**
 * What somebody typed, read as a situation with the names of one index, and as that index is asked it; and what a cursor carries of
 * it, so that a list goes on as its first page began.
 */
import { crc32 } from 'node:zlib'
import { readSituation, type Situation } from '../../situations/read-situation.ts'
import { type MeantQuery, meantQuery, type Narrowing } from './meant-query.ts'
import type { HeldMeaning, MeasureIndex } from './measure-index.ts'
import type { Filters } from './query.ts'

export type MeantSearch = { situation: Situation; query: MeantQuery }

/** `filters`: those that the caller gave, which win over what is understood. */
export function meantSearch(index: MeasureIndex, q: string, filters: Filters): MeantSearch {
  const situation = readSituation(q, index)
  return { situation, query: meantQuery(situation, filters, (words) => index.nameTokenOf(words)) }
}

const form = /^([^|]*)\|(\d{1,4}(?:\.\d{1,4})*)?\|([0-9a-z]+)$/

/** What narrows the list, by what it narrows to and not by its place, what concepts weigh, and which reading this is of. */
export function writeHeld({ situation, query }: MeantSearch, { narrowed, weights }: HeldMeaning): string {
  const holding = query.narrowings.filter((_, place) => narrowed[place]).map(keyOf)
  return `${holding.join(' ')}|${weights.join('.')}|${readingOf(situation)}`
}

/** Null where the text is none, or of another reading of the words: a measure that is called so may have come or gone. */
export function readHeld({ situation, query }: MeantSearch, text: unknown): HeldMeaning | null {
  const [, holding = '', weights = '', reading] = (typeof text === 'string' ? form.exec(text) : null) ?? []
  if (reading !== readingOf(situation)) return null
  const keys = holding.split(' ')
  return {
    narrowed: query.narrowings.map((one) => keys.includes(keyOf(one))),
    weights: weights === '' ? [] : weights.split('.').map(Number),
  }
}

function keyOf({ name, filters }: Narrowing): string {
  const values = filters[name]
  return `${name}:${Array.isArray(values) ? values.join('+') : ''}`
}

function readingOf({ parts }: Situation): string {
  return crc32(JSON.stringify(parts.map(({ kind, words }) => [kind, words]))).toString(36)
}
