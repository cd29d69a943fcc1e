/** That an image which cannot be written costs the image and nothing else. */
import assert from 'node:assert/strict'
import { existsSync, fstatSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mock, test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { listed, sayingsOf, withImages } from '../../../../tests/harness/imaged.ts'
import { FileInTheMaking } from '../../../platform/files/file-in-the-making.ts'
import { FileSlab } from '../../../platform/files/file-slab.ts'
import { ImageInTheMaking } from './image-in-the-making.ts'

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

/** Files of a project, as far as they say what makes images. */
function layProject(folder: string, code: string): void {
  for (const part of ['src/measures', 'reference']) mkdirSync(path.join(folder, part), { recursive: true })
  writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  writeFileSync(path.join(folder, 'src/measures/code.ts'), code)
}

test('an image is of the code with which its process began, and none comes of code that was replaced meanwhile', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    const [folder, project] = [path.join(scene.folder, 'images'), path.join(scene.folder, 'project')]
    const image = { folder, isWritten: true, measuresMin: 1, project }

    layProject(project, 'old')
    const old = scene.begin({ image })
    layProject(project, 'new')
    await old.followed.catchUp()
    assert.deepEqual([old.told, existsSync(folder)], [[{ outcome: 'unwritten' }], false])

    await scene.write({ image })
    const used = scene.begin({ image })
    layProject(project, 'newer')
    await used.followed.catchUp()
    assert.deepEqual(used.told, [{ outcome: 'used' }])

    const newer = scene.begin({ image })
    const end = mock.method(ImageInTheMaking.prototype, 'end')
    end.mock.mockImplementationOnce(function (this: ImageInTheMaking, ...of: Parameters<ImageInTheMaking['end']>) {
      layProject(project, 'newest')
      this.end(...of)
    })
    await newer.followed.catchUp()
    await newer.followed.stop()
    end.mock.restore()
    assert.deepEqual([newer.told, readdirSync(folder)], [[{ outcome: 'unwritten' }], []])
  })
})
