/**
 * Questions put to block after block, whoever one of them shuts out being asked no more. Those that shut out most for
 * what they cost come first: each chunk is asked in the order that the ones before it showed to be best.
 */

import { rowsPerChunk } from '../company-rows.ts'
import type { Block } from './block.ts'
import { refused } from './grounds.ts'
import type { Question } from './questions.ts'

type Asked = Question & { companies: number; refusals: number }

export class AskedQuestions {
  readonly #asked: Asked[]
  /** By offset. */
  readonly #grounds = new Uint8Array(rowsPerChunk)

  constructor(questions: readonly Question[]) {
    this.#asked = questions.map((question) => ({ ...question, companies: 0, refusals: 0 }))
  }

  get count(): number {
    return this.#asked.length
  }

  /**
   * Grounds by offset, until it is asked again: all of those who are left in the block, and of the others that they are
   * refused.
   */
  ask(block: Block): Uint8Array {
    this.#grounds.fill(0)
    this.#asked.sort((left, right) => worth(right) - worth(left))
    for (const question of this.#asked) this.#put(question, block)
    return this.#grounds
  }

  #put(question: Asked, block: Block): void {
    const before = block.count
    question.judge.judge(block, question.grounds, this.#grounds)
    block.takeOut(this.#grounds, refused)
    question.companies += before
    question.refusals += before - block.count
  }
}

/** How many it shut out of those whom it was asked of, for what asking costs. */
function worth({ companies, refusals, judge }: Asked): number {
  return companies === 0 ? 0 : refusals / companies / judge.cost
}
