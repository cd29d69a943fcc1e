/**
 * How large an answer may become (contract 9). The budget is asked before an answer is added, and for a tool that is paid for before
 * anything is counted, so that nothing over the bound is ever kept in memory, and nobody pays for what is then refused.
 */
import { longWork } from '../contract/turns.ts'
import type { AnswerPart } from './answer-bytes.ts'
import { QuotedJson } from './answer-bytes.ts'

/** Bytes of a whole answer, batch or not (contract 9). */
export const answerBytesMax = 8_000_000

/** Room that every message of a batch keeps for its own fault, beside its id: what is no result is shorter. */
const faultBytes = 640
/** Bytes whose quotes are counted at a stretch. */
const countedAtOnce = 256 * 1024

export class AnswerBudget {
  #left: number

  /** `ids`: of the messages that are answered, as JSON. */
  constructor(ids: readonly string[]) {
    this.#left = answerBytesMax - ids.reduce((sum, id) => sum + reserved(id), 0)
  }

  /** Bytes that are left for results. */
  get left(): number {
    return this.#left
  }

  /** Whether a message with that id can still be answered with these parts. */
  async fits(id: string, parts: readonly AnswerPart[]): Promise<boolean> {
    return (await this.#costOf(id, parts)) <= this.#left
  }

  /** Takes the bytes of an answer; false where it would pass the bound, and then takes nothing. */
  async take(id: string, parts: readonly AnswerPart[]): Promise<boolean> {
    const cost = await this.#costOf(id, parts)
    if (cost > this.#left) return false
    this.#left -= cost
    return true
  }

  async #costOf(id: string, parts: readonly AnswerPart[]): Promise<number> {
    let bytes = -reserved(id)
    for (const part of parts) {
      for (const piece of part instanceof QuotedJson ? part.parts : [part]) bytes += piece.length
    }
    for (const part of parts) {
      if (!(part instanceof QuotedJson)) continue
      for (const piece of part.parts) {
        for (let at = 0; at < piece.length; at += countedAtOnce) {
          // Whatever is escaped, it is too much already.
          if (bytes > this.#left) return bytes
          if (!longWork.hasTime()) await longWork.next()
          const began = performance.now()
          bytes += escapedIn(piece.subarray(at, at + countedAtOnce))
          longWork.worked(performance.now() - began)
        }
      }
    }
    return Math.max(0, bytes)
  }
}

function reserved(id: string): number {
  return faultBytes + Buffer.byteLength(id)
}

const [quote, backslash] = [0x22, 0x5c]

/** Characters of JSON that are escaped between quotes: each takes one byte more. */
function escapedIn(json: Buffer): number {
  let found = 0
  for (const byte of json) if (byte === quote || byte === backslash) found += 1
  return found
}
