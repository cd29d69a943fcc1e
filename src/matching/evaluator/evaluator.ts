/**
 * The fast evaluator: all measures against one company by operations on sets of measures. The plain one (`plain.ts`) says
 * the same in words, and a test holds the two together.
 *
 * For each field a column says which measures fail on the company's fact and which lack it. Rules that no column takes
 * are judged one by one, only where nothing has failed yet. Statuses, counts and questions of the whole catalogue then
 * follow 32 measures at a time; only measures that can be among the best are scored.
 *
 * It is kept current by `put` and `remove`, and judges by the status and deadline that each measure was last said to have.
 * Many changes at once are staged, which nobody sees, and shown together: `stage`, `show` and `hide`, then `tidy`.
 */

import {
  addBit,
  type Bits,
  countCommon,
  hasBit,
  intersect,
  lowestOf,
  markBit,
  subtract,
} from '../../search/sets/bitset.ts'
import { finished } from '../../search/sets/slices.ts'
import type { Instant } from '../../values/brussels.ts'
import type { MatchStatus, Status } from '../../values/vocabularies.ts'
import type { AnswerName, Answers } from '../request/answers.ts'
import type { Facts } from '../request/facts.ts'
import { missingProperty } from '../verdict/judge-predicate.ts'
import type { MatchLeaf, PreparedMeasure } from '../verdict/prepared-measure.ts'
import { rankedQuestions } from '../verdict/questions.ts'
import type { NaceWaiting, QuestionCount, Tally, TallyOptions } from '../verdict/tally.ts'
import { BestMeasures } from './best-measures.ts'
import { AnswerColumns } from './columns/answer-columns.ts'
import type { Column } from './columns/column.ts'
import { type Columns, newColumns } from './columns/columns.ts'
import { Marks } from './columns/marks.ts'
import { Groups } from './groups.ts'
import { FactJudgements } from './judgements.ts'
import { MeasureTable } from './measure-table.ts'
import { PredicatePool } from './predicate-pool.ts'
import { QuestionRanking } from './question-ranking.ts'
import { lacking, RulePrograms, refused, weak } from './rule-programs.ts'
import { Scoring } from './scoring.ts'
import { ordinalsPerWord } from './sets/measure-sets.ts'
import { TopicSets } from './topic-sets.ts'
import { type JudgedBest, Verdicts } from './verdicts.ts'

export type JudgedTally = Omit<Tally, 'best'> & { best: JudgedBest[] }

/** A measure that was taken in and is not shown yet. */
export type StagedMeasure = { readonly ordinal: number }

