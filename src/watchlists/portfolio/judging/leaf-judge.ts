/**
 * A leaf of a rule as a judge of its column. Whatever is asked is asked of the plain evaluator, with facts that know nothing
 * else: so the two cannot disagree.
 */
import type { Facts } from '../../../matching/request/facts.ts'
import { judge } from '../../../matching/verdict/judge-predicate.ts'
import type { MatchLeaf } from '../../../matching/verdict/prepared-measure.ts'
import type { Instant } from '../../../values/brussels.ts'
import { type FactPool, lacked, notKnown } from '../fact-pool.ts'
import type { FactPools } from '../fact-pools.ts'
import { type NumberField, numberFields } from '../number-facts.ts'
import { factsUnknown } from '../portfolio.ts'
import { NumberJudge, ValueJudge } from './column-judges.ts'
import { type Judge, saidOf, togetherSay, undecided } from './said-bits.ts'

/** Lists are nearly as many as companies, so that most are asked for one company alone. */
const listCost = 3
const characters = 1 << 16

export function leafJudge(leaf: MatchLeaf, pools: FactPools, at: Instant): Judge {
  const { predicate, confidence } = leaf
  const { field, test } = predicate
  const facts = factsUnknown(at)
  const says = (): number => saidOf(judge(predicate, facts), confidence)
  const unknown = says()
  const ofHousehold = saidOf(judge(predicate, { ...facts, household: true }), confidence)
  const pool = pools.poolOf(field)
  if (pool === undefined) {
    if (test.kind !== 'range' || !isNumberField(field))
      throw new Error(`${field} is not among the number fields (number-facts.ts)`)
    const [pass, fail] = [saidOf('pass', confidence), saidOf('fail', confidence)]
    const column = numberFields.indexOf(field)
    return new NumberJudge(column, test, facts.today, [pass, fail, unknown, ofHousehold])
  }
  const lists = pools.listsOf(field)
  const ofValue = (number: number): number => {
    pool.write(facts, number)
    return says()
  }
  const asked = lists === undefined ? ofValue : listAsked(leaf, lists, facts)
  const ask = (number: number): number => {
    if (number === notKnown) return unknown
    return number === lacked ? ofHousehold : asked(number)
  }
  return new ValueJudge(pool.column, pool, () => ask, lists === undefined ? 1 : listCost)
}

/**
 * Lists are many, what stands in them is little: it is the members that are asked once. A list has or covers what one of its
 * members does, and has nothing where none has. Of activities that are not to be covered the main one decides, unless it
 * leaves that open.
 */
function listAsked(leaf: MatchLeaf, lists: FactPool<string>, facts: Facts): (number: number) => number {
  const { predicate, confidence } = leaf
  const { test } = predicate
  const isNegative = test.kind !== 'range' && test.negative
  const ofText = (text: string): number => {
    lists.writeValue(facts, text)
    return saidOf(judge(predicate, facts), confidence)
  }
  const members = new Uint8Array(characters)
  const ofMember = (character: number): number => {
    const before = members[character] ?? 0
    if (before !== 0) return before
    const says = ofText(String.fromCharCode(character))
    members[character] = says
    return says
  }
  if (test.kind === 'nace' && isNegative) {
    return (number) => {
      const text = lists.at(number) ?? ''
      const ofMain = ofMember(text.charCodeAt(0))
      return (ofMain & undecided) === 0 ? ofMain : ofText(text)
    }
  }
  const says = togetherSay(isNegative ? 'all' : 'any')
  return (number) => {
    const text = lists.at(number) ?? ''
    let together = 0
    for (let place = 0; place < text.length; place += 1) together |= ofMember(text.charCodeAt(place))
    return says[together] ?? 0
  }
}

function isNumberField(field: string): field is NumberField {
  return numberFields.some((each) => each === field)
}
