import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DiskFull } from '../../platform/database/store-error.ts'
import { takeAwayUnfinished } from '../../platform/files/unfinished.ts'
import { BackupFault, faultOfDisk } from '../backup-fault.ts'
import { writeNewFile } from './new-file.ts'

const looksMax = 10_000

test('a draft that is looked through for long is touched, so that nobody on its folder takes it for left', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'new-file-'))
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    const file = path.join(folder, 'backup')
    await writeNewFile({
      ...{ file, isNew: true, now: Date.now() },
      write: async (draft) => void (await draft.writeFile('whole')),
      check: async (draft) => {
        const long = new Date(Date.now() - 3_600_000)
        utimesSync(draft, long, long)
        mock.timers.tick(60_000)
        for (let look = 0; look < looksMax && statSync(draft).mtimeMs === long.getTime(); look += 1) await nextTurn()
        await takeAwayUnfinished(folder, Date.now())
        assert.ok(Date.now() - statSync(draft).mtimeMs < 60_000)
      },
    })
    assert.deepEqual(readdirSync(folder), ['backup'])
  } finally {
    mock.timers.reset()
    rmSync(folder, { recursive: true })
  }
})

test('a full disk of the store is told as one, of whichever engine', () => {
  const fault = faultOfDisk(new DiskFull('database or disk is full', new Error('full')), '/var/lib/subsidies')
  assert.ok(fault instanceof BackupFault)
  assert.equal(fault.code, 'disk_full')
  assert.match(fault.message, /\/var\/lib\/subsidies/)
})
