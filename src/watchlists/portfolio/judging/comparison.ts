/**
 * Two versions of a measure, held against each other for a block of companies.
 *
 * What both ask is asked first, and whoever it shuts out is left aside: nothing else can make the two differ. Those who are
 * left are asked what each version asks alone, until that version shuts them out.
 */
import type { Instant } from '../../../values/brussels.ts'
import type { MatchStatus } from '../../../values/vocabularies.ts'
import type { FactPools } from '../fact-pools.ts'
import type { JudgedVersion } from '../judged-version.ts'
import { AskedQuestions } from './asked-questions.ts'
import { Block } from './block.ts'
import { groundsEnd, statusesOf } from './grounds.ts'
import { type Question, questionsOf } from './questions.ts'

/** Told of a company, by its offset in the block's chunk; null: the measure was (is) not there. */
type Found = (offset: number, before: MatchStatus | null, after: MatchStatus | null) => void

export class Comparison {
  readonly #shared: AskedQuestions
  readonly #before: AskedQuestions
  readonly #after: AskedQuestions
  /** By grounds; where the measure was not there it is as though it refused. */
  readonly #statusesBefore: readonly MatchStatus[]
  readonly #statusesAfter: readonly MatchStatus[]
  readonly #wasThere: boolean
  readonly #isThere: boolean
  /** Whom the questions of one version alone have not shut out yet. */
  readonly #remaining = new Block()

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
    if (this.#before.count > 0 || this.#after.count > 0) return true
    return this.#statusesBefore.some((status, grounds) => status !== this.#statusesAfter[grounds])
  }

  /** Tells of the companies of the block whose status differs, and leaves in it those whom nothing shared shuts out. */
  judge(block: Block, found: Found): void {
    const shared = this.#shared.ask(block)
    const before = this.#before.ask(this.#remaining.beginAs(block))
    const after = this.#after.ask(this.#remaining.beginAs(block))
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
}

const noStatuses: readonly MatchStatus[] = Array.from({ length: groundsEnd }, () => 'not_eligible')

function asked(questions: readonly [string, () => Question][]): AskedQuestions {
  return new AskedQuestions(questions.map(([, make]) => make()))
}
