/** What is made once and needed for ever is there when its maker goes on, whatever the disk forgets of all that was not synced. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { companionEndings, storeFile, storeFiles } from '../../src/platform/database/sqlite/files.ts'
import { chance } from '../harness/random-measures.ts'
import { startProgram } from '../harness/started-process.ts'
import { faultsIn, putBack } from './after-cut.ts'
import { type Disk, type Kept, makeDisk } from './disk.ts'
import { makeRecorder, type Recorded, whyNotRecorded } from './write-log.ts'

const skip = whyNotRecorded()

/** That, done in `<folder>/new/var`, which is not there before: what was recorded of it, and an empty disk to take it. */
async function recorded(
  what: string,
  work: (records: Recorded[], disk: Disk, folder: string, place: string) => void | Promise<void>,
): Promise<void> {
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
    await work(recorder.read(), makeDisk(folder, recorder.folderFile), folder, place)
  } finally {
    recorder.close()
    await rm(place, { recursive: true })
  }
}

/** What the disk has for certain when all of that was done. */
function keptOf(what: string, work: (kept: Kept, place: string, folder: string) => Promise<void>): Promise<void> {
  return recorded(what, async (records, disk, folder, place) => {
    for (const [index, record] of records.entries()) disk.take(record, index)
    const nothingElse = disk.cut(
      () => 'lost',
      () => 0,
    )
    await work(nothingElse, place, folder)
  })
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

test(
  'a store that takes the place of another stands there whole or not at all, and never beside what was of the other',
  {
    skip,
  },
  () =>
    recorded('place', (records, disk, folder) => {
      const random = chance(26)
      const place = path.join(folder, 'new', 'var')
      const seen = new Set<string>()
      for (const [index, record] of records.entries()) {
        disk.take(record, index)
        for (let trial = 0; trial < 20; trial += 1) {
          const kept = disk.cut((_, kind) => (kind === 'bytes' || random() < 0.5 ? 'kept' : 'lost'), random)
          const words = storeFiles.map((name) =>
            String(kept.get(path.join(place, 'restored', name)) ?? kept.get(path.join(place, name))),
          )
          if (words.includes('new')) assert.deepEqual(words, ['new', 'new', 'new'], `cut after record ${index}`)
          if (String(kept.get(path.join(place, storeFile))) === 'new')
            for (const ending of companionEndings)
              assert.ok(!kept.has(path.join(place, storeFile + ending)), `cut after record ${index}: ${ending}`)
          seen.add(words.join())
        }
      }
      assert.ok(seen.has('old,old,old') && seen.has('new,new,new'), [...seen].join(' '))
    }),
)
