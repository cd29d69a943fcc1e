import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goldenCompanies } from '../../../tests/harness/golden-companies.ts'
import { factsOf, instantOf, someFriday } from '../../../tests/harness/match-samples.ts'
import { type Chance, chanceOf, randomInput } from '../../../tests/harness/random-matches.ts'
import { type AnswerName, isOwnName } from '../../matching/request/answers.ts'
import type { Facts } from '../../matching/request/facts.ts'
import type { FactsInput } from '../../matching/request/request-schema.ts'
import type { Instant } from '../../values/brussels.ts'
import { CompanyTable, type WatchedFacts } from './company-table.ts'
import { Portfolio } from './portfolio.ts'

const instants = ['2026-11-20T09:30:00+01:00', '2026-01-31T00:00:00+01:00', '2031-02-28T12:00:00+01:00'].map(instantOf)

type Company = { input: FactsInput; answeredTexts: ReadonlyMap<AnswerName, string> }

function randomCompany(by: Chance): Company {
  const input = randomInput(by)
  const own = Object.keys(input.answers ?? {}).filter(isOwnName)
  return {
    input,
    answeredTexts: new Map(own.filter(() => by.happens(0.7)).map((name) => [name, by.oneOf(['a', 'b'])])),
  }
}

const watched = ({ input, answeredTexts }: Company, addedSeq = 0): WatchedFacts => ({
  facts: factsOf(input, someFriday),
  answeredTexts,
  addedSeq,
})

/** As it would be read then, without what no rule looks at and with the answers that hold. */
function readAt({ input, answeredTexts }: Company, at: Instant, held: string): Facts {
  const facts = factsOf(input, at)
  const answers = [...facts.answers].filter(([name]) => !isOwnName(name) || answeredTexts.get(name) === held)
  // No rule looks at what each cost comes to.
  return { ...facts, postcode: null, enterpriseNumber: null, costs: null, answers: new Map(answers) }
}

test('a company is known at any instant as its input would be read then, with the answers that hold', () => {
  const by = chanceOf(1)
  const random = Array.from({ length: 2_000 }, () => randomCompany(by))
  const golden = goldenCompanies().map(({ input }): Company => ({ input, answeredTexts: new Map() }))
  const household: Company = {
    input: { company: { applicant_type: 'household', postcode: '9000' }, household: { dependants: 0 } },
    answeredTexts: new Map(),
  }
  const companies = [...random, ...golden, household]
  const list = new Portfolio(new CompanyTable())
  for (const [place, company] of companies.entries()) list.put(place, watched(company))
  for (const [place, company] of companies.entries()) {
    const row = list.rowOf(place) ?? -1
    const at = by.oneOf(instants)
    const held = by.oneOf(['a', 'b', 'c'])
    assert.deepEqual(
      list.factsAt(row, at, (_, print) => print === held),
      readAt(company, at, held),
    )
  }
})

/** How many values are kept of each kind, and the answers of how many companies. */
function sizesOf({ columns, chunks }: CompanyTable): number[] {
  return [...columns.map(({ size }) => size), ...chunks.map(({ answers }) => answers.size)]
}

test('after any puts, replacements and removals lists hold what is left, and nothing else is kept', () => {
  const by = chanceOf(2)
  const table = new CompanyTable()
  const lists = Array.from({ length: 5 }, () => new Portfolio(table))
  const left = lists.map(() => new Map<number, WatchedFacts>())
  for (let step = 0; step < 6_000; step += 1) {
    const which = by.below(lists.length)
    const place = by.below(300)
    if (by.happens(0.4)) {
      lists[which]?.remove(place)
      left[which]?.delete(place)
    } else {
      const company = watched(randomCompany(by), by.below(1_000))
      lists[which]?.put(place, company)
      left[which]?.set(place, company)
    }
    if (by.happens(0.001)) {
      lists[which]?.clear()
      left[which]?.clear()
    }
  }
  const freshTable = new CompanyTable()
  for (const [which, list] of lists.entries()) {
    const kept = [...(left[which] ?? [])].toSorted(([one], [other]) => one - other)
    const fresh = new Portfolio(freshTable)
    for (const [place, company] of kept) fresh.put(place, company)
    const rows = Array.from({ length: list.size }, (_, row) => row)
    const stateOf = (portfolio: Portfolio) =>
      rows.map((row) => ({
        place: portfolio.placeAt(row),
        addedSeq: portfolio.addedSeqAt(row),
        facts: portfolio.factsAt(row, someFriday, () => true),
      }))
    assert.deepEqual(
      rows.map((row) => list.placeAt(row)),
      kept.map(([place]) => place),
    )
    assert.deepEqual(stateOf(list), stateOf(fresh))
    for (let place = 0; place < 300; place += 1) {
      const row = list.rowOf(place)
      assert.equal(row === undefined ? undefined : list.placeAt(row), left[which]?.has(place) ? place : undefined)
    }
  }
  assert.deepEqual(sizesOf(table), sizesOf(freshTable))
  for (const list of lists) list.clear()
  assert.ok(sizesOf(table).every((size) => size === 0))
})

test('rows of companies that have gone are used again, so that coming and going takes no memory', () => {
  const by = chanceOf(3)
  const table = new CompanyTable()
  const list = new Portfolio(table)
  for (let round = 0; round < 15; round += 1) {
    for (let place = 0; place < 300; place += 1) list.put(round * 300 + place, watched(randomCompany(by)))
    if (by.happens(0.5)) list.clear()
    else for (let place = 0; place < 300; place += 1) list.remove(round * 300 + place)
    assert.equal(list.size, 0)
  }
  assert.equal(table.chunks.length, 1)
  // No kind has more values at once than there are companies.
  assert.ok(table.columns.every(({ numbersEnd }) => numbersEnd <= 302))
})
