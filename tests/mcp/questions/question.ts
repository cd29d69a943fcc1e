/** What an adviser asks an assistant, the calls of tools that answer it, and what the adviser is then told. */
import assert from 'node:assert/strict'

/** More calls than this nobody waits for. */
export const callsMax = 4

/** `structuredContent` of a tool, as an assistant reads it. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is read as its reader finds it; what is not there fails the test
export type ToolAnswer = any

export type ToolCall = readonly [
  tool: string,
  given: Record<string, unknown> | ((answers: readonly ToolAnswer[]) => Record<string, unknown>),
]

export type Question = {
  /** In the adviser's words. */
  asked: string
  /** From the tools' descriptions alone; a later call takes ids from earlier answers. */
  calls: readonly ToolCall[]
  /** Throws where an answer is not what an adviser would tell; of each call its answer. */
  says(answers: readonly ToolAnswer[]): void
}

/** What can be applied for, now or soon. */
export const alive = ['open', 'continuous', 'forthcoming']

export const idsOf = ({ data }: ToolAnswer): string[] => data.map(({ id }: { id: string }) => id)

/** Ids of the measures that a match is about, best first. */
export const matchedIds = ({ matches }: ToolAnswer): string[] =>
  matches.map(({ subsidy }: ToolAnswer) => subsidy.id)

/** The id of the first row whose title says so: rows are chosen as they are read. */
export function titled(answer: ToolAnswer, title: RegExp): string {
  const row = answer.data.find((one: { title: string }) => title.test(one.title))
  assert.ok(row, `no row is titled ${title}: ${answer.data.map((one: { title: string }) => one.title).join('; ')}`)
  return row.id
}

/** Asserts that all of these are there. */
export function includesAll(ids: readonly string[], wanted: readonly string[]): void {
  assert.deepEqual(
    wanted.filter((id) => !ids.includes(id)),
    [],
    `missing among ${ids.join(', ')}`,
  )
}
