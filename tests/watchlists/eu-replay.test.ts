/**
 * The EU portal's own days, from 13 March to 22 August 2026, over generated companies on watch (`COMPANIES`: how many are told): each new version of a call
 * against the one before, as the plain evaluator says it. Of a few companies every event is written and read back; of five
 * thousand, whom every new call would be told to (eleven million events), verdicts are held against each other.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { consumeVersions } from '../../src/changes/version-consumer.ts'
import { readFacts } from '../../src/matching/request/facts.ts'
import { judgeMeasure } from '../../src/matching/verdict/judge-measure.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import { finished } from '../../src/search/sets/slices.ts'
import { addDays, atTimeOfDay } from '../../src/values/brussels.ts'
import { WatchedLists } from '../../src/watchlists/memory/watched-lists.ts'
import { changedVerdicts } from '../../src/watchlists/portfolio/changed-verdicts.ts'
import { CompanyTable } from '../../src/watchlists/portfolio/company-table.ts'
import { Portfolio } from '../../src/watchlists/portfolio/portfolio.ts'
import { comparedBy } from '../../src/watchlists/reevaluation/compared-versions.ts'
import { reevaluation } from '../../src/watchlists/reevaluation/reevaluate.ts'
import { engines } from '../harness/databases.ts'
import { expectedEvents } from '../harness/expected-matches.ts'
import { unobserved } from '../harness/observer.ts'
import { openReplay } from '../harness/portal-replay.ts'
import { changeDays, hasSavedAnswers, noSavedAnswers, rowsAt } from '../harness/portal-rows.ts'
import { startPortal } from '../harness/portal-stand-in.ts'
import { chanceOf, randomInput } from '../harness/random-matches.ts'
import { noLooking } from '../harness/register-scene.ts'
import { repeated } from '../harness/repeated.ts'
import { toldEvents, watchCompanies } from '../harness/watched.ts'
import { makeList } from '../harness/watchlists.ts'

const companiesTold = repeated('COMPANIES', { few: 12, many: 200 })
/** Every so many-th of the saved days; `DAYS=1`: all. */
const daysPerRun = repeated('DAYS', { few: 15, many: 1 })
const companiesJudged = 5_000
/** Every so many-th version of those five thousand; the versions between them say little else. `VERSIONS=1`: all. */
const versionsPerLook = repeated('VERSIONS', { few: 40, many: 1 })
const runHour = 10

for (const engine of hasSavedAnswers ? engines.slice(0, 1) : []) {
  test(`${engine.name}: what the EU portal changed is told to each watched company as brute force finds it`, async (context) => {
    const days = changeDays().filter((_, index) => index % daysPerRun === 0)
    const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
    await using store = await engine.open()
    const { database } = store
    const portal = await startPortal()
    try {
      const replay = await openReplay(database, portal, atTimeOfDay(first, 0))
      const { clock } = replay
      const lists = new WatchedLists(unobserved, noLooking)
      const by = chanceOf(companiesTold)
      const { signal } = new AbortController()
      const tell = async (): Promise<void> => {
        using consumer = reevaluation({ database, clock, lists, lookups: referenceLookups, looking: noLooking, signal })
        await consumeVersions(consumer, { database, clock, signal })
      }
      let watchedFrom = 0
      for (let day = first; day <= last; day = addDays(day, 1)) {
        for (const instant of [atTimeOfDay(day, 0, 1), atTimeOfDay(day, runHour)]) await replay.look(instant)
        if (!days.includes(day)) continue
        portal.serve(rowsAt(day))
        await replay.run()
        await tell()
        if (watchedFrom > 0) continue
        const { id } = await createAccount(database, clock.now(), { email: 'w@example.org', plan: 'enterprise' })
        const list = await makeList(database, id, clock.now())
        const companies = Array.from({ length: companiesTold }, (_, index) => ({
          ...randomInput(by),
          reference: `c${index}`,
        }))
        await watchCompanies(database, id, list, companies, clock.now())
        watchedFrom = (await database.one<{ seq: number }>('select last_seq as seq from feed_head'))?.seq ?? 0
      }
      const told = (await toldEvents(database)).map(({ accountId: _account, seq: _seq, ...event }) => event)
      const expected = await expectedEvents(database, referenceLookups, watchedFrom)
      assert.equal(told.length, expected.length)
      assert.deepEqual(told, expected)
      const compared = await judgeMany(database)
      context.diagnostic(
        `${told.length} events of ${companiesTold} companies; ${compared} verdicts of ${companiesJudged}`,
      )
      assert.ok(told.length > companiesTold * 50)
    } finally {
      await portal.close()
    }
  })
}

/** Holds the verdicts of thousands of companies against the plain evaluator's; answers how many pairs there were. */
async function judgeMany(database: Parameters<typeof comparedBy>[0]): Promise<number> {
  const by = chanceOf(companiesJudged)
  const inputs = Array.from({ length: companiesJudged }, () => randomInput(by))
  const portfolio = new Portfolio(new CompanyTable())
  for (const [place, input] of inputs.entries()) {
    const outcome = readFacts(input, 0)
    if (!('facts' in outcome)) throw new Error(outcome.message)
    portfolio.put(place, { facts: outcome.facts, answeredTexts: new Map(), addedSeq: 0 })
  }
  const versions = await database.all<{ seq: number; subject_id: string; version: number; created_at: number }>(
    `select seq, subject_id, version, created_at from change_event
     where subject = 'subsidy' and version is not null order by seq`,
  )
  let pairs = 0
  for (const [index, { seq, subject_id: subsidyId, version, created_at: createdAt }] of versions.entries()) {
    if (index % versionsPerLook !== 0) continue
    const event = { seq, subsidyId, version, createdAt, newlyMergedFrom: [] }
    for (const { before, after } of await comparedBy(database, referenceLookups, event)) {
      const changed = finished(changedVerdicts([portfolio], before, after, createdAt, seq))
      const found = new Map(changed.map(({ place, ...verdicts }) => [place, verdicts]))
      for (const [place, input] of inputs.entries()) {
        const outcome = readFacts(input, createdAt)
        if (!('facts' in outcome)) throw new Error(outcome.message)
        // Answers to conditions of measures' own were given for no text that is known.
        const answers = new Map([...outcome.facts.answers].filter(([name]) => !name.includes('#')))
        const statuses = [before, after].map((one) =>
          one === null ? null : judgeMeasure(one.measure, { ...outcome.facts, answers }).status,
        )
        const [was = null, is = null] = statuses
        const matched = [was, is].map((status) => status !== null && status !== 'not_eligible')
        const differs = was !== is && matched.includes(true)
        assert.equal(found.has(place), differs, `${subsidyId} ${version} ${place}: ${was} -> ${is}`)
        if (differs)
          assert.deepEqual(
            { before: found.get(place)?.before, after: found.get(place)?.after },
            { before: was, after: is },
          )
        pairs += 1
      }
    }
  }
  return pairs
}

if (!hasSavedAnswers)
  test('what the EU portal changed is told to each watched company', { skip: noSavedAnswers }, () => {})
