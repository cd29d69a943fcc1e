/** A service on a restored store is one like any other, but that it is another life: places of the one before are refused. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { backupKey, emptyInstallation, engineOn, type Installation, withFolder } from '../harness/backups.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { loadSampleRegister } from '../harness/sample-register.ts'
import { startService } from '../harness/service.ts'
import { sampleWatchlistId, upload } from '../harness/watchlists.ts'
import { everyRouteSuite, type ServiceOfEveryRoute, withEveryRoute } from '../suites/every-route.ts'

const embedded = engines[0] ?? assert.fail()
/** From each engine to the other, where there are two. */
const ways: [from: Engine, to: Engine][] = engines.map((from) => [from, engines.find((to) => to !== from) ?? embedded])
const environment = { SECRET_KEY: backupKey }

type Restored = ServiceOfEveryRoute & { cursors: Record<string, string>; places: Installation[] }

const cursorPaths = {
  feed: '/v1/changes?limit=1',
  measures: '/v1/subsidies?limit=1',
  companies: `/v1/watchlists/${sampleWatchlistId}/companies?limit=1`,
}

/** A service with what every route needs, stopped; its backup restored, and another service on it. */
async function restoredService(from: Engine, to: Engine): Promise<Restored> {
  const places = [await emptyInstallation(from), await emptyInstallation(to)] as const
  const [origin, place] = places
  await origin.operator.done('migrate')
  const first = await startService(engineOn(origin), { environment })
  const { keyToHurry } = await withEveryRoute(first)
  await upload(first, sampleWatchlistId, [
    { reference: 'a', company: {} },
    { reference: 'b', company: {} },
  ])
  const cursors: Record<string, string> = {}
  for (const [name, target] of Object.entries(cursorPaths)) {
    const { pagination } = (await first.get(target)).json() as { pagination: { next_cursor: string } }
    cursors[name] = pagination.next_cursor
  }
  const start = first.clock.now()
  const holders = { keys: first.keys, accounts: first.accounts }
  await first.stop()
  await withFolder(async (folder) => {
    const file = path.join(folder, 'backup')
    await origin.operator.done('backup', '--to', file)
    // The sample of an endpoint has no secret that a key opens.
    await place.operator.done('restore', '--from', file, '--without-secrets')
  })
  const running = await startService(engineOn(place), { environment, holders, start })
  while ((await running.get('/readyz')).status !== 200) await new Promise((resolve) => setImmediate(resolve))
  // It is in no backup, and is loaded again.
  await loadSampleRegister(running)
  return { running, keyToHurry, cursors, places: [...places] }
}

for (const [from, to] of ways) {
  let restored: Restored
  before(async () => {
    restored = await restoredService(from, to)
  })
  after(async () => {
    await restored.running.stop()
    for (const { remove } of restored.places) await remove()
  })

  test(`${from.name} to ${to.name}: cursors of before are refused on every list, and those of now hold`, async () => {
    const { running, cursors } = restored
    for (const [name, target] of Object.entries(cursorPaths)) {
      const refused = await running.get(`${target}&cursor=${cursors[name]}`)
      assert.deepEqual(
        [refused.status, (refused.json() as { error: { code: string } }).error.code],
        [400, 'invalid_cursor'],
        name,
      )
      const { pagination } = (await running.get(target)).json() as { pagination: { next_cursor: string } }
      assert.equal((await running.get(`${target}&cursor=${pagination.next_cursor}`)).status, 200, name)
    }
  })

  test(`${from.name} to ${to.name}: what is published goes on after the feed of the backup, and nothing of it is told anew`, async () => {
    const { running } = restored
    const feed = async () =>
      (
        (await running.get('/v1/changes?since=2026-01-01&limit=100')).json() as {
          data: { id: string; event: string }[]
        }
      ).data
    const before = await feed()
    assert.ok(before.length > 0)
    await running.publish([{ ...restoredInput, title: 'After the restore' }])
    const after = await feed()
    assert.deepEqual(after.slice(0, before.length), before)
    assert.equal(after.length, before.length + 1)
    assert.equal(
      (await call(running.origin, 'GET', '/v1/subsidies/al:restored', { key: running.keys.pro })).status,
      200,
    )
  })

  everyRouteSuite(() => restored)
}

const restoredInput = { local_id: 'restored', title: 'Restored', url: 'https://agency.example/restored' }
