/**
 * Whose status differs between two versions of a measure: the companies of many lists, chunk after chunk. Rules are judged by
 * the programs of the matcher's evaluator, over the rows of the table in place of one company's facts.
 */
import { PredicatePool, predicateKey } from '../../matching/evaluator/predicate-pool.ts'
import { lacking, RulePrograms, refused, weak } from '../../matching/evaluator/rule-programs.ts'
import type { AnswerName } from '../../matching/request/answers.ts'
import { judgeConditions } from '../../matching/verdict/answerable.ts'
import { strongConfidence } from '../../matching/verdict/judge-rule.ts'
import { isNotOpen, matchStatus } from '../../matching/verdict/match-status.ts'
import type { MatchRule, PreparedMeasure } from '../../matching/verdict/prepared-measure.ts'
import { said, saidOf } from '../../matching/verdict/said.ts'
import { topicFit } from '../../matching/verdict/topic-fit.ts'
import type { Instant } from '../../values/brussels.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import { AskedColumn } from './asked-column.ts'
import { type Chunk, type CompanyTable, type GivenAnswers, noOwner, rowsPerChunk } from './company-table.ts'
import type { Portfolio } from './portfolio.ts'

/** One version of a measure as companies are judged by it. */
export type JudgedVersion = {
  measure: PreparedMeasure
  /** By id of each condition: the print of its text of now, for which an answer to it must have been given to hold. */
  prints: ReadonlyMap<string, string>
}

export type Changed = {
  portfolio: Portfolio
  place: number
  /** Null: the measure was not there. */
  before: MatchStatus | null
  after: MatchStatus | null
}

/** What decides a status beside rules, as bits after those of a program: a condition of access is answered, how topics fit. */
const answered = 8
const onTopic = 16
const otherTopic = 32
const groundsEnd = 64

/**
 * The companies of these lists (of one process) whose status differs, in no order; only those that were added before the event
 * `beforeSeq`. A version that is null was (is) not there, which a company is told as `not_eligible`. Yields about how many
 * companies it judged, after each chunk of all lists.
 *
 * Lists may change between two slices: each company that is there all the while is judged once, as it is when its turn
 * comes. One that comes or goes meanwhile may be among the answer or not: whoever acts on it looks whether it is there.
 */
export function* changedVerdicts(
  portfolios: readonly Portfolio[],
  before: JudgedVersion | null,
  after: JudgedVersion | null,
  at: Instant,
  beforeSeq: number,
): Generator<number, Changed[]> {
  const changed: Changed[] = []
  const table = portfolios[0]?.table
  if (table === undefined) return changed
  const comparison = new Comparison(table, before, after, at)
  if (!comparison.canDiffer) return changed
  const byOwner: (Portfolio | undefined)[] = new Array(table.owners + 1)
  for (const portfolio of portfolios) byOwner[portfolio.owner] = portfolio
  const rows = new Uint16Array(rowsPerChunk)
  for (const chunk of table.chunks) {
    const { used, owners, places, addedSeqs } = chunk
    let count = 0
    for (let row = 0; row < used; row += 1) {
      rows[count] = row
      if (byOwner[owners[row] ?? noOwner] !== undefined && (addedSeqs[row] ?? 0) < beforeSeq) count += 1
    }
    comparison.begin(chunk)
    const standing = comparison.keepStanding(rows, count)
    for (const row of rows.subarray(0, standing)) {
      const found = comparison.judge(row)
      const portfolio = byOwner[owners[row] ?? noOwner]
      if (found !== null && portfolio !== undefined) changed.push({ portfolio, place: places[row] ?? 0, ...found })
    }
    yield count
  }
  return changed
}

