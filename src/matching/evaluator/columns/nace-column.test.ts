import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../../tests/harness/match-samples.ts'
import { type Chance, chanceOf } from '../../../../tests/harness/random-matches.ts'
import { type NaceVersion, naceCodes, naceVersions, naceVersionsOf } from '../../../reference/nace.ts'
import { naceReading } from '../../../reference/nace-reading.ts'
import { plainTally } from '../../verdict/plain.ts'
import { type PreparedMeasure, prepare } from '../../verdict/prepared-measure.ts'
import { Evaluator } from '../evaluator.ts'

const everything = { limit: Number.MAX_SAFE_INTEGER, includeNotEligible: true, topicsOnly: false }
const codes = Object.fromEntries(
  naceVersions.map((version) => [version, naceCodes(version).filter((code) => code.length > 1)]),
) as Record<NaceVersion, string[]>

/** Codes of a few companies: of every level and both versions, the one without counterpart among them. */
function companies(by: Chance): string[][] {
  const some = Array.from({ length: 300 }, () =>
    Array.from({ length: 1 + by.below(3) }, () => by.oneOf(codes[by.oneOf(naceVersions)])),
  )
  return [['46890'], ['468', '62010'], ['4791'], ['4791', '62010'], ['47', '62100'], ['45'], ['10711'], ...some]
}

/** A list of a version near what a company with those codes is read as there: some of it, and some above and below it. */
function listNear(by: Chance, given: readonly string[], version: NaceVersion | null): string[] {
  const known = codes[version ?? 2025]
  const near = given.flatMap((code) => {
    const read = naceReading(code, naceVersionsOf(code).at(-1) ?? 2025, version).codes
    const below = known.filter((one) => one.startsWith(code))
    const depth = by.oneOf([2, 3, 4, 5, 5])
    return [
      ...read.slice(by.below(2), read.length - by.below(2)).map((one) => one.slice(0, depth)),
      ...(by.happens(0.3) && below.length > 0 ? [by.oneOf(below)] : []),
    ]
  })
  return [...new Set([...near, by.oneOf(known)].filter((one) => known.includes(one)))].slice(0, 40)
}

function measuresNear(by: Chance, given: readonly string[][]): PreparedMeasure[] {
  return given.map((own, index) => {
    const version = by.oneOf([...naceVersions, null])
    const list = (chance: number): string[] => (by.happens(chance) ? listNear(by, own, version) : [])
    return prepare(matchable({ local_id: `n${index}`, nace: { version, include: list(0.5), exclude: list(0.8) } }))
  })
}

test('the column says of every list between versions what the plain way says, in all of 90,000 verdicts', () => {
  const by = chanceOf(11)
  const given = companies(by)
  const measures = measuresNear(by, given)
  const evaluator = new Evaluator()
  for (const measure of measures) evaluator.put(measure)
  const met = new Set<string>()
  for (const nace of given) {
    const facts = factsOf({ company: { nace } })
    const plain = plainTally(measures, facts, everything)
    assert.deepEqual(evaluator.tally(facts, everything), plain, nace.join())
    for (const { status, reviewReasons } of plain.best) met.add([status, ...reviewReasons].join())
  }
  // Passes, fails, fails of a stand-in and unknowns were all among them.
  assert.equal(
    [...met].some((one) => one.includes('weak_fail')),
    true,
  )
  assert.equal(met.has('not_eligible'), true)
  assert.equal(met.size > 3, true, [...met].join(' | '))
})
