import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { ingestionScene, sampleDefinition } from '../../../../tests/harness/ingestion.ts'
import { localIdOf, version } from '../../../../tests/harness/ipdc-products.ts'
import { startCatalogue } from '../../../../tests/harness/ipdc-stand-in.ts'
import { unobserved } from '../../../../tests/harness/observer.ts'
import { getMeasure } from '../../../measures/find.ts'
import { referenceLookups } from '../../../measures/record/reference-lookups.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { ingest } from '../../ingest.ts'
import { connectorsByName } from '../connectors.ts'

const numbers = Array.from({ length: 12 }, (_, index) => index + 1)

for (const engine of engines) {
  test(`${engine.name}: what the stream archives is withdrawn by the second run, and reinstated when it comes back`, async () => {
    await using store = await engine.open()
    const catalogue = await startCatalogue()
    const folder = await mkdtemp(path.join(tmpdir(), 'flanders-runs-'))
    try {
      const scene = await ingestionScene(store.database, [
        {
          ...sampleDefinition({ id: 'flanders-ipdc', prefix: 'ipdc', language: 'nl' }),
          connector: 'flanders-ipdc',
          settings: { base_url: catalogue.url, state_file: path.join(folder, 'stream.ndjson') },
        },
      ])
      const means = {
        ...scene.means,
        connectors: connectorsByName,
        fetch: createOutbound({ version: '0.0.0', observer: unobserved, clock: scene.clock, sleep: async () => {} }),
        lookups: referenceLookups,
      }
      const run = async (): Promise<string> => {
        scene.clock.advance({ hours: 6 })
        const [made] = await ingest(means, ['flanders-ipdc'], {})
        assert.equal(made?.status, 'succeeded', made?.error ?? '')
        const { created, changed, unchanged, withdrawn } = made
        return `${created} ${changed} ${unchanged} ${withdrawn}`
      }
      const measure = () => getMeasure(store.database, `ipdc:${localIdOf(1)}`)

      const members = numbers.map((number) => version(number, number))
      catalogue.stream(members)
      assert.equal(await run(), '12 0 0 0')
      assert.equal(await run(), '0 0 12 0')
      const archived = [...members, version(1, 30, { gearchiveerd: 'true' })]
      catalogue.stream(archived)
      assert.equal(await run(), '0 0 11 0')
      assert.equal(await run(), '0 0 11 1')
      assert.notEqual((await measure()).withdrawnAt, null)
      catalogue.stream([...archived, version(1, 40, { naam: { nl: 'Terug' } })])
      assert.equal(await run(), '0 1 11 0')
      const { withdrawnAt, record } = await measure()
      assert.deepEqual([withdrawnAt, record.title.nl], [null, 'Terug'])
    } finally {
      await catalogue.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
