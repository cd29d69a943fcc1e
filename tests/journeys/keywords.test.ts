/** What people call a measure: it is found by it at once, and it is shown nowhere and makes no version. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { startService } from '../harness/service.ts'

const called = (keywords: unknown) => [input('one', { title: 'Mijn VerbouwPremie', keywords })]

for (const engine of engines) {
  test(`${engine.name}: keywords that a run changes are found from then on, are served nowhere and make no version`, async () => {
    const service = await startService(engine, { definitions: [sampleDefinition()] })
    try {
      const found = async (q: string): Promise<number> => {
        const { meta } = (await service.get(`/v1/subsidies?q=${q}`)).json() as { meta: { total: number } }
        return meta.total
      }
      await service.publish(called({ nl: ['dakisolatiebonus'] }))
      assert.deepEqual([await found('dakisolatiebonus'), await found('bonustoiture')], [1, 0])
      const paths = ['/v1/subsidies/al:one', '/v1/subsidies?view=full', '/v1/subsidies/al:one/versions']
      const before = await Promise.all(paths.map(async (path) => (await service.get(path)).json().data))
      await service.publish(called({ fr: ['bonustoiture'] }))
      assert.deepEqual([await found('dakisolatiebonus'), await found('bonustoiture')], [0, 1])
      const after = await Promise.all(paths.map(async (path) => (await service.get(path)).json().data))
      const withoutChecks = (answers: unknown): unknown =>
        JSON.parse(JSON.stringify(answers).replaceAll(/checked_at":"[^"]*"/g, 'checked_at":null'))
      assert.deepEqual(withoutChecks(after), withoutChecks(before))
      assert.doesNotMatch(JSON.stringify(after), /keywords|bonus/)
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: the label "Andere" finds a measure whose instrument is other, with all words and with most`, async () => {
    const service = await startService(engine, { definitions: [sampleDefinition()] })
    try {
      await service.publish([
        input('other', { title: { nl: 'Steun van de stad' }, instrument_type: 'other' }),
        input('grant', { title: { nl: 'Steun van het gewest' }, instrument_type: 'grant' }),
      ])
      for (const words of ['all', 'most']) {
        const { data } = (await service.get(`/v1/subsidies?q=Andere&words=${words}`)).json() as {
          data: { id: string }[]
        }
        assert.deepEqual(
          data.map(({ id }) => id),
          ['al:other'],
          words,
        )
      }
    } finally {
      await service.stop()
    }
  })
}
