/**
 * The EU portal's own days, from 13 March to 22 August 2026: whoever took the export on one of them, and read the change feed
 * from its cursor on, has at the end what the export of the end says.
 */

import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { settingsChecks } from '../../src/ingestion/connectors/connectors.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { settleClock } from '../../src/measures/versions/clock.ts'
import { readSourcesFile } from '../../src/sources/read-sources-file.ts'
import { addDays, atTimeOfDay } from '../../src/values/brussels.ts'
import { engines } from '../harness/databases.ts'
import { exportPath, keptByFeed, linesById, unchecked } from '../harness/downloads.ts'
import type { Answer } from '../harness/http.ts'
import { changeDays, hasSavedAnswers, noSavedAnswers, rowsAt } from '../harness/portal-rows.ts'
import { startPortal } from '../harness/portal-stand-in.ts'
import { repeated } from '../harness/repeated.ts'
import { startService } from '../harness/service.ts'

const sourceId = 'eu-funding-tenders'
const bundled = path.join(import.meta.dirname, '..', '..', 'catalogue', 'sources.yaml')
/** Every so many-th of the saved days; `DAYS=1`: all. */
const daysPerRun = repeated('DAYS', { few: 15, many: 1 })
/** Exports are taken on so many of them. */
const exportsTaken = 5
const runHour = 10

for (const engine of hasSavedAnswers ? engines : []) {
  test(`${engine.name}: over the days on which the EU portal changed, an export and the feed from its cursor on come to the export of the end`, async (context) => {
    const days = changeDays().filter((_, index) => index % daysPerRun === 0)
    const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
    const portal = await startPortal()
    const { definitions } = await readSourcesFile(bundled, settingsChecks)
    const definition = definitions.find(({ id }) => id === sourceId)
    assert.ok(definition !== undefined)
    const service = await startService(engine, {
      definitions: [{ ...definition, settings: { base_url: portal.url } }],
      start: atTimeOfDay(first, 0),
    })
    try {
      const { clock, means, origin, keys } = service
      const taken: Answer[] = []
      for (let day = first; day <= last; day = addDays(day, 1)) {
        for (const at of [atTimeOfDay(day, 0, 1), atTimeOfDay(day, runHour)]) {
          clock.advance({ seconds: Math.ceil((at - clock.now()) / 1_000) })
          await settleClock(means)
        }
        if (!days.includes(day)) continue
        portal.serve(rowsAt(day))
        const [run] = await ingest(means, [sourceId])
        assert.deepEqual([run?.status, run?.rejected], ['succeeded', 0])
        if (days.indexOf(day) % Math.ceil(days.length / exportsTaken) === 0) taken.push(await service.get(exportPath))
      }
      const end = linesById((await service.get(exportPath)).body)
      const counts: number[] = []
      for (const exported of taken) {
        const { lines, events } = await keptByFeed(origin, keys.enterprise, exported)
        counts.push(events)
        assert.deepEqual([...lines.keys()].toSorted(), [...end.keys()])
        for (const [id, line] of end) assert.equal(unchecked(lines.get(id) ?? ''), unchecked(line))
      }
      assert.ok((counts[0] ?? 0) > end.size / 2, String(counts))
      context.diagnostic(`${days.length} days, ${end.size} measures at the end; events after each export: ${counts}`)
    } finally {
      await service.stop()
      await portal.close()
    }
  })
}
if (!hasSavedAnswers) test('the days on which the EU portal changed, exported', { skip: noSavedAnswers })
