/** The EU portal's own days on a store, through the connector, ingestion and the clock, as far as they were saved. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { connectorsByName, settingsChecks } from '../../src/ingestion/connectors/connectors.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { syncSources } from '../../src/measures/publishing/switch-source.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import { settleClock } from '../../src/measures/versions/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { readSourcesFile } from '../../src/sources/read-sources-file.ts'
import { MemorySources, testClock, testMeans } from './ingestion.ts'
import { unobserved } from './observer.ts'
import type { Portal } from './portal-stand-in.ts'

const sourceId = 'eu-funding-tenders'
const bundled = path.join(import.meta.dirname, '..', '..', 'catalogue', 'sources.yaml')

/** A store with the portal as its only source. */
export async function openReplay(database: Database, portal: Portal, start: number) {
  const { definitions } = await readSourcesFile(bundled, settingsChecks)
  const definition = definitions.find(({ id }) => id === sourceId)
  assert.ok(definition !== undefined)
  const clock = testClock(start)
  const means = {
    ...testMeans(database, clock, new MemorySources()),
    connectors: connectorsByName,
    fetch: createOutbound({ version: '0.0.0-test', observer: unobserved, clock }),
    lookups: referenceLookups,
  }
  const settings = { base_url: portal.url }
  await syncSources(means, { file: bundled, definitions: [{ ...definition, settings }], folder: '/' })
  return {
    clock,
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
