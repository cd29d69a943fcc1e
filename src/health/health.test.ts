import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { input } from '../../tests/harness/ingestion.ts'
import { startService } from '../../tests/harness/service.ts'
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
}
