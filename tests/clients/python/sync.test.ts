/** What the copy that the Python client keeps follows: after each `sync` it is the catalogue, record by record, to the byte. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { mergeMeasures } from '../../../src/measures/merge.ts'
import { reinstateMeasure, withdrawMeasure } from '../../../src/measures/withdraw.ts'
import { assertSameRecords, type CopyOptions, exportedRecords, recordsInFile } from '../../harness/copies.ts'
import { engines } from '../../harness/databases.ts'
import { input as anyInput, sampleDefinition } from '../../harness/ingestion.ts'
import { type Instead, startMeddlingProxy } from '../../harness/meddling-proxy.ts'
import { printedBy, pythonMissing, startPython } from '../../harness/python.ts'
import { startService } from '../../harness/service.ts'

/** With the day of its checking, which no event tells of where it is that of the run. */
const input = (localId: string, changes: Record<string, unknown> = {}) =>
  anyInput(localId, { checked_at: '2026-03-01', ...changes })

type Result = {
  cursor: string
  measures: number
  added: number
  changed: number
  removed: number
  restarted: string | null
}

const [engine] = engines
const folder = await mkdtemp(path.join(tmpdir(), 'copies-'))
after(() => rm(folder, { recursive: true, force: true }))
let copies = 0

const english: CopyOptions = { lang: 'en', includeWithdrawn: false }
/** The export comes with one of the plans, the feed with both. */
const plans = ['business', 'pro'] as const

/** A service with some measures, and a copy of it that is brought up to date and compared. */
async function scene(plan: (typeof plans)[number], items: readonly unknown[], options: CopyOptions = english) {
  assert.ok(engine)
  const service = await startService(engine, {
    definitions: [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'be', name: 'Beta' })],
  })
  // Time passes as the limits of plans see it.
  const passing = setInterval(() => service.clock.advance({ seconds: 1 }), 100)
  copies += 1
  const file = path.join(folder, `${copies}.db`)
  await service.publish(items)
  const sync = async (
    given: Record<string, unknown> = {},
    compared = options,
    origin = service.origin,
  ): Promise<Result> => {
    const words = { lang: compared.lang, include_withdrawn: compared.includeWithdrawn, ...given }
    const result = await printedBy<Result>('keep_copy.py', [file, JSON.stringify(words)], {
      SUBSIDIES_URL: origin,
      SUBSIDIES_KEY: service.keys[plan],
    })
    const copy = recordsInFile(file)
    assertSameRecords(copy, await exportedRecords(service.origin, service.keys.enterprise, compared), plan)
    assert.equal(result.measures, copy.size)
    return result
  }
  const stop = async (): Promise<void> => {
    clearInterval(passing)
    await service.stop()
  }
  return { service, file, sync, [Symbol.asyncDispose]: stop }
}

/** What a result says of measures. */
const figures = ({ added, changed, removed, restarted }: Result) => ({ added, changed, removed, restarted })
const nothing = { added: 0, changed: 0, removed: 0, restarted: null }

