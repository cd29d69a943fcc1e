import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '../../tests/harness/databases.ts'
import { ingestionScene, input } from '../../tests/harness/ingestion.ts'
import { startService } from '../../tests/harness/service.ts'
import { ingest } from '../ingestion/ingest.ts'
import type { Database } from '../platform/database/database.ts'
import { FileSlab } from '../platform/files/file-slab.ts'

for (const engine of engines) {
  test(`${engine.name}: a catalogue that cannot be made is not blamed on the store`, async () => {
    const full = mock.method(FileSlab.prototype, 'append', () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const service = await startService(engine)
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    try {
      await service.publish([input('a')])
      while (full.mock.callCount() < 2) await turn()
      const { database } = (await service.get('/v1/health', { key: '' })).json()
      assert.equal(database, 'ok')
      full.mock.restore()
      while ((await service.get('/v1/subsidies/al:a')).status !== 200) await turn()
    } finally {
      full.mock.restore()
      await service.stop()
    }
  })

  test(`${engine.name}: while the first catalogue cannot be made the service is degraded and its store is ok, and it recovers by itself`, async () => {
    const store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', { items: [input('a')] })
    await ingest(scene.means, ['alpha'])
    const full = mock.method(FileSlab.prototype, 'append', () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const service = await startService({ ...engine, open: () => Promise.resolve(store) })
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    const health = async () => {
      const { status, database } = (await service.get('/v1/health', { key: '' })).json()
      return [status, database]
    }
    try {
      while (full.mock.callCount() < 2) await turn()
      assert.deepEqual(await health(), ['degraded', 'ok'])
      assert.equal((await service.get('/readyz', { key: '' })).status, 503)
      full.mock.restore()
      while ((await service.get('/v1/subsidies/al:a')).status !== 200) await turn()
      assert.deepEqual(await health(), ['ok', 'ok'])
    } finally {
      full.mock.restore()
      await service.stop()
    }
  })

  test(`${engine.name}: while the first catalogue is still being read the service is degraded and its store is ok`, async () => {
    const mayRead = Promise.withResolvers<void>()
    const service = await startService(engine, {
      storeAs: (database) =>
        Object.create(database, {
          withSignal: {
            value: (signal: AbortSignal): Database => {
              const within = database.withSignal(signal)
              const snapshot: Database['snapshot'] = async (work) => {
                await mayRead.promise
                return within.snapshot(work)
              }
              return Object.create(within, { snapshot: { value: snapshot } })
            },
          },
        }),
    })
    const health = async () => {
      const { status, database } = (await service.get('/v1/health', { key: '' })).json()
      return [status, database]
    }
    try {
      assert.deepEqual(await health(), ['degraded', 'ok'])
      mayRead.resolve()
      while ((await service.get('/readyz', { key: '' })).status !== 200) await pause(5)
      assert.deepEqual(await health(), ['ok', 'ok'])
    } finally {
      mayRead.resolve()
      await service.stop()
    }
  })
}
