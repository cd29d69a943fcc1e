/** Whose plan lacks watchlists, or whose account is gone, is not told; whoever has them again is told of what comes then. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { watchedScene } from '../../../tests/harness/watched.ts'
import { deleteAccount, setPlan } from '../../accounts/operations.ts'
import { reevaluationBacklog } from './backlog.ts'

const small = { reference: 'small', company: { postcode: '9000', employees: 20 } }
const forSize = (size: string) => input('m', { status: 'continuous', company_sizes: [size] })

for (const engine of engines) {
  test(`${engine.name}: while a plan lacks watchlists its lists are kept and not told, and nothing is made up later`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const account = await scene.account('business')
      const other = await scene.account('business')
      for (const id of [account, other]) await scene.watch(id, await scene.list(id), [small])
      const toldOf = async (): Promise<string[]> => {
        await scene.reevaluate()
        const told = (await scene.told()).map(
          ({ accountId, version }) => `${accountId === account ? 'lacking' : 'other'} v${version}`,
        )
        // Of one version in the order of the lists' ids.
        return told.toSorted()
      }
      await setPlan(database, scene.clock.now(), account, 'pro')
      await scene.publish([forSize('small')])
      assert.deepEqual(await toldOf(), ['other v1'])
      await setPlan(database, scene.clock.now(), account, 'business')
      assert.deepEqual(await toldOf(), ['other v1'])
      await scene.publish([forSize('large')])
      assert.deepEqual(await toldOf(), ['lacking v2', 'other v1', 'other v2'])
    }))

  test(`${engine.name}: a version that came while the plan lacked watchlists is not told once they are back, however late it is judged`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const account = await scene.account('business')
      await scene.watch(account, await scene.list(account), [small])
      await setPlan(database, scene.clock.now(), account, 'pro')
      await scene.publish([forSize('small')])
      await setPlan(database, scene.clock.now(), account, 'business')
      await setPlan(database, scene.clock.now(), account, 'enterprise')
      await scene.publish([forSize('large')])
      assert.deepEqual(
        { ...(await reevaluationBacklog(database)), oldestAt: null },
        { versions: 2, oldestAt: null },
        'neither has been judged',
      )
      await scene.reevaluate()
      assert.deepEqual(
        (await scene.told()).map(({ event, version }) => `${event} v${version}`),
        ['match.removed v2'],
      )
      assert.deepEqual(await reevaluationBacklog(database), { versions: 0, oldestAt: null })
    }))

  test(`${engine.name}: a deleted account is told of nothing that is under way`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const account = await scene.account('business')
      await scene.watch(account, await scene.list(account), [small])
      await scene.publish([forSize('small')])
      await deleteAccount(database, scene.clock.now(), account)
      await scene.reevaluate()
      assert.deepEqual(await scene.told(), [])
    }))
}
