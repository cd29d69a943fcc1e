/**
 * The first form as somebody would fill it in who told his situation in words: what was understood, each in the field where it can
 * be changed. What could be two things (a place of several postcodes, two amounts) stays empty.
 */
import { placeOf, postcodesOf } from '../../../reference/geography.ts'
import { dottedNace } from '../../../reference/nace.ts'
import { meaningsOf } from '../../../situations/dictionary.ts'
import { areStaff } from '../../../situations/numbers-read.ts'
import { type Part, type Situation, topicsOf } from '../../../situations/read-situation.ts'
import type { Sense } from '../../../situations/senses.ts'
import { isTypeChoice } from './applicants.ts'
import type { FirstField, FirstTyped } from './first-form.ts'

/** `parts`: the places of the parts of the situation that it was filled in from. */
export type Filled = { typed: FirstTyped; parts: readonly number[] }

/** A greater amount is nobody's project. */
const budgetMax = 1e12

export function filledFrom({ parts }: Situation): Filled {
  const isHiring = parts.some((part) => topicsOf(part).includes('hiring_employment'))
  const told = parts.flatMap((part, place) => valuesOf(part, isHiring).map((value) => ({ ...value, place })))
  const values = Map.groupBy(told, ({ field }) => field)
  const typed: Partial<Record<FirstField, readonly string[]>> = {}
  const filled = new Set<number>()
  for (const [field, some] of values) {
    const distinct = [...new Set(some.map(({ value }) => value))]
    if (!several.has(field) && distinct.length > 1) continue
    typed[field] = distinct
    for (const { place } of some) filled.add(place)
  }
  return { typed, parts: [...filled].sort((left, right) => left - right) }
}

/** Fields in which several values stand beside each other. */
const several: ReadonlySet<FirstField> = new Set<FirstField>(['applicant', 'nace', 'topics'])

type Value = { field: FirstField; value: string }

function valuesOf(part: Part, isHiring: boolean): Value[] {
  if (part.kind === 'amount') return budgetOf(part.value)
  // Whoever hires two people tells of those two, not of how many work there.
  if (part.kind === 'people')
    return areStaff(part.text) && !isHiring ? [{ field: 'employees', value: String(part.value) }] : []
  if (part.kind !== 'sense') return []
  const [first] = part.senses
  if (first?.kind === 'place') return postcodeIn(part.text, part.senses)
  if (first?.kind === 'activity') return [{ field: 'nace', value: dottedNace(first.trade.codes[0] ?? '') }]
  return [
    ...applicantsOf(part.words, part.senses),
    ...topicsOf(part).map((topic): Value => ({ field: 'topics', value: topic })),
  ]
}

function budgetOf(value: number): Value[] {
  const cents = Math.round(value * 100) / 100
  return cents > 0 && cents <= budgetMax ? [{ field: 'budget', value: String(cents) }] : []
}

/** The postcode that was typed, or the only one of the place. */
function postcodeIn(text: string, senses: readonly Sense[]): Value[] {
  if (placeOf(text) !== null) return [{ field: 'postcode', value: text }]
  const near = new Set(senses.flatMap((sense) => (sense.kind === 'place' ? sense.place.near : [])))
  const [only, ...others] = new Set([...near].flatMap((token) => postcodesOf(token)))
  return only === undefined || others.length > 0 || near.size > 1 ? [] : [{ field: 'postcode', value: only }]
}

/**
 * The kinds that it names, also where its words are a purpose too (`starter`, `vzw`). Whom a purpose is mostly for is left open:
 * rules would go by what nobody said.
 */
function applicantsOf(words: readonly string[], senses: readonly Sense[]): Value[] {
  const all = [...senses, ...meaningsOf(words).map(({ sense }) => sense)]
  const types = new Set(all.flatMap((sense) => (sense.kind === 'applicant' ? [sense.type] : [])))
  return [...types].filter(isTypeChoice).map((type) => ({ field: 'applicant', value: `type:${type}` }))
}
