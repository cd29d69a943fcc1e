/** What downloads are read from: made once however many ask, of one state, and let go of when nobody needs it. */
import assert from 'node:assert/strict'
import { fstatSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { engines } from '../../tests/harness/databases.ts'
import { type FollowedScene, withFollowed } from '../../tests/harness/followed.ts'
import { input } from '../../tests/harness/ingestion.ts'
import { keepingObserver, unobserved } from '../../tests/harness/observer.ts'
import { until } from '../../tests/harness/started-process.ts'
import { cursorKeys } from '../contract/cursor.ts'
import { Refusal } from '../contract/refusals.ts'
import { catalogueBehind } from '../contract/warnings.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import { languages } from '../values/vocabularies.ts'
import { type DownloadAsked, download, filePieces } from './download.ts'
import { type PreparedExport, PreparedExports, type ReadyFile } from './exports.ts'
import { ExportSlots } from './slots.ts'
import type { Variant } from './variant.ts'

/** Each download is another account's, unless a test says whose. */
let accounts = 0
const newAccount = (): string => {
  accounts += 1
  return `acc_${accounts}`
}

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')
const engine = embedded
const english: Variant = { language: 'en', includeWithdrawn: false }
const variants: Variant[] = languages.flatMap((language) =>
  [false, true].map((includeWithdrawn) => ({ language, includeWithdrawn })),
)

type Scene = FollowedScene & {
  exports: PreparedExports
  folder: string
  told: ReturnType<typeof keepingObserver>['told']
  /** The export of the catalogue of now. */
  prepared(variant?: Variant): Promise<PreparedExport>
}

async function withExports(work: (scene: Scene) => Promise<void>): Promise<void> {
  await using store = await engine.open()
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-'))
  const observer = keepingObserver()
  const exports = new PreparedExports({ folder: path.join(folder, 'exports'), observer })
  try {
    await withFollowed(store.database, async (scene) => {
      await scene.publish([input('a'), input('b')])
      await scene.followed.catchUp()
      const prepared = async (variant = english): Promise<PreparedExport> =>
        exports.prepared(await scene.followed.pin(), variant)
      await work({ ...scene, exports, folder, told: observer.told, prepared })
    })
  } finally {
    await exports.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The export's text; whoever asks has joined it. */
async function textOf(made: PreparedExport): Promise<string> {
  return (await bytesOf(await made.fileIn(null))).toString()
}

async function bytesOf({ file, length }: ReadyFile): Promise<Buffer> {
  assert.equal(fstatSync(file).size, length)
  const pieces = await Array.fromAsync(filePieces(file, length))
  return Buffer.concat(pieces.map(({ bytes }) => bytes))
}

/** Which file a descriptor stands for, as it is open now: the number of one that is closed is soon that of another file. */
function opened(file: number): { file: number; identity: string } {
  const { dev, ino, birthtimeNs } = fstatSync(file, { bigint: true })
  return { file, identity: `${dev} ${ino} ${birthtimeNs}` }
}

function isOpen({ file, identity }: ReturnType<typeof opened>): boolean {
  try {
    return opened(file).identity === identity
  } catch {
    return false
  }
}

test('who asks while it is being prepared, and later, is given the same; each coding is made once', () =>
  withExports(async ({ prepared, told }) => {
    const [one, two] = await Promise.all([prepared(), prepared()])
    assert.equal(one, two)
    assert.equal(await prepared(), one)
    one.join()
    const [packed, again, other] = await Promise.all([one.fileIn('gzip'), one.fileIn('gzip'), one.fileIn('zstd')])
    assert.equal(packed, again)
    assert.notEqual(packed, other)
    assert.equal(gunzipSync(await bytesOf(packed)).toString(), await textOf(one))
    assert.equal(zstdDecompressSync(await bytesOf(other)).toString(), await textOf(one))
    one.leave()
    const parts = told.map(({ labels }) =>
      'part' in labels ? `${labels.part} ${'outcome' in labels && labels.outcome}` : '',
    )
    assert.deepEqual(parts, ['lines done', 'packing done', 'packing done'])
  }))

test('a coding that could not be written is written when it is asked for again', () =>
  withExports(async ({ prepared, folder }) => {
    const made = await prepared()
    made.join()
    const place = path.join(folder, 'exports')
    await rm(place, { recursive: true })
    await writeFile(place, '')
    await assert.rejects(made.fileIn('br'), /EEXIST|ENOTDIR/)
    await rm(place)
    assert.equal(brotliDecompressSync(await bytesOf(await made.fileIn('br'))).toString(), await textOf(made))
    made.leave()
  }))

test('a state is let go of as soon as its lines are written, and at once where they are written already', () =>
  withExports(async ({ exports, followed }) => {
    const pins = await Promise.all([1, 2, 3].map(() => followed.pin()))
    const [first, second, third] = pins
    assert.ok(first !== undefined && second !== undefined && third !== undefined)
    await Promise.all([exports.prepared(first, english), exports.prepared(second, english)])
    await exports.prepared(third, english)
    for (const pin of pins) assert.throws(() => pin.state, /let go of/)
  }))

test('each variant is another, and says of which event its state is', () =>
  withExports(async ({ prepared, followed }) => {
    const all = await Promise.all(variants.map((variant) => prepared(variant)))
    assert.equal(new Set(all).size, variants.length)
    assert.equal(new Set(all.map(({ etag }) => etag)).size, variants.length)
    const position = followed.readNow(({ state }) => state.position)
    assert.ok(all.every((one) => one.position === position && one.count === 2))
  }))

test('what is being prepared is of the state that was asked for, though the catalogue moves on meanwhile', () =>
  withExports(async ({ prepared, publish, followed }) => {
    const asked = prepared()
    await publish([input('a', { title: 'Changed' }), input('b'), input('c')])
    await followed.catchUp()
    const [before, after] = [await asked, await prepared()]
    for (const one of [before, after]) one.join()
    assert.deepEqual([before.count, after.count], [2, 3])
    assert.doesNotMatch(await textOf(before), /Changed/)
    assert.match(await textOf(after), /Changed/)
    assert.ok(after.position > before.position)
    for (const one of [before, after]) one.leave()
  }))

test('one of a state of before is let go of: its files go when its last reader has left', () =>
  withExports(async ({ prepared, publish, followed, exports }) => {
    const [read, unread] = [await prepared(), await prepared({ ...english, language: 'nl' })]
    read.join()
    const [file, packed] = [opened((await read.fileIn(null)).file), opened((await read.fileIn('gzip')).file)]
    unread.join()
    const other = opened((await unread.fileIn(null)).file)
    unread.leave()
    exports.sweep(performance.now())
    assert.equal(await prepared(), read)
    await publish([input('a', { title: 'Changed' })])
    await followed.catchUp()
    const next = await prepared()
    next.join()
    const nextFile = opened((await next.fileIn(null)).file)
    next.leave()
    exports.sweep(performance.now())
    await until('the unread one to be closed', () => !isOpen(other))
    assert.ok(isOpen(file) && isOpen(packed) && isOpen(nextFile))
    read.leave()
    await until('the read one to be closed', () => !isOpen(file) && !isOpen(packed))
    assert.equal(await prepared(), next)
  }))

test('one that nobody has asked for in ten minutes is let go of, and prepared again when somebody does', () =>
  withExports(async ({ prepared, exports }) => {
    const made = await prepared()
    const minuteMs = 60_000
    exports.sweep(performance.now() + 9 * minuteMs)
    assert.equal(await prepared(), made)
    made.join()
    exports.sweep(performance.now() + 11 * minuteMs)
    assert.equal(await prepared(), made)
    made.leave()
    exports.sweep(performance.now() + 11 * minuteMs)
    const again = await prepared()
    assert.notEqual(again, made)
    assert.equal(again.etag, made.etag)
  }))

test('what cannot be written is refused as a fault and told, and tried again by the next who asks', () =>
  withExports(async ({ prepared, folder, told }) => {
    // A file where the folder should be.
    await writeFile(path.join(folder, 'exports'), '')
    await assert.rejects(Promise.all([prepared(), prepared()]), /EEXIST|ENOTDIR/)
    assert.deepEqual(
      told.map(({ labels }) => ('outcome' in labels ? labels.outcome : '')),
      ['failed'],
    )
    await rm(path.join(folder, 'exports'))
    assert.equal((await prepared()).count, 2)
  }))

test('more that is to be prepared than waits is refused as too much, and what waits is prepared', () =>
  withExports(async ({ prepared, exports, publish, followed }) => {
    const pins: Pin[] = []
    for (const round of [0, 1, 2, 3]) {
      await publish([input('a', { title: `Round ${round}` })])
      await followed.catchUp()
      for (const _ of variants) pins.push(await followed.pin())
    }
    const asked = pins.map((pin, place) => exports.prepared(pin, variants[place % variants.length] ?? english))
    const ended = await Promise.allSettled(asked)
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    assert.equal(refused.length, pins.length - 18)
    for (const fault of refused) {
      assert.ok(fault instanceof Refusal)
      assert.deepEqual([fault.code, fault.headers], ['rate_limit_exceeded', { 'retry-after': '5' }])
    }
    assert.equal((await prepared()).count, 1)
  }))

test('what is being prepared when the service stops fails, and nothing is prepared after', () =>
  withExports(async ({ prepared, exports }) => {
    const [one, two] = [prepared(), prepared({ ...english, language: 'fr' })]
    const ended = Promise.allSettled([one, two])
    await exports.stop()
    assert.deepEqual(
      (await ended).map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    await assert.rejects(prepared({ ...english, language: 'nl' }), /stopping/)
  }))

test("a coding that fails after everybody has left its export is nobody else's fault, and its files are closed", () =>
  withExports(async ({ prepared, publish, followed, exports }) => {
    const made = await prepared()
    made.join()
    const file = opened((await made.fileIn(null)).file)
    await publish([input('a', { title: 'Changed' })])
    await followed.catchUp()
    const pins = await Promise.all(variants.map(() => followed.pin()))
    // These are prepared before the coding is, of a later state, and the service stops before their end.
    const others = pins.map((pin, place) => exports.prepared(pin, variants[place] ?? english))
    const packing = made.fileIn('gzip')
    packing.catch(() => {})
    exports.sweep(performance.now())
    made.leave()
    await Promise.all([Promise.allSettled(others), exports.stop()])
    await assert.rejects(packing, /ended|stopping/)
    await until('its files to be closed', () => !isOpen(file))
  }))

function askedBy(changes: Partial<DownloadAsked> = {}): DownloadAsked {
  return { accountId: 'acc_1', variant: english, warnings: [], signal: new AbortController().signal, ...changes }
}

const cursors = { keys: cursorKeys(Buffer.alloc(32, 1), null), generation: 'g' }

test('a reader who leaves while his coding is being made has no place any more, and it is made for the next', () =>
  withExports(async ({ prepared, exports, followed, database, clock, told }) => {
    const exportSlots = new ExportSlots({ database, clock, observer: unobserved })
    const leaving = new AbortController()
    const needs = { catalogue: followed, cursors, exports, exportSlots }
    await prepared()
    const { body } = await download(needs, askedBy({ signal: leaving.signal }))
    // These are prepared before the coding is.
    const others = variants.slice(1).map((variant) => prepared(variant))
    const source = body.begin('gzip')[Symbol.asyncIterator]()
    const first = source.next()
    first.catch(() => {})
    await until('its place', async () => {
      const slots = [
        await exportSlots.claim(newAccount(), () => {}),
        await exportSlots.claim(newAccount(), () => {}),
      ].filter((slot) => slot !== null)
      for (const slot of slots) await slot.release()
      return slots.length === 1
    })
    leaving.abort()
    await assert.rejects(first, /nobody waits/)
    const free = [await exportSlots.claim(newAccount(), () => {}), await exportSlots.claim(newAccount(), () => {})]
    assert.ok(free.every((slot) => slot !== null))
    for (const slot of free) await slot?.release()
    await Promise.all(others)
    await until('the coding', () => told.some(({ labels }) => 'part' in labels && labels.part === 'packing'))
  }))

test('a download that came to its end, was left, or had no place needs its export no longer', () =>
  withExports(async ({ prepared, exports, followed, database, clock }) => {
    const exportSlots = new ExportSlots({ database, clock, observer: unobserved })
    const needs = { catalogue: followed, cursors, exports, exportSlots }
    const made = await prepared()
    const begin = async () => (await download(needs, askedBy())).body.begin(null)[Symbol.asyncIterator]()
    const [ended, left, refused] = [await begin(), await begin(), await begin()]
    assert.equal((await ended.next()).done, false)
    assert.equal((await left.next()).done, false)
    await assert.rejects(refused.next(), ({ code, headers }: Refusal) => {
      assert.deepEqual([code, headers], ['rate_limit_exceeded', { 'retry-after': '5' }])
      return true
    })
    assert.equal(made.isRead, true)
    assert.equal((await ended.next()).done, true)
    await left.return?.()
    assert.equal(made.isRead, false)
  }))

test('a download says its length and tag, and asks 64 KiB a second of its reader', () =>
  withExports(async ({ prepared, exports, followed, database, clock }) => {
    const exportSlots = new ExportSlots({ database, clock, observer: unobserved })
    const { count, body } = await download({ catalogue: followed, cursors, exports, exportSlots }, askedBy())
    const made = await prepared()
    const { cutBy, ...known } = body.known
    assert.equal(count, 2)
    assert.deepEqual(known, { length: made.length, etag: made.etag, isCoded: true, bytesPerSecondMin: 65_536 })
    assert.equal(cutBy?.aborted, false)
  }))

test('a request that was told of a newer state than the process shows waits for it; where it does not come it has none', () =>
  withExports(async ({ exports, followed, database, clock, publish, another }) => {
    const exportSlots = new ExportSlots({ database, clock, observer: unobserved })
    const needs = { catalogue: followed, cursors, exports, exportSlots }
    await publish([input('a'), input('b'), input('c')])
    assert.equal((await download(needs, askedBy({ warnings: [catalogueBehind] }))).count, 3)
    const mute = { ...database, snapshot: () => Promise.reject(new Error('no answer')) }
    const silent = another({ database: { ...mute, withSignal: () => mute } })
    await assert.rejects(
      download({ ...needs, catalogue: silent.followed }, askedBy({ warnings: [catalogueBehind] })),
      /older than the feed/,
    )
  }))
