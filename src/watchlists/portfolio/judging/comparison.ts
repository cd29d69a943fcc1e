/**
 * Two versions of a measure, held against each other for a block of companies.
 *
 * What both ask is asked first, and whoever it shuts out is left aside: nothing else can make the two differ. Those who are
 * left are asked what each version asks alone.
 */
import type { Instant } from '../../../values/brussels.ts'
import type { MatchStatus } from '../../../values/vocabularies.ts'
import { rowsPerChunk } from '../company-rows.ts'
import type { FactPools } from '../fact-pools.ts'
import type { JudgedVersion } from '../judged-version.ts'
import type { Block } from './block.ts'
import { groundsEnd, refused, statusesOf } from './grounds.ts'
import { type Question, questionsOf } from './questions.ts'

/** Told of a company, by its offset in the block's chunk; null: the measure was (is) not there. */
type Found = (offset: number, before: MatchStatus | null, after: MatchStatus | null) => void

/** What is asked for one version alone, or for both, and what came of it: grounds by offset. */
type Asked = { questions: readonly Question[]; grounds: Uint8Array }

export class Comparison {
  readonly #shared: Asked
  readonly #before: Asked
  readonly #after: Asked
  /** By grounds; where the measure was not there it is as though it refused. */
  readonly #statusesBefore: readonly MatchStatus[]
  readonly #statusesAfter: readonly MatchStatus[]
  readonly #wasThere: boolean
  readonly #isThere: boolean
  readonly #said = new Uint8Array(rowsPerChunk)

  constructor(pools: FactPools, before: JudgedVersion | null, after: JudgedVersion | null, at: Instant) {
    const ofBefore = before === null ? null : questionsOf(before, pools, at)
    const ofAfter = after === null ? null : questionsOf(after, pools, at)
    // A version that has nothing beside it is asked as though both asked the same.
    const [these, others] = [ofBefore ?? ofAfter ?? new Map(), ofAfter ?? ofBefore ?? new Map()]
    this.#shared = asked([...these].filter(([key]) => others.has(key)))
    this.#before = asked([...these].filter(([key]) => !others.has(key)))
    this.#after = asked([...others].filter(([key]) => !these.has(key)))
    this.#statusesBefore = before === null ? noStatuses : statusesOf(before.measure)
    this.#statusesAfter = after === null ? noStatuses : statusesOf(after.measure)
    this.#wasThere = before !== null
    this.#isThere = after !== null
  }

  /** Whether there can be a company whose status differs. */
  get canDiffer(): boolean {
    if (this.#before.questions.length > 0 || this.#after.questions.length > 0) return true
    return this.#statusesBefore.some((status, grounds) => status !== this.#statusesAfter[grounds])
  }

  /** Tells of the companies of the block whose status differs, and leaves in it those whom nothing shared shuts out. */
  judge(block: Block, found: Found): void {
    const [shared, before, after] = [this.#shared.grounds, this.#before.grounds, this.#after.grounds]
    for (const grounds of [shared, before, after]) grounds.fill(0)
    for (const question of this.#shared.questions) {
      this.#ask(question, block, shared)
      leaveRefused(block, shared)
    }
    for (const question of this.#before.questions) this.#ask(question, block, before)
    for (const question of this.#after.questions) this.#ask(question, block, after)
    const { left, count } = block
    for (let each = 0; each < count; each += 1) {
      const at = left[each] ?? 0
      const both = shared[at] ?? 0
      const statusBefore = this.#statusesBefore[both | (before[at] ?? 0)] ?? 'not_eligible'
      const statusAfter = this.#statusesAfter[both | (after[at] ?? 0)] ?? 'not_eligible'
      if (statusBefore === statusAfter) continue
      found(at, this.#wasThere ? statusBefore : null, this.#isThere ? statusAfter : null)
    }
  }

  #ask({ judge, grounds }: Question, block: Block, into: Uint8Array): void {
    const said = this.#said.fill(0)
    judge.judge(block, said)
    const { left, count } = block
    for (let each = 0; each < count; each += 1) {
      const at = left[each] ?? 0
      into[at] = (into[at] ?? 0) | (grounds[said[at] ?? 0] ?? 0)
    }
  }
}

const noStatuses: readonly MatchStatus[] = Array.from({ length: groundsEnd }, () => 'not_eligible')

function asked(questions: readonly [string, () => Question][]): Asked {
  return { questions: questions.map(([, make]) => make()), grounds: new Uint8Array(rowsPerChunk) }
}

/** Takes whoever is refused out of the block. */
function leaveRefused(block: Block, grounds: Uint8Array): void {
  const { left } = block
  let count = 0
  for (let each = 0; each < block.count; each += 1) {
    const at = left[each] ?? 0
    left[count] = at
    count += 1 - ((grounds[at] ?? 0) & refused)
  }
  block.count = count
}
