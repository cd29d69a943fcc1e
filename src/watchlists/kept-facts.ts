/**
 * What is kept of a company: what was given of it, with every key of the match request, as the JSON in which it is shown
 * again. Nothing is worked out of it: `readFacts` reads it as it reads a request, at any later instant.
 */
import type { TSchema } from 'typebox'
import { type CompanyInput, type FactsInput, factsProperties } from '../matching/request/request-schema.ts'

/** `fill`: whether what was not given is filled whenever the company is judged. */
export type KeptInput = FactsInput & { fill?: boolean | null | undefined }

/** The objects of the request that hold facts, in the order in which they are shown. */
const objectNames = ['company', 'project', 'hire', 'household', 'building'] as const

/** Of each object its keys with what stands there where nothing is given: `[]` for a list, else null. */
const emptyObjects = objectNames.map((name) => {
  const properties: Record<string, TSchema & { type?: unknown }> = factsProperties[name].properties
  const keys = Object.entries(properties).map(([key, schema]) => [key, schema.type === 'array' ? [] : null] as const)
  return [name, Object.fromEntries(keys)] as const
})

/**
 * The facts as JSON: an object with `company, project, hire, household, building, answers, fill`. Nulls read as absent. Kinds of
 * applicant stand in both of their properties, in the one for a single kind only where there is one.
 */
export function keptFacts(given: KeptInput): string {
  const facts: FactsInput = { ...given, company: withKinds(given.company ?? {}) }
  const objects = emptyObjects.map(([name, empty]) => [name, { ...empty, ...withoutNulls(facts[name] ?? {}) }])
  return JSON.stringify({
    ...Object.fromEntries(objects),
    answers: withoutNulls(given.answers ?? {}),
    fill: given.fill ?? true,
  })
}

/** What was kept, with every key that is kept now: a row of before may lack some. */
export function keptNow(facts: string): string {
  return keptFacts(JSON.parse(facts) as KeptInput)
}

function withKinds(company: CompanyInput): CompanyInput {
  const several = company.applicant_types ?? []
  const types =
    several.length > 0 ? several : [company.applicant_type].filter((one) => one !== null && one !== undefined)
  return { ...company, applicant_types: types, applicant_type: types.length === 1 ? types[0] : null }
}

function withoutNulls(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
}
