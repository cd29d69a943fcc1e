/**
 * The EU portal's own days, from 13 March to 22 August 2026, through the connector, ingestion and the clock: one run on
 * every day on which the saved changes have any.
 *
 * Deadlines: a call whose deadline differs between two runs has exactly one event that says so, at the later run, from the
 * one to the other; one of which only the seconds differ, which change from answer to answer, has none. Status: the
 * contract derives it from the dates, while the portal's own word changes on the day of the opening or up to a month
 * later. So for each call with one opening all along whose word changed from forthcoming to open there is exactly one
 * event that says so, not before its opening and not after the portal's word, where the call was known before its
 * opening, and none where it was not. Beyond that every change of status, deadline and listing is held, event by event,
 * against a model of the contract.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/platform/database/database.ts'
import { addDays, atTimeOfDay, dayOf } from '../../src/values/brussels.ts'
import { engines } from '../harness/databases.ts'
import { openReplay } from '../harness/portal-replay.ts'
import { changeDays, hasSavedAnswers, noSavedAnswers, type PortalRow, rowsAt } from '../harness/portal-rows.ts'
import { startPortal } from '../harness/portal-stand-in.ts'
import { repeated } from '../harness/repeated.ts'
import { deadlineOf, idOf, isCalledOpen, openingOf, PortalModel, type Told } from './portal-model.ts'

const runHour = 10
/** Every so many-th day with changes. `DAYS=1`: all. */
const daysPerRun = repeated('DAYS', { few: 10, many: 1 })

/** What the feed says of status, deadline and listing, in the words of the model. */
async function toldByFeed(database: Database): Promise<Told[]> {
  const rows = await database.all<{ subject_id: string; created_at: number; event: string; diff: string }>(
    'select subject_id, created_at, event, diff from change_event order by seq',
  )
  return rows.flatMap(({ subject_id: id, created_at: at, event, diff: text }) => {
    const diff = JSON.parse(text) as Record<string, { from: unknown; to: unknown }>
    const { status, withdrawn_at: gone, 'application_window.closes_at': deadline } = diff
    const says = [
      ...(event === 'subsidy.created' ? ['created'] : []),
      ...(gone === undefined ? [] : [gone.to === null ? 'reinstated' : 'withdrawn']),
      ...(status === undefined ? [] : [`status ${status.from} -> ${status.to}`]),
      ...(deadline === undefined ? [] : [`deadline ${deadline.from} -> ${deadline.to}`]),
    ]
    return says.length === 0 ? [] : [{ id, at, says: says.join(', ') }]
  })
}

const lineOf = ({ id, at, says }: Told): string => `${dayOf(at)} ${at} ${id} ${says}`
const mapOf = (rows: readonly PortalRow[]): Map<string, PortalRow> => new Map(rows.map((row) => [idOf(row), row]))

/** The newest record of every call that the source lists. */
async function recordsOf(database: Database): Promise<Map<string, string>> {
  const rows = await database.all<{ id: string; record: string; status: string; closes_at: number | null }>(
    `select m.id, m.status, m.closes_at, r.record from measure m join measure_record r on r.id = m.record_id
     where m.withdrawn_at is null`,
  )
  return new Map(rows.map(({ id, record, status, closes_at: closesAt }) => [id, `${status} ${closesAt} ${record}`]))
}

for (const engine of hasSavedAnswers ? engines : []) {
  const saved = changeDays()
  const days = saved.filter((_, index) => index % daysPerRun === 0 || index === saved.length - 1)
  test(`${engine.name}: ${days.length} of the ${saved.length} days on which the EU portal changed: every deadline and status change is exactly one event, flapping calls are not withdrawn within the grace, and the last state is the last day's`, async (context) => {
    const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
    await using store = await engine.open()
    const portal = await startPortal()
    try {
      const replay = await openReplay(store.database, portal, atTimeOfDay(first, 0))
      const model = new PortalModel()
      const moved: Told[] = []
      const openingsOf = new Map<string, Set<number | null>>()
      let restated = 0
      const called: { id: string; at: number; opens: number }[] = []
      let before = new Map<string, PortalRow>()
      for (let day = first; day <= last; day = addDays(day, 1)) {
        const morning = atTimeOfDay(day, 0, 1)
        const at = atTimeOfDay(day, runHour)
        for (const instant of [morning, at]) {
          await replay.look(instant)
          model.look(instant)
        }
        if (!days.includes(day)) continue
        const rows = rowsAt(day)
        portal.serve(rows)
        await replay.run()
        model.read(rows, at)
        const now = mapOf(rows)
        for (const [id, row] of now) {
          openingsOf.set(id, (openingsOf.get(id) ?? new Set()).add(openingOf(row)))
          const was = before.get(id)
          if (was === undefined) continue
          if (!isCalledOpen(was) && isCalledOpen(row)) called.push({ id, at, opens: openingOf(row) ?? Number.NaN })
          const [from, to] = [deadlineOf(was), deadlineOf(row)]
          if (from !== to) moved.push({ id, at, says: `deadline ${from} -> ${to}` })
          else if (String(was.metadata.deadlineDate) !== String(row.metadata.deadlineDate)) restated += 1
        }
        before = now
      }

      const told = await toldByFeed(store.database)
      assert.deepEqual(told.map(lineOf).sort(), model.told.map(lineOf).sort())
      for (const { id, at, says } of moved) {
        assert.equal(told.filter((one) => one.id === id && one.at === at && one.says.includes(says)).length, 1, says)
      }
      for (const { id, before: seen, after } of model.flaps) {
        assert.ok(
          !told.some(
            (one) => one.id === id && one.at > seen && one.at <= after && /withdrawn|reinstated/.test(one.says),
          ),
        )
      }
      const steady = called.filter(({ id }) => openingsOf.get(id)?.size === 1)
      for (const { id, at, opens } of steady) {
        const openings = told.filter((one) => one.id === id && one.says.includes('status forthcoming -> open'))
        const knownAt = told.find((one) => one.id === id)?.at ?? Number.NaN
        assert.equal(openings.length, knownAt < opens ? 1 : 0, `${id}, known at ${knownAt}, opens at ${opens}`)
        for (const opening of openings) assert.ok(opening.at >= opens && opening.at <= at)
      }

      // The last state is what a store that never saw another day reads of the last one.
      await using fresh = await engine.open()
      const anew = await openReplay(fresh.database, portal, atTimeOfDay(last, runHour))
      await anew.run()
      const [kept, read] = [await recordsOf(store.database), await recordsOf(fresh.database)]
      assert.deepEqual([...kept.keys()].sort(), model.listed().sort())
      for (const [id, record] of read) assert.equal(kept.get(id), record)
      const count = (words: string): number => told.filter(({ says }) => says.includes(words)).length
      // What nothing was seen of, nothing was shown of.
      for (const seen of [model.flaps, moved, steady]) assert.notEqual(seen.length, 0)
      context.diagnostic(
        `${days.length} runs, ${read.size} calls on the last day, ${kept.size - read.size} within the grace; ` +
          `${count('created')} created, ${count('status')} changes of status, ${count('deadline')} of deadline ` +
          `(${moved.length} of calls that the run before had seen; ${restated} more were of seconds alone), ` +
          `${called.length} calls that the portal itself came to call open (${called.length - steady.length} with more than one opening), ${model.flaps.length} flaps of one run, ` +
          `${count('withdrawn')} withdrawn, ${count('reinstated')} reinstated`,
      )
    } finally {
      await portal.close()
    }
  })
}
if (!hasSavedAnswers) test('the days on which the EU portal changed, replayed', { skip: noSavedAnswers })
