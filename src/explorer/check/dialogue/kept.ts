/**
 * What a dialogue has heard, as its forms carry it from step to step: nothing of it is kept here. It is JSON in a hidden field,
 * and whoever sends it may have written anything into it: it is read as strictly as the body of a match request.
 */

import Type from 'typebox'
import { bodyReader } from '../../../contract/body/body.ts'
import type { OpenProperty } from '../../../matching/request/answers.ts'
import { type FactsInput, factsProperties } from '../../../matching/request/request-schema.ts'
import { isProperty } from '../asking/facts-given.ts'

export type Kept = {
  facts: FactsInput
  /** Questions to which the answer is not known, in the order in which they were put. */
  skipped: readonly OpenProperty[]
  /** Slug of the measure for which the check was begun. */
  measure: string | null
  /** More of the list than at first. */
  isLong: boolean
}

export const answersMax = 100
const skippedMax = 100
const skippedCharactersMax = 500
const slugMax = 400

const keptSchema = Type.Object({
  ...factsProperties,
  skipped: Type.Optional(Type.Array(Type.String())),
  measure: Type.Optional(Type.String()),
  long: Type.Optional(Type.Boolean()),
})

type KeptJson = FactsInput & { skipped?: string[]; measure?: string; long?: boolean }

const reader = bodyReader(keptSchema, 'work')

export function keptText({ facts, skipped, measure, isLong }: Kept): string {
  const others = { ...(measure === null ? {} : { measure }), ...(isLong ? { long: true } : {}) }
  return JSON.stringify({ ...facts, ...(skipped.length === 0 ? {} : { skipped }), ...others })
}

/** Null where it is none that a form of ours can have held. Whether the facts can be right is judged by whoever matches. */
export async function readKept(text: string): Promise<Kept | null> {
  let json: KeptJson
  try {
    json = (await reader.readText(text)) as KeptJson
  } catch {
    return null
  }
  const { skipped = [], measure = null, long: isLong = false, ...facts } = json
  if (Object.keys(facts.answers ?? {}).length > answersMax || skipped.length > skippedMax) return null
  if (measure !== null && measure.length > slugMax) return null
  const properties = skipped.filter((one): one is OpenProperty => one.length <= skippedCharactersMax && isProperty(one))
  return properties.length === skipped.length ? { facts, skipped: properties, measure, isLong } : null
}