/** Compares two versions of a measure row by row. A company that a rule of both versions refuses is judged no further. */
class Comparison {
  /** Whether there can be a company whose status differs. */
  readonly canDiffer: boolean
  /** By place of the predicate. */
  readonly #predicates: readonly AskedColumn[]
  /** Predicates whose sure fail refuses a company under both versions. Those that refuse most come first. */
  readonly #decisive: { predicate: AskedColumn; asked: number; left: number }[]
  readonly #programs: RulePrograms
  readonly #before: Side | null
  readonly #after: Side | null
  #row = 0

  constructor(table: CompanyTable, before: JudgedVersion | null, after: JudgedVersion | null, at: Instant) {
    const [ofBefore, ofAfter] = [rulesByKey(before ?? after), rulesByKey(after ?? before)]
    const rules: MatchRule[][] = []
    rules[ofBoth] = [...ofBefore].filter(([key]) => ofAfter.has(key)).map(([, rule]) => rule)
    rules[ofBeforeAlone] = [...ofBefore].filter(([key]) => !ofAfter.has(key)).map(([, rule]) => rule)
    rules[ofAfterAlone] = [...ofAfter].filter(([key]) => !ofBefore.has(key)).map(([, rule]) => rule)
    const pool = new PredicatePool()
    const taken = rules.map((some) => cheapestFirst(some).map((rule) => pool.take(rule)))
    this.#predicates = Array.from({ length: pool.places }, (_, place) => {
      const predicate = pool.at(place)
      const known = new Map()
      return new AskedColumn(table, predicate.field, at, (facts) => saidOf(predicate, facts, known))
    })
    this.#decisive = (taken[ofBoth] ?? []).flatMap((rule) => {
      if (rule.kind === 'group' || rule.confidence < strongConfidence) return []
      const predicate = this.#predicates[pool.placeOf(rule.predicate)]
      return predicate === undefined ? [] : { predicate, asked: 0, left: 0 }
    })
    this.#programs = new RulePrograms(pool, { of: (place) => this.#predicates[place]?.of(this.#row) ?? 0 })
    for (const [ordinal, some] of taken.entries()) this.#programs.put(ordinal, some)
    this.#before = before === null ? null : new Side(table, before, at)
    this.#after = after === null ? null : new Side(table, after, at)
    const haveSameRules = rules[ofBeforeAlone].length + rules[ofAfterAlone].length === 0
    this.canDiffer = !haveSameRules || this.#before?.key !== this.#after?.key
  }

  /** Rows are those of that chunk from here on. */
  begin(chunk: Chunk): void {
    for (const predicate of this.#predicates) predicate.begin(chunk)
    this.#before?.begin(chunk)
    this.#after?.begin(chunk)
  }

  /** Keeps of some rows, in place, those that no single predicate refuses under both versions; answers how many. */
  keepStanding(rows: Uint16Array, count: number): number {
    this.#decisive.sort((one, other) => one.left / one.asked - other.left / other.asked || 0)
    let left = count
    for (const decisive of this.#decisive) {
      decisive.asked += left
      left = decisive.predicate.keepOthers(said.fails, rows, left)
      decisive.left += left
    }
    return left
  }

  /** The statuses of a company under both versions; null where they are the same. */
  judge(row: number): Pick<Changed, 'before' | 'after'> | null {
    this.#row = row
    const shared = this.#programs.run(ofBoth)
    if ((shared & refused) !== 0) return null
    const before = this.#before?.statusOf(shared | this.#programs.run(ofBeforeAlone), row) ?? null
    const after = this.#after?.statusOf(shared | this.#programs.run(ofAfterAlone), row) ?? null
    return (before ?? 'not_eligible') === (after ?? 'not_eligible') ? null : { before, after }
  }
}

/** Which rules a program of a comparison has. */
const ofBoth = 0
const ofBeforeAlone = 1
const ofAfterAlone = 2

function rulesByKey(version: JudgedVersion | null): ReadonlyMap<string, MatchRule> {
  return new Map(version?.measure.rules.map((rule) => [ruleKey(rule), rule]))
}

