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
  #said: readonly number[] = nothing
  #next = 0
  /** Of the rule that was written last. */
  #confidence = 0
  #missing: string | null = null
  #failed: readonly (RuleField | null)[] = nothing

  constructor(actual: ActualFacts, view: View) {
    this.#actual = actual
    this.#view = view
  }

  /** Of the rules that were written last the fields of those that surely fail, null a group. */
  get failed(): readonly (RuleField | null)[] {
    return this.#failed
  }

  /**
   * The rules of a measure, without the brackets of their list; `all`: what each says (see `said`), the members of a group
   * after it; null: they pass, and none is a group. In the compact view those that pass are left out.
   */
  of(texts: readonly RuleText[], all: readonly number[] | null): string {
    this.#failed = nothing
    if (all !== null) return this.#each(texts, all)
    return this.#view === 'full' ? this.#passing(texts) : ''
  }

  #passing(texts: readonly RuleText[]): string {
    let joined = ''
    for (const text of texts) {
      if (text.kind === 'group') throw new Error('a group was not judged')
      joined += this.#leaf(text, said.passes)
    }
    return joined
  }

  #each(texts: readonly RuleText[], all: readonly number[]): string {
    this.#said = all
    this.#next = 0
    let joined = ''
    for (const text of texts) {
      const says = all[this.#next]
      const rule = this.#rule(text)
      const isFail = says === said.fails || says === said.failsDoubtfully
      if (isFail && this.#confidence >= strongConfidence) {
        this.#failed = [...this.#failed, text.kind === 'leaf' ? text.field : null]
      }
      if (this.#view === 'full') joined += rule
      else if (says !== said.passes) joined += joined === '' ? rule : `,${rule}`
    }
    return joined
  }

  #rule(text: RuleText): string {
    const says = this.#said[this.#next]
    if (says === undefined) throw new Error('a rule was not judged')
    this.#next += 1
    return text.kind === 'leaf' ? this.#leaf(text, says) : this.#group(text, says)
  }

  #leaf(text: LeafText, says: number): string {
    const { fact, passing } = this.#actual.of(text.field)
    this.#confidence = says === said.failsDoubtfully ? Math.min(text.confidence, doubtfulConfidence) : text.confidence
    this.#missing = says === said.undecided ? this.#actual.missing(text.field) : null
    const closing =
      says === said.passes && passing !== null ? passing : this.#actual.closing(fact, says, text.sparesHousehold)
    const ending = text.ofToday === null ? closing : `${inQuotes(requirementOf(text.ofToday, this.#actual))} ${closing}`
    if (says === said.passes) return text.head + fact.json + text.passes + ending
    const told = toldText(outcomeOf(says), this.#confidence, this.#missing)
    return `${text.head}${fact.json}${told}${text.passes.slice(text.tailAt)}${ending}`
  }

  #group({ head, tail, members, confidence }: GroupText, says: number): string {
    let [joined, lowest]: [string, number] = ['', 1]
    let missing: string | null = null
    for (const member of members) {
      joined += this.#rule(member)
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
