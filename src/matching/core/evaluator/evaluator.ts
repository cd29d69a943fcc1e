/**
 * The fast evaluator: all measures against one company by operations on sets of measures (the plain one in `plain.ts`
 * says the same in words, and a test holds the two together).
 *
 * For each field a column says which measures fail on the company's fact and which lack it. Rules that no column takes
 * (groups, second leaves of a kind) are judged one by one, only where nothing has failed yet. Statuses, counts and
 * questions of the whole catalogue then follow 32 measures at a time; only measures that can be among the best are scored.
 *
 * It is kept current by `put` and `remove`, and judges by the status and deadline that each measure was last said to have.
 */
import { type Bits, eachBit, hasBit, unite } from '../../../measures/core/index/bitset.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import type { Topic } from '../../../values/vocabularies.ts'
import type { Facts } from '../facts.ts'
import { judgeRule, strongConfidence } from '../judge-rule.ts'
import { matchStatus } from '../match-status.ts'
import { type MatchableMeasure, type MatchRule, prepare, type PreparedMeasure } from '../prepared-measure.ts'
import { waitingNaceRules } from '../plain.ts'
import { type NaceWaiting, rankedQuestions } from '../questions.ts'
import { scoreOf, statusPart, topicsPart } from '../score.ts'
import type { MeasureVerdict, Tally, TallyOptions } from '../tally.ts'
import { BestMeasures } from './best-measures.ts'
import { type Columns, newColumns } from './columns.ts'
