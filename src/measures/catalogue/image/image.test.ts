/** That a process which goes on from an image knows and answers what one does that read everything, and nothing else. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { type FollowedScene, withFollowed } from '../../../../tests/harness/followed.ts'
import { input } from '../../../../tests/harness/ingestion.ts'
import { randomInputs } from '../../../../tests/harness/random-measures.ts'
import type { InputRecord } from '../../../../tests/harness/sample-measures.ts'
import { type BulkEntry, bulkEntryText } from '../../../matching/bulk-entry.ts'
import type { Matcher } from '../../../matching/matcher.ts'
import type { Database } from '../../../platform/database/database.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import type { Observer } from '../../../platform/observer.ts'
import { languages, views } from '../../../values/vocabularies.ts'
import { indexSorts } from '../../finding/query.ts'
import { mergeMeasures } from '../../merge.ts'
import { reinstateMeasure, withdrawMeasure } from '../../withdraw.ts'
import type { FollowedCatalogue } from '../follow.ts'

/** Records of every kind, of which some name one another. */
const listed: readonly InputRecord[] = [
  ...randomInputs(60, 7),
  input('ends', { application_window: { closes_at: '2026-03-05T12:00:00+01:00' } }),
  input('opens', { application_window: { opens_at: '2026-03-04', closes_at: '2026-03-20' } }),
  input('excludes', { related: { excludes: ['al:r1', 'al:merged'] } }),
  input('merged', { title: 'Support that goes into another' }),
  input('survivor'),
]
const companies: readonly BulkEntry[] = [
  { company: { postcode: '9000', employees: 8, nace: ['62010'], legal_form: '014' } },
  { company: { postcode: '1000', employees: 3 }, project: { topics: ['energy_efficiency'] } },
  { company: { employees: 400 }, answers: { in_difficulty: true } },
  {},
]
const words = [[], ['support'], ['titel'], ['groene', 'steun'], ['klimaatpremie'], ['fl'], ['energie']]

type Process = { followed: FollowedCatalogue; matcher: Matcher; told: { outcome: string }[] }

/** Everything that a process says of the catalogue, as text. */
async function sayingsOf({ followed, matcher }: Pick<Process, 'followed' | 'matcher'>, scene: FollowedScene) {
  await followed.catchUp()
  return followed.read((catalogue) => {
    const { state } = catalogue
    const all = { words: [], filters: { include_withdrawn: true }, sort: 'updated', after: null, limit: 1_000 } as const
    const { ids } = catalogue.search(all)
    return {
      of: [state.publication, state.position, state.size, state.parts.liveBytes],
      rows: ids.flatMap((id) =>
        views.flatMap((view) => languages.map((language) => catalogue.row(view, id, language).toString())),
      ),
      found: words.flatMap((asked) =>
        indexSorts.flatMap((sort) =>
          [false, true].map((most) => catalogue.search({ ...all, filters: {}, words: asked, sort, most })),
        ),
      ),
      filtered: [{ status: ['open'] as const }, { region: ['wallonia'] as const }, { nace: ['62010'] }].map((filters) =>
        catalogue.search({ ...all, filters }),
      ),
      leads: ['al:merged', 'al:survivor', 'al:r1'].map((id) => [id, state.resolveId(id), state.modesOf(id)]),
      seen: [...state.parts.pageSeenAt.entries()],
      judged: companies.map((company) => bulkEntryText(matcher, catalogue, company, scene.clock.now())),
      isDue: [0, 1, 2, 3, 30, 300].map((days) => catalogue.isDue(scene.clock.now() + days * 86_400_000)),
    }
  })
}

type Imaged = FollowedScene & {
  folder: string
  /** A process with images; `isWritten`: resolves when its image is on the disk. */
  begin(changes?: Parameters<FollowedScene['another']>[0]): Process
  /** Reads everything, and resolves when the image of that is on the disk. */
  write(): Promise<Process>
}

async function withImages(database: Database, work: (scene: Imaged) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'image-'))
  try {
    await withFollowed(database, async (scene) => {
      const processWith = (changes: Parameters<FollowedScene['another']>[0], tell: Observer['tell']): Process => {
        const told: { outcome: string }[] = []
        const observer: Observer = {
          tell(occurrence) {
            if (occurrence.name === 'catalogue_image') told.push(occurrence.labels)
            tell(occurrence)
          },
          end: () => {},
        }
        const image = { folder, isWritten: true, measuresMin: 1 }
        return { ...scene.another({ image, observer, ...changes }), told }
      }
      await work({
        ...scene,
        folder,
        begin: (changes) => processWith(changes, () => {}),
        async write() {
          const isWritten = Promise.withResolvers<void>()
          const made = processWith({}, (occurrence) => {
            if (occurrence.name !== 'catalogue_image') return
            if (occurrence.labels.outcome === 'written') isWritten.resolve()
            else isWritten.reject(new Error(`the image is ${occurrence.labels.outcome}`))
          })
          await made.followed.catchUp()
          await isWritten.promise
          return made
        },
      })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

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

  test(`${engine.name}: an image that was torn, cut, changed or made by other code is not gone on from`, async () => {
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
      const key = whole.lastIndexOf('key')
      const faulty = [
        ...[0, 1, 15, 16, Math.floor(whole.length / 2), whole.length - 1].map((length) => whole.subarray(0, length)),
        ...[0, Math.floor(whole.length / 2), key + 8, whole.length - 20, whole.length - 12, whole.length - 1].map(
          changedAt,
        ),
        Buffer.concat([whole, Buffer.alloc(1)]),
      ]
      for (const bytes of faulty) {
        writeFileSync(file, bytes)
        const begun = scene.begin({ image: { folder: scene.folder, isWritten: false, measuresMin: 1 } })
        assert.deepEqual(await sayingsOf(begun, scene), plain)
        assert.deepEqual(begun.told, [])
        await begun.followed.stop()
      }
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
