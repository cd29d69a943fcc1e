/**
 * The matrix of cases (`tests/catalogue/matrix`): for every record of the catalogue an applicant who is in, one who is out and
 * one who must stay undecided, each with the condition of the record that decides. The cases were written from the records
 * and the law alone, before the matcher had judged any.
 */
import path from 'node:path'
import Type, { type Static } from 'typebox'
import { readFacts } from '../../src/matching/request/facts.ts'
import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import { judgeConditions } from '../../src/matching/verdict/answerable.ts'
import { type JudgedMeasure, judgeMeasure } from '../../src/matching/verdict/judge-measure.ts'
import type { RuleVerdict } from '../../src/matching/verdict/judge-rule.ts'
import type { MatchableMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { type Instant, parseInstant } from '../../src/values/brussels.ts'
import { readYamlFolder } from './yaml-files.ts'

/** When the applicants ask. */
export const matrixAt: Instant = parseInstant('2026-11-27T09:00:00Z') ?? 0

const closed = { additionalProperties: false } as const
const object = Type.Record(Type.String(), Type.Unknown())
const request = Type.Record(Type.String(), object)
/** What differs of a request, object by object; null takes one away. */
const changesOf = Type.Record(Type.String(), Type.Union([object, Type.Null()]))
export const matrixParts = ['in', 'out', 'undecided'] as const
export type Part = (typeof matrixParts)[number]
const caseSchema = Type.Object(
  {
    in: request,
    decides_in: Type.Array(Type.String(), { minItems: 1 }),
    out: Type.Object({ changes: changesOf, decides: Type.Union([Type.String(), Type.Null()]) }, closed),
    undecided: Type.Object({ changes: changesOf, open: Type.String() }, closed),
    /** Parts that are judged otherwise than they should be, each with why: the test fails when one is judged as it should. */
    known_failures: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  closed,
)
const fileSchema = Type.Record(Type.String(), caseSchema)
export type MatrixCase = Static<typeof caseSchema> & { id: string; file: string }

const folder = path.join(import.meta.dirname, '..', 'catalogue', 'matrix')

/** All cases, by file and place in it. Throws where a file is not as its schema says, or names a measure twice. */
export function matrixCases(): MatrixCase[] {
  return readYamlFolder(folder, fileSchema).flatMap(({ file, content }) =>
    Object.entries(content).map(([id, one]) => ({ ...one, id, file })),
  )
}

/** A request with changes merged in key by key; null takes a property away. */
function changed(input: MatrixCase['in'], changes: MatrixCase['out']['changes']): MatrixCase['in'] {
  const merged: MatrixCase['in'] = { ...input }
  for (const [part, values] of Object.entries(changes)) {
    if (values === null) {
      delete merged[part]
      continue
    }
    merged[part] = Object.fromEntries(
      Object.entries({ ...input[part], ...values }).filter(([, value]) => value !== null),
    )
  }
  return merged
}

/** The rule of that id, however deep, and its verdict. */
function verdictOf(verdicts: readonly RuleVerdict[], id: string): RuleVerdict | undefined {
  for (const verdict of verdicts) {
    if (verdict.rule.id === id) return verdict
    const within = verdictOf(verdict.members, id)
    if (within !== undefined) return within
  }
  return undefined
}

/** What is amiss with a part of a case; null: it is judged as it should be. Whether anybody can apply now is left aside. */
export function amissIn(one: MatrixCase, measure: MatchableMeasure, part: Part): string | null {
  const changes = part === 'in' ? {} : one[part].changes
  const read = readFacts(changed(one.in, changes) as FactsInput, matrixAt)
  if (!('facts' in read)) return `the request is refused: ${read.message}`
  const prepared = prepare({ ...measure, status: 'open' })
  const judged = judgeMeasure(prepared, read.facts)
  const said = `${judged.status} (${judged.reviewReasons.join()}), asks ${judged.questions.join() || 'nothing'}, ${failsOf(judged)}`
  const outcomeOf = (conditionId: string): 'pass' | 'fail' | 'unknown' | 'not there' => {
    const condition = measure.record.conditions.find(({ id }) => id === conditionId)
    if (condition === undefined) return 'not there'
    const outcomes = condition.rule_ids.map((id) => verdictOf(judged.rules, id)?.outcome ?? 'unknown')
    if (outcomes.length > 0)
      return outcomes.includes('fail') ? 'fail' : outcomes.includes('unknown') ? 'unknown' : 'pass'
    const own = prepared.conditions.filter(({ id }) => id === conditionId)
    const { fails, open } = judgeConditions(own, read.facts.answers)
    return fails ? 'fail' : open.length > 0 ? 'unknown' : 'pass'
  }
  if (part === 'in') {
    const defining = measure.record.conditions.filter(({ defines }) => defines).map(({ id }) => id)
    const others = one.decides_in.filter((id) => !defining.includes(id))
    if (others.length > 0) return `${others.join()} defines nothing`
    return judged.status === 'likely_eligible' ? null : said
  }
  if (part === 'out') {
    const { decides } = one.out
    if (judged.status !== 'not_eligible') return said
    return decides === null || outcomeOf(decides) === 'fail' ? null : `${decides}: ${outcomeOf(decides)}; ${said}`
  }
  const { open } = one.undecided
  if (judged.status !== 'possibly_eligible') return said
  return outcomeOf(open) === 'unknown' ? null : `${open}: ${outcomeOf(open)}; ${said}`
}

function failsOf({ rules }: JudgedMeasure): string {
  const failing = rules.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule.id)
  return failing.length === 0 ? 'no rule fails' : `fails ${failing.join()}`
}
