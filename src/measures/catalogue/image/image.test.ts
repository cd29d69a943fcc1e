/** That a process which goes on from an image knows and answers what one does that read everything, and nothing else. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { mock, test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { type FollowedScene, withFollowed } from '../../../../tests/harness/followed.ts'
import {
  companies,
  type Imaged,
  listed,
  type Process,
  sayingsOf,
  withImages,
} from '../../../../tests/harness/imaged.ts'
import { input } from '../../../../tests/harness/ingestion.ts'
import { bulkEntryText } from '../../../matching/bulk-entry.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { CheckedFile } from '../../../platform/files/checked-file.ts'
import { FileInTheMaking } from '../../../platform/files/file-in-the-making.ts'
import { beginUnfinished } from '../../../platform/files/unfinished.ts'
import { mergeMeasures } from '../../merge.ts'
import { reinstateMeasure, withdrawMeasure } from '../../withdraw.ts'

/** What can come between an image and the start that finds it. */
const between: readonly { name: string; happen(scene: FollowedScene): Promise<unknown> }[] = [
  { name: 'nothing', happen: async () => {} },
  {
    name: 'a run that changes, adds and no longer lists',
    happen: ({ publish }) =>
      publish([
        ...listed.slice(2),
        input('added'),
        input('r0', { title: 'Changed', summary: 'Words that nobody had' }),
      ]),
  },
  { name: 'a merge', happen: ({ means }) => mergeMeasures(means, 'al:merged', 'al:survivor') },
  {
    name: 'a withdrawal, and one that is taken back',
    async happen({ means }) {
      await withdrawMeasure(means, 'al:r1')
      await withdrawMeasure(means, 'al:r2')
      await reinstateMeasure(means, 'al:r2')
    },
  },
  { name: 'days in which deadlines pass', happen: async ({ clock }) => clock.advance({ days: 40 }) },
  {
    name: 'a run that changes nothing, later',
    async happen({ clock, publish }) {
      clock.advance({ hours: 3 })
      await publish(listed)
    },
  },
]