for (const plan of plans) {
  test(`${plan}: a copy is the catalogue, then what changes in it, and nothing where nothing changed`, {
    skip: pythonMissing,
  }, async () => {
    await using copy = await scene(plan, [input('one'), input('two', { title: 'Prijs – één ½ 😀' }), input('three')])
    assert.deepEqual(figures(await copy.sync()), { ...nothing, added: 3 })
    assert.deepEqual(figures(await copy.sync()), nothing)
    await copy.service.publish([input('one', { summary: 'Another.' }), input('two'), input('three'), input('four')])
    assert.deepEqual(figures(await copy.sync()), { ...nothing, added: 1, changed: 2 })
  })

  test(`${plan}: what is withdrawn leaves the copy, and comes back when it is reinstated`, {
    skip: pythonMissing,
  }, async () => {
    await using copy = await scene(plan, [input('one'), input('two')])
    await copy.sync()
    await withdrawMeasure(copy.service.means, 'al:one')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, removed: 1 })
    await reinstateMeasure(copy.service.means, 'al:one')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, added: 1 })
  })

  test(`${plan}: with include_withdrawn it stays, and says so`, { skip: pythonMissing }, async () => {
    await using copy = await scene(plan, [input('one'), input('two')], { lang: 'nl', includeWithdrawn: true })
    await copy.sync()
    await withdrawMeasure(copy.service.means, 'al:one')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 1 })
    assert.match(recordsInFile(copy.file).get('al:one') ?? '', /"withdrawn_at":"2026-/)
  })

  test(`${plan}: what is merged away leaves the copy, in chains too`, { skip: pythonMissing }, async () => {
    await using copy = await scene(plan, [input('one'), input('two'), input('three')])
    await copy.sync()
    await mergeMeasures(copy.service.means, 'al:one', 'al:two')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 1, removed: 1 })
    await mergeMeasures(copy.service.means, 'al:two', 'al:three')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 1, removed: 1 })
  })

  test(`${plan}: an exclusion is followed on the side that does not state it, which has no event`, {
    skip: pythonMissing,
  }, async () => {
    const excluding = (localId: string, ...ids: string[]) =>
      input(localId, { related: { excludes: ids.map((id) => `al:${id}`) } })
    await using copy = await scene(plan, [input('one'), input('two'), input('three'), input('four')])
    await copy.sync()
    await copy.service.publish([excluding('one', 'two'), input('two'), input('three'), input('four')])
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 2 }, 'stated')
    const added = [excluding('one', 'three'), input('two'), input('three'), input('four'), excluding('new', 'four')]
    await copy.service.publish(added)
    assert.deepEqual(figures(await copy.sync()), { ...nothing, added: 1, changed: 4 }, 'moved, and stated by a new one')
    await mergeMeasures(copy.service.means, 'al:one', 'al:two')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 2, removed: 1 }, 'ended by a merge')
    await copy.service.publish([...added.slice(0, 2), input('three'), excluding('four', 'one'), input('new')])
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 3 }, 'stated of one that was merged away')
    await withdrawMeasure(copy.service.means, 'al:new')
    await mergeMeasures(copy.service.means, 'al:new', 'al:three')
    await copy.sync()
  })

  test(`${plan}: what takes a measure's place is followed on the side that does not state it, which has no event`, {
    skip: pythonMissing,
  }, async () => {
    const replaced = (localId: string, by: string) => input(localId, { related: { replaced_by: [`al:${by}`] } })
    await using copy = await scene(plan, [input('one'), input('two'), input('three'), input('four')])
    await copy.sync()
    await copy.service.publish([replaced('one', 'two'), input('two'), input('three'), input('four')])
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 2 }, 'stated')
    const moved = [replaced('one', 'three'), input('two'), input('three'), input('four'), replaced('new', 'four')]
    await copy.service.publish(moved)
    assert.deepEqual(figures(await copy.sync()), { ...nothing, added: 1, changed: 4 }, 'moved, and stated by a new one')
    await mergeMeasures(copy.service.means, 'al:one', 'al:two')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, changed: 2, removed: 1 }, 'ended by a merge')
  })

  test(`${plan}: with other options, or asked to, the copy is made anew`, { skip: pythonMissing }, async () => {
    await using copy = await scene(plan, [input('one', { title: { en: 'Support', nl: 'Steun' } }), input('two')])
    await copy.sync()
    assert.deepEqual(figures(await copy.sync({ start_again: true })), { ...nothing, restarted: 'asked' })
    const dutch = await copy.sync({}, { lang: 'nl', includeWithdrawn: false })
    assert.deepEqual(figures(dutch), { ...nothing, changed: 1, restarted: 'other_options' })
    assert.equal((await copy.sync({}, { lang: 'nl', includeWithdrawn: false })).restarted, null)
  })

  test(`${plan}: a feed of several pages is followed to its end, and reminders and sources change nothing`, {
    skip: pythonMissing,
  }, async () => {
    const many = (summary: string) => Array.from({ length: 130 }, (_, index) => input(`m${index}`, { summary }))
    await using copy = await scene(plan, many('Before.'))
    assert.equal((await copy.sync()).added, 130)
    await copy.service.publish(many('After.'))
    await copy.service.publish([input('one')], 'beta')
    assert.deepEqual(figures(await copy.sync()), { ...nothing, added: 1, changed: 130 })
  })

  test(`${plan}: what changes while everything is read, and between that and the feed, is not lost`, {
    skip: pythonMissing,
  }, async () => {
    const many = Array.from({ length: 130 }, (_, index) => input(`m${String(index).padStart(3, '0')}`))
    await using copy = await scene(plan, many)
    const { service } = copy
    let step = 0
    // Between the pages of the list, and between the export and the first page of the feed.
    await using proxy = await startMeddlingProxy(service.origin, async (target) => {
      const isBetween = target.includes('cursor=') && /^\/v1\/(changes|subsidies)\?/.test(target)
      if (!isBetween || step > 1) return undefined
      step += 1
      await service.publish([input('m000', { summary: `${step}` }), ...many.slice(1), input(`new${step}`)])
      await withdrawMeasure(service.means, `al:m00${step}`)
      await mergeMeasures(service.means, `al:m01${step}`, 'al:m129')
      return undefined
    })
    await copy.sync({}, english, proxy.origin)
    assert.ok(step > 0)
    assert.deepEqual(figures(await copy.sync()), nothing)
  })

  test(`${plan}: a process that is behind the feed is asked again until it knows what the feed has told`, {
    skip: pythonMissing,
  }, async () => {
    await using copy = await scene(plan, [input('one'), input('two')])
    const { service } = copy
    await copy.sync()
    const older = async (id: string, warnings: object[]) => {
      const { data, meta } = (await service.get(`/v1/subsidies/${id}`)).json() as { data: object; meta: object }
      return { status: 200, json: { data, meta: { ...meta, warnings } } }
    }
    const missing = { error: { code: 'subsidy_not_found', message: 'None.', request_id: 'req_1', details: {} } }
    const behind: [string, Instead][] = [
      ['/v1/subsidies/al:one?', await older('al:one', [])],
      // Shown as excluded without a version of its own: only the warning tells.
      ['/v1/subsidies/al:two?', await older('al:two', [{ code: 'catalogue_behind', message: 'Behind.' }])],
      ['/v1/subsidies/al:three?', { status: 404, json: missing }],
      ['/v1/subsidies/al:three?', { status: 404, json: missing }],
    ]
    await service.publish([input('one', { related: { excludes: ['al:two'] } }), input('two'), input('three')])
    await using proxy = await startMeddlingProxy(service.origin, (target) => {
      const at = behind.findIndex(([start]) => target.startsWith(start))
      return at === -1 ? undefined : behind.splice(at, 1)[0]?.[1]
    })
    assert.deepEqual(figures(await copy.sync({}, english, proxy.origin)), { ...nothing, added: 1, changed: 2 })
    assert.deepEqual(behind, [])
  })
}

