/** Lines written on a thread: the same as the rows of the catalogue, and no byte to a file that was given up. */
import assert from 'node:assert/strict'
import { closeSync, fstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { engines } from '../../tests/harness/databases.ts'
import { withFollowed } from '../../tests/harness/followed.ts'
import { input } from '../../tests/harness/ingestion.ts'
import type { InputRecord } from '../../tests/harness/sample-measures.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { namelessFileIn } from '../platform/files/file-slab.ts'
import { finished } from '../search/sets/slices.ts'
import { filePieces } from './download.ts'
import { LineThread } from './line-thread.ts'
import { exportedIds } from './variant.ts'

const [engine] = engines
if (engine === undefined) throw new Error('there is always the embedded store')
const embedded = engine

type Scene = { pin: Pin; ids: string[]; thread: LineThread; file: number }

/** A thread, and the state of a catalogue of these, in the order of their ids. */
async function withThread(items: readonly InputRecord[], work: (scene: Scene) => Promise<void>): Promise<void> {
  await using store = await embedded.open()
  await withFollowed(store.database, async ({ publish, another }) => {
    await publish(items)
    const { followed } = another({ lookups: referenceLookups })
    const pin = await followed.pin()
    const thread = new LineThread()
    const file = namelessFileIn(tmpdir())
    try {
      const ids = finished(exportedIds(pin.state, { language: 'en', includeWithdrawn: false }))
      assert.equal(ids.length, items.length)
      await work({ pin, ids, thread, file })
    } finally {
      await thread.stop()
      closeSync(file)
      pin.release()
    }
  })
}

const numbered = (count: number, changes: (number: number) => InputRecord = () => ({})): InputRecord[] =>
  Array.from({ length: count }, (_, number) => input(`m${String(number).padStart(4, '0')}`, changes(number)))

async function textOf(file: number, length: number): Promise<string> {
  const pieces = await Array.fromAsync(filePieces(file, length))
  return Buffer.concat(pieces.map(({ bytes }) => bytes)).toString()
}

test('each line is the row of its measure, however large the records grow from one batch to the next', () =>
  withThread(
    numbered(1_600, (number) => ({
      description: 'œ '.repeat(number < 1_200 ? 1 : 2_000),
      title: { en: `Aid ${number}`, fr: 'Aide €' },
    })),
    async ({ pin, ids, thread, file }) => {
      const { length } = await thread.write(pin.state, ids, 'fr', file)
      const rows = ids.map((id) => `${pin.row('full', id, 'fr')}\n`)
      assert.equal(await textOf(file, length), rows.join(''))
      const turned = namelessFileIn(tmpdir())
      const again = await thread.write(pin.state, ids.toReversed(), 'fr', turned)
      assert.equal(await textOf(turned, again.length), rows.toReversed().join(''))
      closeSync(turned)
    },
  ))

test('a file that was given up is written no further, and the next has its own lines alone', () =>
  withThread(
    numbered(500, () => ({ description: 'abcdefghi '.repeat(1_000) })),
    async ({ pin, ids, thread, file }) => {
      await assert.rejects(
        thread.write(pin.state, [...ids, 'al:unknown'], 'en', file),
        /al:unknown is not in the state/,
      )
      const { size } = fstatSync(file)
      await wait(300)
      assert.equal(fstatSync(file).size, size)
      const next = namelessFileIn(tmpdir())
      const { length } = await thread.write(pin.state, ids.slice(0, 3), 'en', next)
      const rows = ids.slice(0, 3).map((id) => `${pin.row('full', id, 'en')}\n`)
      assert.equal(await textOf(next, length), rows.join(''))
      closeSync(next)
    },
  ))

test('it does one thing at a time, and nothing once it was stopped', () =>
  withThread(numbered(3), async ({ pin, ids, thread, file }) => {
    const writing = thread.write(pin.state, ids, 'en', file)
    await assert.rejects(thread.pack({ from: file, length: 0, into: file, coding: 'gzip' }), /two things at once/)
    await writing
    await thread.stop()
    await assert.rejects(thread.write(pin.state, ids, 'en', file), /stopping/)
  }))