for (const engine of engines) {
  for (const { name, happen } of between) {
    test(`${engine.name}: after ${name}, whoever goes on from an image says what one says that read everything`, async () => {
      await using store = await engine.open()
      await withImages(store.database, async (scene) => {
        await scene.publish(listed)
        await scene.write()
        await happen(scene)
        const gone = scene.begin()
        const said = await sayingsOf(gone, scene)
        assert.deepEqual(gone.told, [{ outcome: 'used' }])
        const plain = await sayingsOf(scene, scene)
        // A record that was read before and changed since stays in the slab of who read it.
        assert.deepEqual(said, plain)
      })
    })
  }

  test(`${engine.name}: who went on from an image takes in what comes after, and lets go of what it stood on`, async () => {
    await using store = await engine.open()
    await withImages(store.database, async (scene) => {
      await scene.publish(listed)
      await scene.write()
      const gone = scene.begin()
      await gone.followed.catchUp()
      await scene.publish([...listed.slice(0, -1), input('later', { summary: 'Quite another matter' })])
      await mergeMeasures(scene.means, 'al:merged', 'al:r3')
      assert.deepEqual(await sayingsOf(gone, scene), await sayingsOf(scene, scene))
      await scene.changeSettings('Another line')
      assert.deepEqual(await sayingsOf(gone, scene), await sayingsOf(scene, scene))
      assert.deepEqual(gone.told, [{ outcome: 'used' }])
    })
  })

  test(`${engine.name}: an image of a catalogue with merged and withdrawn measures has them too`, async () => {
    await using store = await engine.open()
    await withImages(store.database, async (scene) => {
      await scene.publish(listed)
      await mergeMeasures(scene.means, 'al:merged', 'al:survivor')
      await withdrawMeasure(scene.means, 'al:r5')
      await scene.write()
      const gone = scene.begin()
      assert.deepEqual(await sayingsOf(gone, scene), await sayingsOf(scene, scene))
      assert.deepEqual(gone.told, [{ outcome: 'used' }])
    })
  })

  test(`${engine.name}: a catalogue that nobody searches goes on from the image too, and writes none`, async () => {
    await using store = await engine.open()
    await withImages(store.database, async (scene) => {
      await scene.publish(listed)
      const unsearched = scene.begin({ naceCover: null })
      await unsearched.followed.catchUp()
      assert.deepEqual([unsearched.told, readdirSync(scene.folder)], [[], []])
      await scene.write()
      const gone = scene.begin({ naceCover: null })
      await gone.followed.catchUp()
      await scene.followed.catchUp()
      const judgedBy = ({ followed, matcher }: Pick<Process, 'followed' | 'matcher'>) =>
        followed.read((catalogue) =>
          companies.map((company) => bulkEntryText(matcher, catalogue, company, scene.clock.now())),
        )
      assert.deepEqual(await judgedBy(gone), await judgedBy(scene))
      assert.deepEqual(gone.told, [{ outcome: 'used' }])
    })
  })

  /** What makes an image one that is not gone on from. */
  const unfit: readonly { name: string; happen(scene: Imaged): Promise<unknown> }[] = [
    { name: 'the settings of a source changed', happen: ({ changeSettings }) => changeSettings('Another line') },
    {
      name: 'the store has another name, as a restored one has',
      happen: ({ database }) =>
        database.transaction((sql) => sql.run("update store_identity set generation = 'other'")),
    },
    {
      name: 'the store is one of before the image',
      happen: ({ database }) => database.transaction((sql) => sql.run('update feed_head set publication = 0')),
    },
    {
      name: 'a measure has another record under the same publication',
      happen: ({ database }) =>
        database.transaction((sql) =>
          sql.run(
            "update measure set record_id = (select record_id from measure where id = 'al:r2') where id = 'al:r1'",
          ),
        ),
    },
    {
      name: 'the store has a measure that the image lacks',
      async happen({ publish, database }) {
        await publish([...listed, input('unknown')])
        await database.transaction((sql) => sql.run("update measure set publication = 1 where id = 'al:unknown'"))
      },
    },
  ]
  for (const { name, happen } of unfit) {
    test(`${engine.name}: where ${name}, everything is read anew and said as it is now`, async () => {
      await using store = await engine.open()
      await withImages(store.database, async (scene) => {
        await scene.publish(listed)
        await scene.write()
        await happen(scene)
        const begun = scene.begin()
        assert.deepEqual(await sayingsOf(begun, scene), await sayingsOf(scene, scene))
        assert.ok(begun.told.every(({ outcome }) => outcome === 'written'))
      })
    })
  }

  test(`${engine.name}: an image that was cut, or torn in any of its parts, is not gone on from`, async () => {
    await using store = await engine.open()
    await withImages(store.database, async (scene) => {
      await scene.publish(listed)
      await scene.write()
      const file = path.join(scene.folder, 'catalogue')
      const whole = readFileSync(file)
      const plain = await sayingsOf(scene, scene)
      const changedAt = (place: number): Buffer => {
        const bytes = Buffer.from(whole)
        bytes[place] = (bytes[place] ?? 0) ^ 1
        return bytes
      }
      const ends = [
        ...[0, 1, 15, 16, Math.floor(whole.length / 2), whole.length - 1].map((length) => whole.subarray(0, length)),
        ...[whole.length - 20, whole.length - 12, whole.length - 1].map(changedAt),
        Buffer.concat([whole, Buffer.alloc(1)]),
      ]
      const opened = CheckedFile.open(file)
      assert.ok(opened !== null)
      const filled = opened.parts.filter((part) => opened.lengthOf(part) > 0)
      for (const part of ['records', 'rows', 'head', 'texts', 'letters', 'wordRows', 'order0'])
        assert.ok(filled.includes(part), `the image has something in ${part}`)
      const torn = filled.flatMap((part) => {
        const [from, length] = [opened.offsetOf(part), opened.lengthOf(part)]
        return [from, from + length - 1].map(changedAt)
      })
      await opened.close()
      const goesWithout = async (bytes: Uint8Array, told: Process['told']): Promise<void> => {
        writeFileSync(file, bytes)
        const begun = scene.begin({ image: { folder: scene.folder, isWritten: false, measuresMin: 1 } })
        assert.deepEqual(await sayingsOf(begun, scene), plain)
        assert.deepEqual(begun.told, told)
        await begun.followed.stop()
      }
      for (const bytes of ends) await goesWithout(bytes, [])
      for (const bytes of torn) await goesWithout(bytes, [{ outcome: 'unused' }])
    })
  })
}

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

