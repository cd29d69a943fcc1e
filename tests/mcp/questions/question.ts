/** What an adviser asks an assistant, the calls of tools that answer it, and what the adviser is then told. */
import assert from 'node:assert/strict'

/** More calls than this nobody waits for. */
export const callsMax = 4

/** `structuredContent` of a tool. What a question looks at is read by the functions below. */
export type ToolAnswer = Record<string, unknown>

export type ToolCall = readonly [
  tool: string,
  given: Record<string, unknown> | ((answers: readonly ToolAnswer[]) => Record<string, unknown>),
]

export type Question = {
  /** In the adviser's words. */
  asked: string
  /** Made from the tools' descriptions alone; a later call takes ids from earlier answers. */
  calls: readonly ToolCall[]
  /** Throws where the answers, one for each call, do not say what an adviser would. */
  says(answers: readonly ToolAnswer[]): void
}

/** Every status but `closed`: what can be applied for, and what is worth telling though it cannot, or may not, be now. */
export const notEnded = ['open', 'continuous', 'forthcoming', 'unknown', 'paused', 'budget_exhausted']

type Amount = { min: number | null; max: number | null; rate_max: number | null }

export type Row = {
  id: string
  title: string
  status: string
  closes_at: string | null
  url: string
  amount: Amount | null
}

export type Condition = { id: string; kind: string; text: string; answer_as: string | null }

export type Rule = { id: string; outcome: string; text: string; missing: string | null; rules: Rule[] }

export type Match = {
  subsidy: Row
  status: string
  reason: string
  rules: Rule[]
  unevaluated_conditions: Condition[]
  questions: string[]
  indicative_amount: { max: number | null; explanation: string } | null
}

export type OpenQuestion = { field: string; question: string; settles: number; appears_in: number }

export type FeedEvent = { event: string; data: { id: string; diff: Record<string, { from: unknown; to: unknown }> } }

export type Measure = Omit<Row, 'amount'> & {
  amount: (Amount & { rate_min: number | null; note: string | null }) | null
  conditions: Condition[]
  state_aid: { regime: string } | null
  application_window: { note: string | null }
  related: { excludes: string[]; replaced_by: string[] }
  source: { record_url: string | null; last_checked_at: string | null }
  licence: { mode: string }
}

const listOf = <T>(answer: ToolAnswer | undefined, name: string): T[] => {
  const list = answer?.[name]
  assert.ok(Array.isArray(list), `there is no list of ${name}`)
  return list
}

const paginationOf = (answer: ToolAnswer | undefined) =>
  answer?.pagination as { has_more: boolean; next_cursor: string | null }

export const rowsOf = (answer: ToolAnswer | undefined): Row[] => listOf(answer, 'data')
export const idsOf = (answer: ToolAnswer | undefined): string[] => rowsOf(answer).map(({ id }) => id)
export const metaOf = (answer: ToolAnswer | undefined): { total: number; suggestions: unknown[] } =>
  answer?.meta as { total: number; suggestions: unknown[] }
export const hasMore = (answer: ToolAnswer | undefined): boolean => paginationOf(answer).has_more
export function nextPage(answer: ToolAnswer | undefined): string {
  const { next_cursor: cursor } = paginationOf(answer)
  assert.ok(cursor !== null, 'there is no further page')
  return cursor
}
export const eventsOf = (answer: ToolAnswer | undefined): FeedEvent[] => listOf(answer, 'data')
export const matchesOf = (answer: ToolAnswer | undefined): Match[] => listOf(answer, 'matches')
export const questionsOf = (answer: ToolAnswer | undefined): OpenQuestion[] => listOf(answer, 'questions')
type Source = { id: string; freshness: string; reuse_mode: string; last_success_at: string }
export const sourcesOf = (answer: ToolAnswer | undefined): Source[] => listOf(answer, 'data')

/** What is asked next, in its order. */
export const fieldsOf = (answer: ToolAnswer | undefined): string[] => questionsOf(answer).map(({ field }) => field)
export const measureOf = (answer: ToolAnswer | undefined): Measure => answer?.data as Measure
export const explainedOf = (answer: ToolAnswer | undefined): Match => answer?.match as Match

/** The ids of the measures that matched, with the status of each. */
export const statusesOf = (answer: ToolAnswer | undefined): Record<string, string> =>
  Object.fromEntries(matchesOf(answer).map(({ subsidy, status }) => [subsidy.id, status]))

/** The id of the first row whose title says so: rows are chosen as they are read. */
export function titled(answer: ToolAnswer | undefined, title: RegExp): string {
  const row = rowsOf(answer).find((one) => title.test(one.title))
  assert.ok(row, `no row is titled ${title}`)
  return row.id
}

/** The rule of that id, as the answer has it. */
export function ruleOf({ rules }: Match, id: string): Rule {
  const rule = rules.find((one) => one.id === id)
  assert.ok(rule, `there is no rule ${id}`)
  return rule
}

/** Asserts that one of the measure's conditions says so. */
export function saysCondition({ conditions }: { conditions: Condition[] }, words: RegExp): void {
  assert.ok(
    conditions.some(({ text }) => words.test(text)),
    `no condition says ${words}: ${conditions.map(({ text }) => text).join(' ')}`,
  )
}

/** Asserts that all of these are among the ids. */
export function includesAll(ids: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.filter((id) => !ids.includes(id))
  assert.deepEqual(missing, [], `not among ${ids.join(', ')}`)
}
