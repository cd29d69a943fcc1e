/** What the curated records are worth to somebody who acts on them: figures, days, acts, and conditions that can be settled. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demandsOf } from '../../src/ingestion/connectors/eu-portal/demands.ts'
import type { Condition, Rule } from '../../src/measures/record/record.ts'
import { statusAt } from '../../src/measures/record/status.ts'
import { isEvaluated, ruleIdsOf } from '../../src/measures/rules/generated-rules.ts'
import { euTypesOfAction } from '../../src/reference/eu-types-of-action.ts'
import { points } from '../../src/reference/points.ts'
import { parseInstant } from '../../src/values/brussels.ts'
import { textsOf } from '../../src/values/localized-text.ts'
import { catalogueCounts, countLines } from '../harness/catalogue-counts.ts'
import { type CuratedMeasure, curatedMeasures } from '../harness/curated-catalogue.ts'
import { noneOf } from '../harness/curated-findings.ts'
import { savedTexts, withoutSaved } from '../harness/saved-data.ts'

const looked = parseInstant('2026-11-22T09:00:00Z') ?? 0
/**
 * What was reached; a record that says less than it did is seen here. Pages of third parties are none of the measure's own any more,
 * which took eight from `ownPage`.
 */
const reached = {
  figures: 393,
  ownPage: 403,
  lawLinked: 311,
  checked: 519,
  statusKnown: 408,
  evaluatedShare: 0.55,
  answerableShare: 0.8,
  decidableShare: 0.98,
}
/** A condition is read at a glance. */
const conditionCharactersMax = 240
/** As many words in a row as nobody finds by himself. */
const runWords = 10

const measures: readonly CuratedMeasure[] = await curatedMeasures()

const none = (findings: (measure: CuratedMeasure) => readonly string[]): void => noneOf(measures, findings)

/** Conditions of a measure that a text in one of the languages matches. */
function conditionsThat(record: CuratedMeasure['record'], patterns: readonly RegExp[]): Condition[] {
  return record.conditions.filter(({ text }) =>
    textsOf(text).some((words) => patterns.some((pattern) => pattern.test(words))),
  )
}

test('figures, pages, days, statuses and answerable conditions are no fewer than they were', (context) => {
  const counts = catalogueCounts(measures, looked)
  for (const line of countLines(counts)) context.diagnostic(line)
  assert.ok(counts.figures >= reached.figures)
  assert.ok(counts.ownPage >= reached.ownPage)
  assert.ok(counts.lawLinked >= reached.lawLinked)
  assert.ok(counts.checked >= reached.checked)
  assert.ok(counts.statusKnown >= reached.statusKnown)
  assert.ok(counts.evaluated / counts.conditions >= reached.evaluatedShare)
  assert.ok(counts.answerable / counts.conditions >= reached.answerableShare)
  assert.ok(counts.decidable / counts.measures >= reached.decidableShare)
})

test('a status that needs a look says in the note of the window what is known', () => {
  none(({ record }) => {
    const { application_window: window } = record
    return statusAt(record, null, looked) === 'unknown' && window.note === null ? ['unknown, and no note'] : []
  })
})

test('a day on which a text stood is not ahead, and none is from before the measures of today', () => {
  const first = parseInstant('2010-01-01T00:00:00Z') ?? 0
  none(({ record: { checked_at: day } }) => (day !== null && (day > looked || day < first) ? ['checked_at'] : []))
})

test('every measure says something that decides access', () => {
  none(({ record }) => (record.conditions.some(({ kind }) => kind === 'eligibility') ? [] : ['no condition of access']))
})

test('a condition is short', () => {
  none(({ record }) =>
    record.conditions
      .filter(({ text }) => textsOf(text).some((words) => words.length > conditionCharactersMax))
      .map(({ id }) => id),
  )
})

/** What says nothing that anybody could meet or miss. */
const empty = [
  /\b(is|are) not restated\b/i,
  /\b(hier|worden|wordt) niet (hernomen|herhaald)\b/i,
  /\b(pas repris(es?)? ici|pas rappelée?s?)\b/i,
  /^(the authority|vlaio|the region) (decides|determines|publishes)\b/i,
]
test('no condition only says that a figure stands elsewhere or that the authority decides', () => {
  none(({ record }) => conditionsThat(record, empty).map(({ id }) => id))
  assert.ok(empty.some((pattern) => pattern.test('The ceilings are not restated here.')))
})

