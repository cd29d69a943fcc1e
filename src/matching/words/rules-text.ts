/** What the rules of a measure say of a company, as JSON put together from what `sheet-text.ts` has ready. */
import type { RuleField, View } from '../../values/vocabularies.ts'
import { doubtfulConfidence, strongConfidence } from '../verdict/judge-rule.ts'
import { said } from '../verdict/said.ts'
import type { ActualFacts } from './actual-facts.ts'
import type { Outcome } from './answer-schema.ts'
import { inQuotes } from './byte-text.ts'
import { requirementOf } from './render-match.ts'
import { endingText } from './sentences/rule-texts.ts'
import { type GroupText, type LeafText, type RuleText, toldText } from './sheet-text.ts'

export class RulesText {
  readonly #actual: ActualFacts
  readonly #view: View
  #said: readonly number[] | null = null
  #next = 0
  /** Of the rule that was written last. */
  #confidence = 0
  #missing: string | null = null

  constructor(actual: ActualFacts, view: View) {
    this.#actual = actual
    this.#view = view
  }

  /**
   * The list of a measure's rules; `all`: what each says (see `said`), the members of a group after it; null: they pass. In
   * the compact view those that pass are left out. `failed`: the fields of those that surely fail, null a group.
   */
  of(
    texts: readonly RuleText[],
    all: readonly number[] | null,
  ): { text: string; failed: readonly (RuleField | null)[] } {
    this.#said = all
    this.#next = 0
    let joined = ''
    let failed: readonly (RuleField | null)[] = nothing
    for (const text of texts) {
      const says = all === null ? said.passes : all[this.#next]
      const rule = this.#rule(text)
      const isFail = says === said.fails || says === said.failsDoubtfully
      if (isFail && this.#confidence >= strongConfidence) failed = [...failed, text.kind === 'leaf' ? text.field : null]
      if (says !== said.passes || this.#view === 'full') joined += joined === '' ? rule : `,${rule}`
    }
    return { text: `[${joined}]`, failed }
  }

  #rule(text: RuleText): string {
    const says = this.#said === null ? said.passes : this.#said[this.#next]
    if (says === undefined) throw new Error('a rule was not judged')
    this.#next += 1
    return text.kind === 'leaf' ? this.#leaf(text, says) : this.#group(text, says)
  }

  #leaf(text: LeafText, says: number): string {
    const { field, ofToday } = text
    const fact = this.#actual.of(field)
    const { closing } = this.#actual.ending(fact, says, text.sparesHousehold)
    this.#confidence = says === said.failsDoubtfully ? Math.min(text.confidence, doubtfulConfidence) : text.confidence
    this.#missing = says === said.undecided ? this.#actual.missing(field) : null
    const told =
      says === said.passes
        ? text.passes
        : `${toldText(outcomeOf(says), this.#confidence, this.#missing)}${text.passes.slice(text.tailAt)}`
    const ending = ofToday === null ? closing : `${inQuotes(requirementOf(ofToday, this.#actual))} ${closing}`
    return `${text.head}${fact.json}${told}${ending}`
  }

  #group({ head, tail, members, confidence }: GroupText, says: number): string {
    let [joined, lowest]: [string, number] = ['', 1]
    let missing: string | null = null
    for (const [index, member] of members.entries()) {
      joined += `${index === 0 ? '' : ','}${this.#rule(member)}`
      lowest = Math.min(lowest, this.#confidence)
      missing ??= this.#missing
    }
    this.#confidence = confidence ?? lowest
    // A group that is settled lacks nothing, whatever its members lack.
    this.#missing = says === said.undecided ? missing : null
    const outcome = outcomeOf(says)
    const ending = inQuotes(endingText(outcome, null, this.#actual.language))
    return `${head}${toldText(outcome, this.#confidence, this.#missing)}${tail}${ending}","rules":[${joined}]}`
  }
}

const nothing: readonly never[] = []

function outcomeOf(says: number): Outcome {
  if (says === said.passes) return 'pass'
  return says === said.undecided ? 'unknown' : 'fail'
}
