/** A whole service that has read the bundled curated records and a small register of companies, and nothing else. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { ingest } from '../../src/ingestion/ingest.ts'
import { parseInstant } from '../../src/values/brussels.ts'
import { curatedDefinitions } from './curated-catalogue.ts'
import { engines } from './databases.ts'
import { loadSampleRegister } from './sample-register.ts'
import { type ServiceOptions, startService, type TestService } from './service.ts'
import { until } from './started-process.ts'

/**
 * On the embedded store, a morning in November 2026 unless another start is named. `records`: a folder with a copy of the records,
 * to be read instead; `beside`: further sources, of which nothing has been read, and variables of the environment.
 */
export async function startCuratedService(
  records?: string,
  beside: Pick<ServiceOptions, 'definitions' | 'environment' | 'start'> = {},
): Promise<TestService> {
  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')
  const { definitions, folder } = await curatedDefinitions()
  // The harness starts relative paths elsewhere.
  const placed = definitions.map((definition) => {
    const given = definition.settings.path
    assert.equal(typeof given, 'string')
    return { ...definition, settings: { path: records ?? path.resolve(folder, String(given)) } }
  })
  const service = await startService(embedded, {
    start: parseInstant('2026-11-20T09:00:00Z') ?? 0,
    ...beside,
    definitions: [...placed, ...(beside.definitions ?? [])],
  })
  await loadSampleRegister(service)
  for (const { id } of placed) await readWhole(service, id)
  // A busy machine may read the catalogue later than the second for which an answer waits.
  await until('the catalogue is read', async () => {
    const { meta } = (await service.get('/v1/subsidies?limit=1')).json() as { meta: { warnings: { code: string }[] } }
    return meta.warnings.every(({ code }) => code !== 'catalogue_behind')
  })
  return service
}

/** Reads a source, of which nothing may be rejected. */
export async function readWhole(service: TestService, sourceId: string): Promise<void> {
  const [run] = await ingest(service.means, [sourceId])
  assert.equal(run?.error ?? null, null)
  assert.equal(run?.rejected, 0)
}
