/**
 * The leaf of a rule (contract 5, fields and operators) as it is evaluated: one test of one fact, with its value read once.
 * `is` and `in` are one kind of test, and so are all comparisons; replaced legal forms are their successors, and
 * applicant types that only describe are what they are read as.
 */
import type { CompleteRule } from '../../measures/rules/generated-rules.ts'
import { successorOf } from '../../reference/legal-forms.ts'
import type { NaceVersion } from '../../reference/nace.ts'
import type { NaceList } from '../../reference/nace-reading.ts'
import {
  type ApplicantType,
  applicantTypes,
  type Operator,
  type RuleField,
  ruleFields,
} from '../../values/vocabularies.ts'
import { applicantTypesReadAs } from '../request/applicant-types.ts'

/** An end of a range: a number, a day, or `today`; `strict`: the end itself does not pass. */
export type Edge = { value: number | string; strict: boolean }

/** The one value is (negative: is not) among the names. */
export type OneTest = { kind: 'one'; negative: boolean; names: ReadonlySet<string> }
export type RangeTest = { kind: 'range'; low: Edge | null; high: Edge | null }

export type Test =
  | OneTest
  | RangeTest
  /** The set has one (negative: none) of the names. */
  | { kind: 'set'; negative: boolean; names: ReadonlySet<string> }
  /** A code of the company is (negative: the main activity is not) covered. */
  | { kind: 'nace'; negative: boolean; list: NaceList }
  | { kind: 'committees'; negative: boolean; codes: readonly string[] }

export type Predicate = {
  field: RuleField
  test: Test
}

type Leaf = Pick<CompleteRule, 'field' | 'operator' | 'value'>
const negatives: readonly Operator[] = ['not_in', 'not_overlaps', 'not_covers']

/**
 * The predicate of a leaf that the reading of records has accepted, of a measure that speaks of that version of NACE-BEL.
 * Throws on anything else: it is a bug.
 */
export function predicateOf(leaf: Leaf, naceVersion: NaceVersion | null): Predicate {
  const { field, operator, value } = leaf
  if (field === null || operator === null || value === null) throw new Error('a leaf has a field, operator and value')
  return { field, test: testOf(field, operator, value, naceVersion) }
}

function testOf(
  field: RuleField,
  operator: Operator,
  value: NonNullable<Leaf['value']>,
  version: NaceVersion | null,
): Test {
  const negative = negatives.includes(operator)
  switch (ruleFields[field].type) {
    case 'one':
      return { kind: 'one', negative, names: new Set(field === 'company.legal_form' ? formsOf(value) : wordsOf(value)) }
    case 'set':
      return {
        kind: 'set',
        negative,
        names: new Set(field === 'company.applicant_type' ? typesOf(value) : wordsOf(value)),
      }
    case 'codes':
      return field === 'company.nace'
        ? { kind: 'nace', negative, list: { codes: wordsOf(value), version } }
        : { kind: 'committees', negative, codes: wordsOf(value) }
    case 'number':
    case 'date':
      return rangeOf(operator, value)
  }
}

function rangeOf(operator: Operator, value: NonNullable<Leaf['value']>): Test {
  const edge = (end: number | string | undefined, strict = false): Edge => {
    if (end === undefined) throw new Error(`${operator} lacks an end`)
    return { value: end, strict }
  }
  if (typeof value === 'object') return { kind: 'range', low: edge(value[0]), high: edge(value[1]) }
  switch (operator) {
    case 'at_least':
      return { kind: 'range', low: edge(value), high: null }
    case 'at_most':
      return { kind: 'range', low: null, high: edge(value) }
    case 'before':
      return { kind: 'range', low: null, high: edge(value, true) }
    case 'after':
      return { kind: 'range', low: edge(value, true), high: null }
    default:
      throw new Error(`${operator} does not compare`)
  }
}

function wordsOf(value: NonNullable<Leaf['value']>): string[] {
  return typeof value === 'object' ? value.map(String) : [String(value)]
}

function formsOf(value: NonNullable<Leaf['value']>): string[] {
  return wordsOf(value).map((code) => successorOf(code) ?? code)
}

function typesOf(value: NonNullable<Leaf['value']>): ApplicantType[] {
  const words = new Set(wordsOf(value))
  return applicantTypesReadAs(applicantTypes.filter((type) => words.has(type)))
}
