/** That an image which cannot be written costs the image and nothing else. */
import assert from 'node:assert/strict'
import { existsSync, fstatSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mock, test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { listed, sayingsOf, withImages } from '../../../../tests/harness/imaged.ts'
import { FileInTheMaking } from '../../../platform/files/checked-file.ts'
import { FileSlab } from '../../../platform/files/file-slab.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

test('where the image cannot be written the catalogue is there all the same, and it is told', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    const file = path.join(scene.folder, 'no-folder')
    writeFileSync(file, '')
    const begun = scene.begin({ image: { folder: path.join(file, 'images'), isWritten: true, measuresMin: 1 } })
    assert.deepEqual(await sayingsOf(begun, scene), await sayingsOf(scene, scene))
    assert.deepEqual(begun.told, [{ outcome: 'unused' }, { outcome: 'unwritten' }])
    assert.equal(existsSync(path.join(file, 'images')), false)
  })
})

const fullDisk = (): never => {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}

test('a disk that is full when what was made of the records is written ends the image at once, and the records alone stay', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    const opened: number[] = []
    const append = FileInTheMaking.prototype.append
    const mocked = [
      mock.method(FileInTheMaking.prototype, 'openAgain', function (this: FileInTheMaking) {
        const file = openSync(path.join(scene.folder, readdirSync(scene.folder)[0] ?? ''), 'r+')
        opened.push(file)
        return file
      }),
      mock.method(FileInTheMaking.prototype, 'append', function (this: FileInTheMaking, part: string, bytes: Buffer) {
        append.call(this, part, bytes)
        if (part !== 'rows') fullDisk()
      }),
    ]
    const begun = scene.begin()
    const said = await sayingsOf(begun, scene)
    for (const { mock: one } of mocked) one.restore()
    const [file] = opened
    assert.ok(file !== undefined)
    const { size, liveBytes } = begun.followed.readNow(({ state: { slab, parts } }) => ({
      size: slab.size,
      liveBytes: parts.liveBytes,
    }))
    assert.deepEqual([fstatSync(file).size, size], [liveBytes, liveBytes])
    assert.deepEqual(readdirSync(scene.folder), [])
    assert.deepEqual(said, await sayingsOf(scene, scene))
    await begun.followed.stop()
    assert.deepEqual(begun.told, [{ outcome: 'unwritten' }])
  })
})

test('a disk that is full when the records are put into the image costs the image, old and new, and the catalogue is read', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    await (await scene.write()).followed.stop()
    await scene.changeSettings('Another line')
    const into = FileSlab.into
    const onImages = mock.method(FileSlab, 'into', (file: number, folder: string) => {
      const slab = into(file, folder)
      mock.method(slab, 'append', fullDisk)
      return slab
    })
    const begun = scene.begin()
    const said = await sayingsOf(begun, scene)
    onImages.mock.restore()
    assert.deepEqual(said, await sayingsOf(scene, scene))
    assert.deepEqual([begun.told, readdirSync(scene.folder)], [[{ outcome: 'unwritten' }], []])
    // With room again the next start makes one.
    await scene.write()
    assert.deepEqual(readdirSync(scene.folder), ['catalogue'])
  })
})
