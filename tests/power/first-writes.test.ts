/** What is made once and needed for ever is there when its maker goes on, whatever the disk forgets of all that was not synced. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startProgram } from '../harness/started-process.ts'
import { faultsIn, putBack } from './after-cut.ts'
import { type Kept, makeDisk } from './disk.ts'
import { makeRecorder, whyNotRecorded } from './write-log.ts'

const skip = whyNotRecorded()

/** What the disk has for certain when that was done in `<folder>/new/var`, which is not there before. */
async function keptOf(what: string, work: (kept: Kept, place: string, folder: string) => Promise<void>): Promise<void> {
  const place = await mkdtemp(path.join(tmpdir(), 'subsidies-power-'))
  const folder = path.join(place, 'disk')
  await mkdir(folder)
  const recorder = makeRecorder(place, folder)
  try {
    const child = path.join(import.meta.dirname, 'first-writes-child.ts')
    const made = startProgram(process.execPath, [child, what, path.join(folder, 'new', 'var')], {
      environment: recorder.environment,
    })
    assert.equal((await made.end()).signal, 'SIGKILL', made.error)
    const disk = makeDisk(folder, recorder.folderFile)
    for (const [index, record] of recorder.read().entries()) disk.take(record, index)
    await work(
      disk.cut(
        () => 'lost',
        () => 0,
      ),
      place,
      folder,
    )
  } finally {
    recorder.close()
    await rm(place, { recursive: true })
  }
}

test('the secret of the installation is on the disk with its name, and those of the folders above it', { skip }, () =>
  keptOf('secret', async (kept, _, folder) => {
    assert.equal(Buffer.from(String(kept.get(path.join(folder, 'new/var/secret.key'))), 'base64').length, 32)
  }),
)

test('a store that says it was migrated has every table, also those beside it', { skip }, () =>
  keptOf('store', async (kept, place, folder) => {
    const after = path.join(place, 'after')
    putBack(kept, folder, after, () => 0)
    const faults = await faultsIn(path.join(after, 'new/var'), { claims: [], requests: { fewest: 0, most: 0 } })
    assert.deepEqual(faults, [])
    assert.ok(kept.has(path.join(folder, 'new/var/store.db')))
  }),
)

test('a mail that was filed is there, whole', { skip }, () =>
  keptOf('mail', async (kept, _, folder) => {
    assert.equal(String(kept.get(path.join(folder, 'new/var/mail/mail_1.eml'))), 'From: a\r\n\r\nb\r\n')
  }),
)
