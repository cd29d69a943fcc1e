/** Rules as judges of whole blocks: a leaf asks its column, a group puts together what its members say. */
import { predicateKey } from '../../../matching/evaluator/predicate-pool.ts'
import { strongConfidence } from '../../../matching/verdict/judge-rule.ts'
import type { MatchGroup, MatchRule } from '../../../matching/verdict/prepared-measure.ts'
import type { Instant } from '../../../values/brussels.ts'
import { rowsPerChunk } from '../company-rows.ts'
import type { FactPools } from '../fact-pools.ts'
import type { Block } from './block.ts'
import { leafJudge } from './leaf-judge.ts'
import { asSaid, groupSays, type Judge } from './said-bits.ts'

export function ruleJudge(rule: MatchRule, pools: FactPools, at: Instant): Judge {
  if (rule.kind === 'leaf') return leafJudge(rule, pools, at)
  return new GroupJudge(
    rule,
    rule.members.map((member) => ruleJudge(member, pools, at)),
  )
}

/** Equal for rules that leave every company with the same status, whatever they are called. */
export function ruleKey(rule: MatchRule): string {
  const isWeak = rule.confidence < strongConfidence
  if (rule.kind === 'leaf') return JSON.stringify([isWeak, predicateKey(rule.predicate)])
  return JSON.stringify([rule.operator, rule.ownConfidence ? isWeak : null, rule.members.map(ruleKey)])
}

class GroupJudge implements Judge {
  readonly cost: number
  readonly #members: readonly Judge[]
  readonly #says: Uint8Array
  /** What the members say together, by offset. */
  readonly #together = new Uint8Array(rowsPerChunk)

  constructor(group: MatchGroup, members: readonly Judge[]) {
    this.cost = members.reduce((sum, member) => sum + member.cost, 1)
    this.#members = members
    this.#says = groupSays(group)
  }

  judge(block: Block, meaning: Uint8Array, into: Uint8Array): void {
    const together = this.#together.fill(0)
    for (const member of this.#members) member.judge(block, asSaid, together)
    const { left, count } = block
    const says = this.#says
    for (let each = 0; each < count; each += 1) {
      const at = left[each] ?? 0
      into[at] = (into[at] ?? 0) | (meaning[says[together[at] ?? 0] ?? 0] ?? 0)
    }
  }
}
