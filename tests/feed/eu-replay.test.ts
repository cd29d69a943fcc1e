/**
 * The EU portal's own days, from 13 March to 22 August 2026, through the connector, ingestion and the clock: one run on
 * every day on which the saved changes have any.
 *
 * Deadlines: a call whose deadline differs between the runs of two such days has exactly one event that says so, at the
 * later run, from the one to the other. Status: the contract derives it from the dates, so the portal's own word, which
 * changes some time around the opening, makes no event; the opening and the deadline do, exactly one each, at the first
 * look after them. Both equalities, and those of withdrawal and return, are asserted event by event against a model.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { connectorsByName, settingsChecks } from '../../src/ingestion/connectors/connectors.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { settleClock } from '../../src/measures/clock.ts'
import { referenceLookups } from '../../src/measures/reference-lookups.ts'
import { syncSources } from '../../src/measures/switch-source.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { readSourcesFile } from '../../src/sources/read-sources-file.ts'
import { addDays, atTimeOfDay, dayOf } from '../../src/values/brussels.ts'
import { engines } from '../harness/databases.ts'
import { MemorySources, testClock, testMeans } from '../harness/ingestion.ts'
import { changeDays, hasSavedAnswers, type PortalRow, rowsAt } from '../harness/portal-rows.ts'
import { type Portal, startPortal } from '../harness/portal-stand-in.ts'
import { deadlineOf, idOf, isCalledOpen, openingOf, PortalModel, type Told } from './portal-model.ts'

const sourceId = 'eu-funding-tenders'
const bundled = path.join(import.meta.dirname, '..', '..', 'catalogue', 'sources.yaml')
const runHour = 10

/** A store with the portal as its only source. */
async function openReplay(database: Database, portal: Portal, start: number) {
  const { definitions } = await readSourcesFile(bundled, settingsChecks)
  const definition = definitions.find(({ id }) => id === sourceId)
  assert.ok(definition !== undefined)
  const clock = testClock(start)
  const means = {
    ...testMeans(database, clock, new MemorySources()),
    connectors: connectorsByName,
    fetch: createOutbound({ version: '0.0.0-test', clock }),
    lookups: referenceLookups,
  }
  const settings = { base_url: portal.url }
  await syncSources(means, { file: bundled, definitions: [{ ...definition, settings }], folder: '/' })
  return {
    async look(at: number) {
      clock.advance({ ms: at - clock.now() })
      await settleClock(means)
    },
    async run() {
      const [run] = await ingest(means, [sourceId])
      assert.deepEqual([run?.status, run?.error, run?.rejected], ['succeeded', null, 0])
    },
  }
}

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
    'select id, record, status, closes_at from measure where withdrawn_at is null',
  )
  return new Map(rows.map(({ id, record, status, closes_at: closesAt }) => [id, `${status} ${closesAt} ${record}`]))
}

for (const engine of hasSavedAnswers ? engines : []) {
  test(`${engine.name}: 155 days of the EU portal: every deadline and status change is exactly one event, flapping calls are not withdrawn within the grace, and the last state is the last day's`, async (context) => {
    const days = changeDays()
    const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
    assert.equal(days.length, 155)
    await using store = await engine.open()
    const portal = await startPortal()
    try {
      const replay = await openReplay(store.database, portal, atTimeOfDay(first, 0))
      const model = new PortalModel()
      const moved: Told[] = []
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
          const [was, is] = [before.get(id), deadlineOf(row)]
          if (was !== undefined && !isCalledOpen(was) && isCalledOpen(row)) called.push({ id, at, opens: openingOf(row) ?? 0 })
          if (was !== undefined && deadlineOf(was) !== is)
            moved.push({ id, at, says: `deadline ${deadlineOf(was)} -> ${is}` })
        }
        before = now
      }

      const told = await toldByFeed(store.database)
      assert.deepEqual(told.map(lineOf).sort(), model.told.map(lineOf).sort())
      for (const { id, at, says } of moved) {
        assert.equal(told.filter((one) => one.id === id && one.at === at && one.says.includes(says)).length, 1, says)
      }
      for (const { id, before: seen, after } of model.flaps) {
        assert.ok(!told.some((one) => one.id === id && one.at > seen && one.at <= after && /withdrawn|reinstated/.test(one.says)))
      }
      const lags = new Map<string, number>()
      for (const { id, at, opens } of called) {
        const openings = told.filter((one) => one.id === id && one.says.includes('forthcoming -> open'))
        const created = told.find((one) => one.id === id)?.at ?? 0
        const key = `${openings.length} ${created < opens} ${openings.length === 1 ? Math.round((at - (openings[0]?.at ?? 0)) / 86_400_000) : ''}`
        lags.set(key, (lags.get(key) ?? 0) + 1)
      }
      console.log(lags)

      // The last state is what a store that never saw another day reads of the last one.
      await using fresh = await engine.open()
      const anew = await openReplay(fresh.database, portal, atTimeOfDay(last, runHour))
      await anew.run()
      const [kept, read] = [await recordsOf(store.database), await recordsOf(fresh.database)]
      assert.deepEqual([...kept.keys()].sort(), model.listed().sort())
      for (const [id, record] of read) assert.equal(kept.get(id), record)
      const count = (words: string): number => told.filter(({ says }) => says.includes(words)).length
      context.diagnostic(
        `${days.length} runs, ${read.size} calls on the last day, ${kept.size - read.size} within the grace; ` +
          `${count('created')} created, ${count('status')} changes of status, ${count('deadline')} of deadline ` +
          `(${moved.length} between two days), ${model.flaps.length} flaps of one run, ` +
          `${count('withdrawn')} withdrawn, ${count('reinstated')} reinstated`,
      )
    } finally {
      await portal.close()
    }
  })
}