/** That nothing may have begun. What follows the approval, or is done first, is something else. */
const notBegun = [
  /\b(has|have) not (yet )?begun before\b/i,
  /\b(vóór|voor|bij) de aanvraag (nog )?niet begonnen\b/i,
  /\bn'(a|ont) pas commencé avant la demande\b/i,
]
test('that nothing has begun before the application is a rule on the planned start, of a kind that decides access', () => {
  none(({ record }) => {
    const starts = startRules(record.rules)
    return conditionsThat(record, notBegun)
      .filter(({ kind, rule_ids }) => kind !== 'eligibility' || !rule_ids.some((id) => starts.has(id)))
      .map(({ id }) => id)
  })
})

function startRules(rules: readonly Rule[]): Set<string> {
  return new Set(
    rules.flatMap((rule) => {
      const members = [...startRules(rule.any ?? rule.all ?? [])]
      return rule.field === 'project.planned_start' || members.length > 0 ? [rule.id, ...members] : members
    }),
  )
}

test('a point is asked by two measures at least, and one fact has one meaning of yes in a measure', () => {
  const askedBy = new Map<string, number>()
  for (const { record } of measures) {
    for (const point of new Set(record.conditions.flatMap((condition) => condition.point ?? []))) {
      askedBy.set(point, (askedBy.get(point) ?? 0) + 1)
    }
  }
  // Every call of the EU portal of such a type of action asks them, too.
  for (const type of euTypesOfAction())
    for (const { point } of demandsOf(type, null, 'a call').conditions)
      if (point !== undefined) askedBy.set(point, (askedBy.get(point) ?? 0) + 1)
  assert.deepEqual(
    points()
      .filter(({ id, retired }) => !retired && (askedBy.get(id) ?? 0) < 2)
      .map(({ id }) => id),
    [],
  )
  none(({ record }) => {
    const asked = record.conditions.filter(({ point }) => point !== null)
    return asked
      .filter(({ point, expects }) => asked.some((other) => other.point === point && other.expects !== expects))
      .map(({ id, point }) => `${id} expects another answer to ${point} than its neighbour`)
  })
})

test('a measure under the general de minimis ceiling asks what was granted', () => {
  none(({ record }) => {
    if (record.state_aid?.regime !== 'de_minimis') return []
    const ruleIds = ruleIdsOf(record)
    const asks = record.conditions.some(
      (condition) => /de minimis|de-minimis/i.test(condition.text.en ?? '') && isEvaluated(condition, ruleIds),
    )
    return asks ? [] : ['no rule on company.de_minimis_eur']
  })
})

/** Whether a rule lets no budget below `least` pass. */
function asksBudget(rule: Rule, least: number): boolean {
  if (rule.any !== null) return rule.any.every((member) => asksBudget(member, least))
  if (rule.all !== null) return rule.all.some((member) => asksBudget(member, least))
  return rule.field === 'project.budget_eur' && rule.operator === 'at_least' && Number(rule.value) >= least
}

test('costs too small for the least support at the highest rate are no case of the measure: a rule says so', () => {
  none(({ record: { amount, rules } }) => {
    const isOfCosts = amount?.basis === null || amount?.basis === 'eligible_costs' || amount?.basis === 'investment'
    if (!isOfCosts || amount?.min == null || amount.rate_max == null) return []
    const least = Math.floor(amount.min / amount.rate_max)
    return rules.some((rule) => asksBudget(rule, least)) ? [] : [`no rule on a budget of ${least}`]
  })
})

test('what people call a measure stands in Dutch, French, German and English', () => {
  none(({ record }) =>
    (['nl', 'fr', 'de', 'en'] as const)
      .filter((language) => (record.keywords?.[language] ?? []).length === 0)
      .map((language) => `no keywords in ${language}`),
  )
})

test('no ten words in a row are those of an authority', { skip: withoutSaved('') }, () => {
  const runsOf = (text: string): string[] => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return words.slice(runWords - 1).map((_, at) => words.slice(at, at + runWords).join(' '))
  }
  const ours = new Map<string, string>()
  for (const { id, record } of measures) {
    const notes = [record.application_window.note, record.amount?.note, record.state_aid?.note]
    const { steps = [], documents = [], note = null } = record.application ?? {}
    const howToApply = [...steps, ...documents, note]
    const conditions = record.conditions.map(({ text }) => text)
    const texts = [record.summary, record.description, ...notes, ...conditions, ...howToApply]
    for (const text of texts.flatMap((each) => textsOf(each ?? null))) {
      for (const run of runsOf(text)) ours.set(run, id)
    }
  }
  const copied = new Set<string>()
  let seen = 0
  for (const text of savedTexts()) {
    for (const run of runsOf(text)) {
      seen += 1
      const id = ours.get(run)
      if (id !== undefined) copied.add(`${id}: ${run}`)
    }
  }
  assert.ok(seen > 10_000)
  assert.deepEqual([...copied], [])
})