export class Evaluator {
  readonly #table = new MeasureTable()
  readonly #columns: Columns = newColumns()
  /** Leaves in each: of most fields few catalogues have any, and a column that has none is not asked. */
  readonly #leaves = new Map<Column, number>(Object.values(this.#columns).map((column) => [column, 0]))
  readonly #ranking = new QuestionRanking()
  readonly #answers = new AnswerColumns(this.#ranking)
  readonly #predicates = new PredicatePool()
  readonly #judgements = new FactJudgements(this.#predicates)
  /** The rules of complex measures: those with at least one rule that no column could take. A program holds all rules of its measure. */
  readonly #programs = new RulePrograms(this.#predicates, this.#judgements)
  readonly #topics = new TopicSets()
  /** Leaves that columns took, by ordinal. */
  readonly #simple: (readonly MatchLeaf[] | undefined)[] = []
  readonly #marks = new Marks()
  readonly #groups = new Groups()
  readonly #scoring = new Scoring(this.#table, this.#marks, this.#answers, this.#groups)
  readonly #bestFew = new BestMeasures(this.#table)
  readonly #verdicts = new Verdicts({
    table: this.#table,
    marks: this.#marks,
    groups: this.#groups,
    answers: this.#answers,
    ranking: this.#ranking,
    scoring: this.#scoring,
  })
  /** Ordinals of measures that are staged and not shown, and of those that are to be taken away. */
  readonly #staged = new Set<number>()
  readonly #unseen: number[] = []

  /** Measures in it. */
  get size(): number {
    return this.#table.size
  }

  /** What it holds memory for: ordinals given so far, and different predicates. */
  get held(): { ordinals: number; predicates: number } {
    return { ordinals: this.#table.measures.length, predicates: this.#predicates.size }
  }

  /** Takes a measure in, in place of what it had under that id. */
  put(measure: PreparedMeasure): void {
    this.show(this.stage(measure))
    finished(this.tidy())
  }

  /** A measure that it does not have is no matter. */
  remove(id: string): void {
    this.hide(id)
    finished(this.tidy())
  }

  /** Takes a measure in that nobody sees until it is shown: the long part of a change. */
  stage(measure: PreparedMeasure): StagedMeasure {
    const rules = measure.rules.map((rule) => this.#predicates.take(rule))
    const ordinal = this.#table.insert({ ...measure, rules })
    const simple: MatchLeaf[] = []
    for (const rule of rules) if (rule.kind === 'leaf' && this.#take(ordinal, rule)) simple.push(rule)
    this.#simple[ordinal] = simple
    markBit(this.#table.masks.complex, ordinal, simple.length < rules.length)
    if (simple.length < rules.length) this.#programs.put(ordinal, rules)
    this.#answers.add(ordinal, measure.conditions)
    this.#topics.add(ordinal, measure.topics)
    this.#staged.add(ordinal)
    return { ordinal }
  }

  /** Shows a staged measure in place of the one of its id, at once; what that was is taken away by `tidy`. */
  show({ ordinal }: StagedMeasure): void {
    if (!this.#staged.delete(ordinal)) throw new Error(`nothing is staged at ${ordinal}`)
    const before = this.#table.show(ordinal)
    if (before !== undefined) this.#unseen.push(before)
  }

  /** Shows the measure of that id no longer; one that it does not have is no matter. */
  hide(id: string): void {
    const before = this.#table.hide(id)
    if (before !== undefined) this.#unseen.push(before)
  }

  /** Takes away, in slices, what is shown no longer, and what was staged and is not going to be shown. */
  *tidy(): Generator<number, void> {
    this.#unseen.push(...this.#staged)
    this.#staged.clear()
    for (let ordinal = this.#unseen.pop(); ordinal !== undefined; ordinal = this.#unseen.pop()) {
      this.#takeAway(ordinal)
      yield 1
    }
  }

  /** Gives a leaf to the column of its field; false: the column cannot take it. */
  #take(ordinal: number, leaf: MatchLeaf): boolean {
    const column = this.#columns[leaf.predicate.field]
    if (!column.add(ordinal, leaf)) return false
    this.#leaves.set(column, (this.#leaves.get(column) ?? 0) + 1)
    return true
  }

  #giveBack(ordinal: number, leaf: MatchLeaf): void {
    const column = this.#columns[leaf.predicate.field]
    column.drop(ordinal, leaf)
    this.#leaves.set(column, (this.#leaves.get(column) ?? 0) - 1)
  }

  #takeAway(ordinal: number): void {
    const measure = this.#table.at(ordinal)
    for (const leaf of this.#simple[ordinal] ?? []) this.#giveBack(ordinal, leaf)
    this.#topics.drop(ordinal, measure.topics)
    this.#answers.drop(ordinal, measure.conditions)
    for (const rule of measure.rules) this.#predicates.giveBack(rule)
    this.#simple[ordinal] = undefined
    this.#programs.remove(ordinal)
    this.#table.remove(ordinal)
  }

  /** What the clock changed of a measure, whose rules stay as they are. */
  restate(id: string, status: Status, closesAt: Instant | null): void {
    const ordinal = this.#table.ordinalOf(id)
    const measure = ordinal === undefined ? undefined : this.#table.measures[ordinal]
    if (ordinal !== undefined && measure !== undefined) this.#table.describe(ordinal, { ...measure, status, closesAt })
  }

  /** The names of answers that no condition of any measure is asked under. */
  unusedAnswers(answers: Answers): AnswerName[] {
    return this.#answers.unusedOf(answers, (id) => this.#table.ordinalOf(id))
  }

  /** Every measure against the facts. */
  tally(facts: Facts, options: TallyOptions): Tally {
    const { best, ...counted } = this.judge(facts, options)
    return { ...counted, best: best.map(({ verdict }) => verdict) }
  }

  /** The same, with the best measures themselves. */
  judge(facts: Facts, options: TallyOptions): JudgedTally {
    const marks = this.#marks
    marks.begin(this.#table.words, facts.answers)
    for (const [column, leaves] of this.#leaves) if (leaves > 0) column.mark(facts, marks)
    this.#answers.mark(facts.answers, marks, (id) => this.#table.ordinalOf(id))
    this.#judgements.begin(facts)
    const waiting = this.#markComplex(facts)
    this.#groups.begin(this.#table.words)
    const { counts, otherTopic } = this.#groups.sort(
      this.#table.masks,
      marks,
      this.#answers,
      facts.topics === null ? null : this.#topics.sharing(facts.topics, this.#table.words),
    )
    const shared = this.#questions()
    const best = this.#best(facts, options)
    return {
      evaluated: this.#table.size,
      counts,
      otherTopic,
      best,
      questions: rankedQuestions(shared, best),
      naceWaiting: facts.nace === null ? null : this.#allWaiting(waiting),
    }
  }

  #questions(): QuestionCount[] {
    const ranking = this.#ranking
    ranking.begin()
    ranking.addAsked(this.#marks.asked, this.#groups.countAsked(this.#marks))
    this.#answers.addQuestions(this.#groups.counted, this.#groups.lacking)
    return ranking.counted()
  }

  /** Group after group, as long as there is room: a group's best are never better than those of the group before. */
  #best(facts: Facts, { limit, includeNotEligible, topicsOnly, floor }: TallyOptions): JudgedBest[] {
    const scoring = this.#scoring
    scoring.begin(facts)
    const { likely, possibly, review, shutOut, onTopic } = this.#groups
    const best = this.#bestFew
    const consider = (bits: Bits, status: MatchStatus): void => {
      if (topicsOnly) intersect(bits, onTopic)
      scoring.consider(best, bits, status)
    }
    const groups: (() => void)[] = [
      () => consider(likely, 'likely_eligible'),
      () => {
        // Those that can score highest come first, so that fewer of the others need a closer look.
        consider(possibly, 'possibly_eligible')
        consider(review, 'needs_review')
      },
    ]
    if (includeNotEligible) groups.push(() => consider(shutOut, 'not_eligible'))
    const all: JudgedBest[] = []
    for (const [group, gather] of groups.entries()) {
      if (all.length >= limit || (floor !== undefined && group > floor.group)) break
      best.begin(limit - all.length, group === floor?.group ? floor.tenths : 0)
      gather()
      best.each((ordinal, tenths) => all.push(this.#verdicts.of(ordinal, tenths / 10, facts)))
    }
    return all
  }

  /**
   * Judges the complex measures that no column has refused, which are few, and marks what came of it. Answers how many undecided
   * NACE rules they have.
   */
  #markComplex(facts: Facts): NaceWaiting {
    const marks = this.#marks
    const { live, complex, nace2008, nace2025 } = this.#table.masks
    const waiting = { 2008: 0, 2025: 0 }
    for (let word = 0; word < marks.refused.length; word += 1) {
      let left = (complex[word] ?? 0) & (live[word] ?? 0) & ~(marks.refused[word] ?? 0)
      for (; left !== 0; left &= left - 1) {
        const ordinal = word * ordinalsPerWord + lowestOf(left)
        const found = this.#programs.run(ordinal)
        if ((found & refused) !== 0) addBit(marks.refused, ordinal)
        if ((found & weak) !== 0) addBit(marks.weak, ordinal)
        if ((found & lacking) === 0) continue
        this.#programs.eachUndecided(ordinal, ({ field }) => {
          addBit(marks.lackingFor(missingProperty(field, facts)), ordinal)
          if (field !== 'company.nace') return
          if (hasBit(nace2008, ordinal)) waiting[2008] += 1
          else if (hasBit(nace2025, ordinal)) waiting[2025] += 1
        })
      }
    }
    return waiting
  }

  /** Adds the undecided NACE rules that columns found of other measures to those of complex ones. */
  #allWaiting(ofComplex: NaceWaiting): NaceWaiting {
    if (!this.#marks.lacks('company.nace')) return ofComplex
    const { nace2008, nace2025, complex } = this.#table.masks
    let [of2008, of2025] = [ofComplex[2008], ofComplex[2025]]
    for (const undecided of this.#marks.undecidedNace) {
      intersect(undecided, this.#groups.standing)
      subtract(undecided, complex)
      of2008 += countCommon(undecided, nace2008)
      of2025 += countCommon(undecided, nace2025)
    }
    return { 2008: of2008, 2025: of2025 }
  }
}
