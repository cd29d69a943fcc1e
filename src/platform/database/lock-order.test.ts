import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { ingestionScene, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { movePublication } from '../../changes/append.ts'
import { lockSource } from '../../sources/registry.ts'

const definitions = [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'be', name: 'Beta' })]

for (const engine of engines) {
  test(`${engine.name}: locks are taken in one order, sources by id and then the head of the feed, or refused`, async () => {
    await using store = await engine.open()
    const { database, clock } = await ingestionScene(store.database, definitions)
    const taking = (...order: string[]) =>
      database.transaction(async (transaction) => {
        for (const name of order) {
          if (name === 'head') await movePublication(transaction, clock.now())
          else await lockSource(transaction, database, name)
        }
      })
    await taking('alpha', 'beta', 'alpha', 'head', 'beta', 'head')
    await assert.rejects(taking('beta', 'alpha'), /alpha is taken after the source beta/)
    await assert.rejects(taking('head', 'alpha'), /alpha is taken after the head/)
    await assert.rejects(taking('alpha', 'head', 'beta'), /beta is taken after the head/)
    await taking('head')
  })
}