/** Equal for rules that leave every company with the same status, whatever they are called. */
function ruleKey(rule: MatchRule): string {
  const isWeak = rule.confidence < strongConfidence
  if (rule.kind === 'leaf') return JSON.stringify([isWeak, predicateKey(rule.predicate)])
  return JSON.stringify([rule.operator, isWeak, rule.ownConfidence, rule.members.map(ruleKey)])
}

/** Rules in an order in which most companies are refused before one is asked that costs much to judge. */
function cheapestFirst(rules: readonly MatchRule[]): MatchRule[] {
  const costOf = (rule: MatchRule): number => {
    if (rule.kind === 'group') return 2
    return rule.predicate.field === 'company.nace' ? 1 : 0
  }
  return rules.toSorted((left, right) => costOf(left) - costOf(right))
}

/** What one version asks beside its rules, and the status that follows from all grounds. */
class Side {
  /** Equal for versions that with the same rules leave every company with the same status. */
  readonly key: string
  /** By grounds. */
  readonly #statuses: readonly MatchStatus[]
  readonly #version: JudgedVersion
  readonly #unanswered: number
  readonly #topics: AskedColumn
  #chunk: Chunk | null = null

  constructor(table: CompanyTable, version: JudgedVersion, at: Instant) {
    const { measure, prints } = version
    this.#version = version
    this.#topics = new AskedColumn(table, 'project.topics', at, (facts) =>
      topicFit(facts.topics, measure.topics) === 0 ? otherTopic : onTopic,
    )
    this.#unanswered = this.#ofAnswers(new Map())
    const conditions = measure.conditions.map(({ id, name, isOwn, expects, isRequired }) =>
      JSON.stringify([name, expects, isRequired, isOwn ? (prints.get(id) ?? null) : null]),
    )
    this.#statuses = Array.from({ length: groundsEnd }, (_, grounds) => statusBy(grounds, measure))
    this.key = JSON.stringify([conditions.sort(), measure.topics.toSorted(), this.#statuses])
  }

  begin(chunk: Chunk): void {
    this.#chunk = chunk
    this.#topics.begin(chunk)
  }

  /** The status of a company whose rules come to that. */
  statusOf(ofRules: number, row: number): MatchStatus {
    if ((ofRules & refused) !== 0) return 'not_eligible'
    const { conditions, topics } = this.#version.measure
    const given = conditions.length === 0 ? undefined : this.#chunk?.answers.get(row)
    const ofAnswers = given === undefined ? this.#unanswered : this.#ofGiven(given)
    const ofTopics = topics.length === 0 ? onTopic : this.#topics.of(row)
    return this.#statuses[ofRules | ofAnswers | ofTopics] ?? 'not_eligible'
  }

  #ofGiven({ answers, texts }: GivenAnswers): number {
    const { measure, prints } = this.#version
    const held = new Map<AnswerName, boolean>()
    for (const { id, name, isOwn } of measure.conditions) {
      const answer = answers.get(name)
      if (answer !== undefined && (!isOwn || texts.get(name) === prints.get(id))) held.set(name, answer)
    }
    return held.size === 0 ? this.#unanswered : this.#ofAnswers(held)
  }

  #ofAnswers(held: ReadonlyMap<AnswerName, boolean>): number {
    const { fails, isAnswered, open } = judgeConditions(this.#version.measure.conditions, held)
    return (fails ? refused : 0) | (open.length > 0 ? lacking : 0) | (isAnswered ? answered : 0)
  }
}

function statusBy(grounds: number, measure: PreparedMeasure): MatchStatus {
  const has = (ground: number): boolean => (grounds & ground) !== 0
  const { status } = matchStatus({
    strongFail: has(refused),
    weakFail: has(weak),
    unknown: has(lacking),
    looksAtApplicant: measure.looksAtApplicant || has(answered),
    notOpen: isNotOpen(measure),
    topicFit: has(otherTopic) ? 0 : 1,
  })
  return status
}