test('followed, a copy in memory goes on over faults that pass, tells the log of them, and ends when it is told to', {
  skip: pythonMissing,
}, async () => {
  await using copy = await scene('business', [input('one')])
  const { service } = copy
  let asked = 0
  await using proxy = await startMeddlingProxy(service.origin, async (target) => {
    if (!target.startsWith('/v1/changes?')) return undefined
    asked += 1
    if (asked === 2) await service.publish([input('one'), input('two')])
    const error = { code: 'internal_error', message: 'Once.', request_id: 'req_1', details: {} }
    return asked === 2 || asked === 3 ? { status: 500, json: { error } } : undefined
  })
  const environment = { SUBSIDIES_URL: proxy.origin, SUBSIDIES_KEY: service.keys.business }
  const follower = startPython('follow_copy.py', ['2'], environment)
  assert.equal((await follower.end()).code, 0, follower.error)
  const told = follower.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)) as { ids: string[]; warnings: string[] }[]
  assert.deepEqual(
    told.map(({ ids }) => ids),
    [['al:one'], ['al:one', 'al:two']],
  )
  assert.deepEqual(
    told.map(({ warnings }) => warnings.length),
    [0, 2],
  )
})

test('followed, a refusal that does not pass is told at once', { skip: pythonMissing }, async () => {
  await using copy = await scene('business', [input('one')])
  const environment = { SUBSIDIES_URL: copy.service.origin, SUBSIDIES_KEY: copy.service.unknownKey }
  const follower = startPython('follow_copy.py', ['1'], environment)
  assert.equal((await follower.end()).code, 1)
  assert.match(follower.error, /UnauthorizedError: unauthorized \(401\)/)
})

test('without a plan the refusal is told by its own class, and no copy is begun', { skip: pythonMissing }, async () => {
  assert.ok(engine)
  const service = await startService(engine)
  try {
    const environment = { SUBSIDIES_URL: service.origin, SUBSIDIES_KEY: service.keys.none }
    const file = path.join(folder, 'none.db')
    await assert.rejects(printedBy('keep_copy.py', [file], environment), /"error": "SubscriptionRequiredError"/)
    assert.equal(recordsInFile(file).size, 0)
  } finally {
    await service.stop()
  }
})
