import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { input } from '../../tests/harness/ingestion.ts'
import { watchedScene } from '../../tests/harness/watched.ts'
import { checkUp } from './check-up.ts'

for (const engine of engines) {
  test(`${engine.name}: versions of which companies on watch have not been told are found, the more seriously the longer they wait`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const found = async (): Promise<string> => {
        const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
        const one = findings.find(({ check }) => check === 'watchlists')
        return `${one?.level} ${/of (\d+ versions|every version)/.exec(one?.message ?? '')?.[1]}`
      }
      assert.equal(await found(), 'ok every version')
      await scene.publish([input('m'), input('n')])
      assert.equal(await found(), 'ok 2 versions')
      scene.clock.advance({ seconds: 61 })
      assert.equal(await found(), 'warning 2 versions')
      scene.clock.advance({ seconds: 600 })
      assert.equal(await found(), 'fault 2 versions')
      await scene.reevaluate()
      assert.equal(await found(), 'ok every version')
    }))
}
