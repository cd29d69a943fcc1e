/**
 * What a version asks of every company, question by question: each of its rules, its conditions together, its topics.
 * Questions of two versions with the same key are the same question, and asked once.
 */
import { type AnswerableCondition, judgeConditions } from '../../../matching/verdict/answerable.ts'
import { topicFit } from '../../../matching/verdict/topic-fit.ts'
import type { Instant } from '../../../values/brussels.ts'
import { type Topic, topics } from '../../../values/vocabularies.ts'
import type { FactPools } from '../fact-pools.ts'
import type { JudgedVersion } from '../judged-version.ts'
import { ValueJudge } from './column-judges.ts'
import { answered, groundsEnd, lacking, offTopic, ofGrounds, ofRule, refused } from './grounds.ts'
import { ruleJudge, ruleKey } from './rule-judge.ts'
import type { Judge } from './said-bits.ts'

export type Question = {
  judge: Judge
  /** The grounds that follow from what the judge says. */
  grounds: Uint8Array
}

/** Most companies answer nothing; each of the others has a few answers to look at. */
const answersCost = 2

/** Says that something was said, where no ground is. */
const nothingElse = groundsEnd

/** The questions of a version, each made when it is asked for, by their keys. */
export function questionsOf(version: JudgedVersion, pools: FactPools, at: Instant): Map<string, () => Question> {
  const { measure } = version
  const found = new Map<string, () => Question>()
  for (const rule of measure.rules) {
    found.set(ruleKey(rule), () => ({ judge: ruleJudge(rule, pools, at), grounds: ofRule }))
  }
  if (measure.conditions.length > 0) {
    const key = JSON.stringify(measure.conditions.map((each) => conditionKey(each, version)).sort())
    found.set(`conditions ${key}`, () => ({ judge: conditionsJudge(version, pools), grounds: ofGrounds }))
  }
  if (measure.topics.length > 0) {
    const key = measure.topics.toSorted().join()
    found.set(`topics ${key}`, () => ({ judge: topicsJudge(measure.topics, pools), grounds: ofGrounds }))
  }
  return found
}

function conditionKey(
  { id, name, isOwn, expects, isRequired }: AnswerableCondition,
  { prints }: JudgedVersion,
): string {
  return JSON.stringify([name, expects, isRequired, isOwn ? (prints.get(id) ?? null) : null])
}

/** Topics fit not at all where none of the project's does (see topic-fit.ts: nothing is rounded down to 0). */
function topicsJudge(ofMeasure: readonly Topic[], pools: FactPools): Judge {
  const lists = pools.listsOf('project.topics')
  if (lists === undefined) throw new Error('topics are kept in lists')
  const fitting = topics.map((topic) => topicFit([topic], ofMeasure) > 0)
  const ask = (number: number): number => {
    const text = lists.at(number)
    if (text === null) return nothingElse
    for (let place = 0; place < text.length; place += 1) {
      if (fitting[text.charCodeAt(place)] === true) return nothingElse
    }
    return offTopic | nothingElse
  }
  return new ValueJudge(lists.column, lists, () => ask)
}

/** Each answer is asked of all conditions by itself, once: what a company answered is told from what its answers say. */
function conditionsJudge({ measure, prints }: JudgedVersion, { answers, answersColumn }: FactPools): Judge {
  const { conditions } = measure
  const names = new Set(conditions.map(({ name }) => name))
  const printOf = new Map(conditions.filter(({ isOwn }) => isOwn).map(({ id, name }) => [name, prints.get(id)]))
  const required = judgeConditions(conditions, new Map()).open.length
  const saidOfAnswer = (number: number): number => {
    const { name, answer, print } = answers.answerAt(number)
    if (!names.has(name) || (print !== null && printOf.get(name) !== print)) return nothingElse
    const { fails, isAnswered } = judgeConditions(conditions, new Map([[name, answer]]))
    return nothingElse | (fails ? refused : 0) | (isAnswered ? answered : 0)
  }
  const begin = () => {
    const said: number[] = []
    return (set: number): number => {
      let grounds = nothingElse
      let found = 0
      for (let place = 0; place < answers.countIn(set); place += 1) {
        const number = answers.numberIn(set, place)
        said[number] ??= saidOfAnswer(number)
        grounds |= said[number]
        if ((said[number] & answered) !== 0) found += 1
      }
      return found < required ? grounds | lacking : grounds
    }
  }
  return new ValueJudge(answersColumn, answers, begin, answersCost)
}