test('an image is read by its owner alone, and of a store there is one', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    const first = await scene.write()
    await scene.changeSettings('Another line')
    await scene.write()
    assert.deepEqual(readdirSync(scene.folder), ['catalogue'])
    assert.equal(statSync(path.join(scene.folder, 'catalogue')).mode & 0o777, 0o600)
    // The one of before stands as long as somebody stands on it.
    assert.ok(first.followed.readNow((catalogue) => catalogue.row('full', 'al:r1', 'en').length) > 0)
  })
})

test('what a killed process left half written is taken away by a start that goes on from an image', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    await scene.write()
    const { pid } = spawnSync(process.execPath, ['--version'])
    const [word, here] = path.basename(beginUnfinished(scene.folder)).split('-')
    writeFileSync(path.join(scene.folder, `${word}-${here}-${pid}-00ff`), '')
    const begun = scene.begin()
    await begun.followed.catchUp()
    assert.deepEqual([begun.told, readdirSync(scene.folder)], [[{ outcome: 'used' }], ['catalogue']])
  })
})

test('who stops while an image is looked through, gone on from or not, is not kept and keeps nothing open', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    await scene.write()
    const closed = mock.method(CheckedFile.prototype, 'close')
    const asked = scene.begin()
    asked.followed.prepare()
    await asked.followed.stop()
    assert.equal(closed.mock.callCount(), 1)
    const gone = scene.begin()
    gone.followed.prepare()
    const reading = assert.rejects(gone.followed.catchUp())
    await gone.followed.stop()
    await reading
    assert.equal(closed.mock.callCount(), 2)
    closed.mock.restore()
    assert.deepEqual([asked.told, gone.told], [[], []])
  })
})

test('a whole file that is no image is closed and told, and everything is read', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    const other = await FileInTheMaking.begin(scene.folder, scene.clock.now())
    other.append('something', Buffer.from('else'))
    await other.finish('catalogue', new AbortController().signal)
    const closed = mock.method(CheckedFile.prototype, 'close')
    const begun = scene.begin({ image: { folder: scene.folder, isWritten: false, measuresMin: 1 } })
    const said = await sayingsOf(begun, scene)
    assert.equal(closed.mock.callCount(), 1)
    closed.mock.restore()
    assert.deepEqual(said, await sayingsOf(scene, scene))
    assert.deepEqual(begun.told, [{ outcome: 'unused' }])
  })
})

test('an image that nobody finishes looking through is not gone on from', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    await scene.write()
    // The thread dies when all is there but what it looks at last.
    const whole = CheckedFile.prototype.whole
    const dying = mock.method(CheckedFile.prototype, 'whole', async function (this: CheckedFile, part: string) {
      await whole.call(this, part)
      if (part !== 'records') return
      throw new Error('nobody looks at the file any more')
    })
    const begun = scene.begin({ image: { folder: scene.folder, isWritten: false, measuresMin: 1 } })
    const said = await sayingsOf(begun, scene)
    dying.mock.restore()
    assert.deepEqual(said, await sayingsOf(scene, scene))
    assert.deepEqual(begun.told, [{ outcome: 'unused' }])
  })
})

test('of few measures no image is made', async () => {
  await using store = await embedded.open()
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    const begun = scene.begin({ image: { folder: scene.folder, isWritten: true } })
    await begun.followed.catchUp()
    await begun.followed.stop()
    assert.deepEqual([begun.told, readdirSync(scene.folder)], [[], []])
  })
})

test('a store that was copied back to before the image, and went another way since, is read anew', async () => {
  await using store = await embedded.open()
  const copy = path.join(store.settings.dataDir, '..', 'copy')
  await withImages(store.database, async (scene) => {
    await scene.publish(listed)
    await cp(store.settings.dataDir, copy, { recursive: true })
    await scene.publish([...listed, input('one-way')])
    await scene.write()
    const other = await openDatabase({ ...store.settings, dataDir: copy })
    try {
      await withFollowed(other, async (elsewhere) => {
        await elsewhere.publish([...listed, input('another-way')])
        const image = { folder: scene.folder, isWritten: false, measuresMin: 1 }
        const begun = elsewhere.another({ image })
        assert.deepEqual(await sayingsOf(begun, elsewhere), await sayingsOf(elsewhere, elsewhere))
        assert.equal(
          begun.followed.readNow(({ state }) => state.known('al:one-way')),
          null,
        )
      })
    } finally {
      await other.close()
    }
  })
})
