/** `sync()` against the service: what each kind of change leaves in a copy, and that nothing is lost between two readings. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  type ChangeEvent,
  type CopyStore,
  MemoryStore,
  ServiceBehindError,
  SubsidiesClient,
  type Subsidy,
  type SyncResult,
} from '../../../clients/typescript/src/subsidy-measures-client.ts'
import { changesOf } from '../../../clients/typescript/src/sync/page-changes.ts'
import { syncCopy } from '../../../clients/typescript/src/sync/sync.ts'
import { mergeMeasures } from '../../../src/measures/merge.ts'
import { reinstateMeasure, withdrawMeasure } from '../../../src/measures/withdraw.ts'
import { copyFaults } from '../../harness/copy-faults.ts'
import { engines } from '../../harness/databases.ts'
import { input, sampleDefinition } from '../../harness/ingestion.ts'
import { startService, type TestService } from '../../harness/service.ts'

const [engine] = engines
/** A curated source, of which nothing is looked at again: what a run sees alone would be a change without an event. */
const definitions = [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'be', name: 'Beta' })]

const count = 130
const inputs = (changes: { [name: string]: Record<string, unknown> } = {}): unknown[] =>
  Array.from({ length: count }, (_, index) => `m${index}`).map((name) => input(name, changes[name] ?? {}))

async function started(): Promise<TestService> {
  const service = await startService(engine ?? assert.fail(), { definitions })
  await service.publish(inputs())
  return service
}

const service = await started()
after(() => service.stop())

/** Nobody is limited: the service's clock goes on with each request. */
const unhurried: typeof fetch = (url, options) => {
  service.clock.advance({ seconds: 1 })
  return fetch(url, options)
}

const clientOf = (plan: 'developer' | 'enterprise', fetcher = unhurried): SubsidiesClient =>
  new SubsidiesClient({ key: service.keys[plan], baseUrl: service.origin, fetch: fetcher })

async function assertEqual(
  store: CopyStore,
  options: { lang?: 'nl' | 'en'; include_withdrawn?: boolean } = {},
  what = '',
): Promise<void> {
  const exported = await clientOf('enterprise').exportSubsidies(options)
  assert.deepEqual(await copyFaults(store.records(), exported, { withoutDates: true }), [], what)
}

const figures = ({ added, changed, removed, restarted }: SyncResult) => ({ added, changed, removed, restarted })
const nothing = { added: 0, changed: 0, removed: 0, restarted: null }

for (const [plan, way] of [
  ['enterprise', 'the export'],
  ['developer', 'the lists'],
] as const) {
  test(`by ${way}: a copy is made, and goes on from where it was`, async () => {
    await service.publish(inputs())
    const store = new MemoryStore()
    const client = clientOf(plan)
    const first = await client.sync(store)
    assert.deepEqual(figures(first), { ...nothing, added: first.measures })
    await assertEqual(store)
    assert.deepEqual(figures(await client.sync(store)), nothing)
    assert.equal((await store.load())?.cursor, first.cursor)
    await service.publish(inputs({ m1: { title: { en: `Changed by ${plan}` } } }))
    assert.deepEqual(figures(await client.sync(store)), { ...nothing, changed: 1 })
    await assertEqual(store)
  })

  test(`by ${way}: what changes while it is read is in the copy when it has been read`, async () => {
    let deeds = 0
    // After each answer that the reading consists of, before the next is asked for.
    const disturbed: typeof fetch = async (url, options) => {
      const answer = await unhurried(url, options)
      if (/export|subsidies\?/.test(String(url))) {
        deeds += 1
        await service.publish(
          inputs({ [`m${deeds}`]: { title: { en: `0 ${plan} ${deeds}` } }, m120: { summary: String(deeds) } }),
        )
        await withdrawMeasure(service.means, `al:m${20 + deeds}`)
      }
      return answer
    }
    const store = new MemoryStore()
    await clientOf(plan, disturbed).sync(store)
    assert.ok(deeds > 0)
    await assertEqual(store)
    for (let each = 1; each <= deeds; each += 1) await reinstateMeasure(service.means, `al:m${20 + each}`)
  })
}

/** What happens between two synchronisations, and what it comes to. */
const deeds: [what: string, deed: () => Promise<unknown>, comes: Partial<SyncResult>][] = [
  ['a title that changes', () => service.publish(inputs({ m2: { title: { en: 'Another' } } })), { changed: 1 }],
  ['a measure that is withdrawn', () => withdrawMeasure(service.means, 'al:m3'), { removed: 1 }],
  ['one that comes back', () => reinstateMeasure(service.means, 'al:m3'), { added: 1 }],
  [
    'one that is withdrawn and comes back',
    () => withdrawMeasure(service.means, 'al:m3').then(() => reinstateMeasure(service.means, 'al:m3')),
    { changed: 1 },
  ],
  [
    'an exclusion, which both sides show',
    () => service.publish([input('x', { related: { excludes: ['al:m4', 'al:m5'] } })], 'beta'),
    { added: 1, changed: 2 },
  ],
  [
    'an exclusion that goes',
    () => service.publish([input('x', { related: { excludes: ['al:m5'] } })], 'beta'),
    { changed: 2 },
  ],
  [
    'what takes a place, which both sides show',
    () => service.publish([input('x', { related: { excludes: ['al:m5'], replaced_by: ['al:m9'] } })], 'beta'),
    { changed: 2 },
  ],
  [
    'what takes it no more',
    () => service.publish([input('x', { related: { excludes: ['al:m5'] } })], 'beta'),
    { changed: 2 },
  ],
  ['a duplicate that is merged', () => mergeMeasures(service.means, 'al:m5', 'al:m6'), { changed: 1, removed: 1 }],
  [
    'an exclusion of what was merged, which the survivor shows',
    () => service.publish([input('x', { related: { excludes: [] } })], 'beta'),
    { changed: 2 },
  ],
  [
    'the same again, stated of the merged one',
    () => service.publish([input('x', { related: { excludes: ['al:m5'] } })], 'beta'),
    { changed: 2 },
  ],
  ['whoever states one, merged away', () => mergeMeasures(service.means, 'be:x', 'al:m7'), { changed: 2, removed: 1 }],
  ['a survivor that is merged on', () => mergeMeasures(service.means, 'al:m6', 'al:m8'), { changed: 1, removed: 1 }],
  [
    'one that is withdrawn while it excludes another',
    () =>
      service
        .publish([input('w', { related: { excludes: ['al:m12'] } })], 'beta')
        .then(() => withdrawMeasure(service.means, 'be:w')),
    { changed: 1 },
  ],
  [
    'the same merged away, though the copy does not have it',
    () => mergeMeasures(service.means, 'be:w', 'al:m13'),
    { changed: 2 },
  ],
  [
    'one that comes and goes',
    () => service.publish([input('y')], 'beta').then(() => withdrawMeasure(service.means, 'be:y')),
    {},
  ],
]

test('each kind of change leaves in a copy what the catalogue says', async (t) => {
  await service.publish(inputs())
  const store = new MemoryStore()
  const all = new MemoryStore()
  const dutch = { lang: 'nl', includeWithdrawn: true } as const
  const client = clientOf('enterprise')
  await client.sync(store)
  await client.sync(all, dutch)
  for (const [what, deed, comes] of deeds) {
    await t.test(what, async () => {
      await deed()
      assert.deepEqual(figures(await client.sync(store)), { ...nothing, ...comes })
      await assertEqual(store, {}, what)
      await client.sync(all, dutch)
      await assertEqual(all, { lang: 'nl', include_withdrawn: true }, what)
    })
  }
})

test('a measure that was read before its partner changed is read again when the event of that comes', async () => {
  const record = (id: string, version: number, excludes: string[]) =>
    ({ id, version, related: { excludes, merged_from: [] }, withdrawn_at: null }) as unknown as Subsidy
  const store = new MemoryStore()
  const held = [record('a:1', 2, []), record('a:2', 3, ['a:1'])]
  await store.apply(
    held.map((put) => ({ put })),
    { cursor: 'c', lang: 'en', includeWithdrawn: false },
  )
  const event = {
    event: 'subsidy.eligibility_changed',
    data: {
      subject: 'subsidy',
      subsidy_id: 'a:2',
      version: 3,
      categories: ['subsidy.eligibility_changed'],
      diff: { 'related.excludes': { from: [], to: ['a:1'] } },
    },
  } as unknown as ChangeEvent
  const now = new Map([record('a:1', 2, ['a:2']), record('a:2', 3, ['a:1'])].map((one) => [one.id, one]))
  const changes = await changesOf([event], store, async (id) => now.get(id) ?? null, false)
  assert.deepEqual(
    changes.map((change) => ('put' in change ? change.put : null)),
    [now.get('a:1'), now.get('a:2')],
  )
})

test('what is fetched and is as it was is not written again', async () => {
  const store = new MemoryStore()
  const client = clientOf('enterprise')
  await client.sync(store)
  let written = 0
  const apply = store.apply.bind(store)
  store.apply = async (changes, state) => {
    written += changes.length
    await apply(changes, state)
  }
  await service.publish([input('z', { related: { excludes: ['be:nobody'] } })], 'beta')
  await client.sync(store)
  assert.equal(written, 1)
  await withdrawMeasure(service.means, 'be:z')
  await reinstateMeasure(service.means, 'be:z')
  await withdrawMeasure(service.means, 'be:z')
  await client.sync(store)
  assert.equal(written, 2)
  await reinstateMeasure(service.means, 'be:z')
  await withdrawMeasure(service.means, 'be:z')
  const { cursor } = await client.sync(store)
  assert.equal(written, 2, 'nothing but the place in the feed')
  assert.equal((await store.load())?.cursor, cursor)
})

test('what no event tells is not followed: when a source was last read; reading anew brings it', async () => {
  const store = new MemoryStore()
  const client = clientOf('enterprise')
  await client.sync(store)
  service.clock.advance({ hours: 1 })
  await service.publish(inputs())
  await client.sync(store)
  const faults = async (): Promise<unknown[]> => copyFaults(store.records(), await client.exportSubsidies())
  assert.notDeepEqual(await faults(), [])
  await assertEqual(store)
  assert.equal((await client.sync(store, { startAgain: true })).restarted, 'asked')
  assert.deepEqual(await faults(), [])
})

test('a cursor that the service refuses, as after a restore, starts the copy anew and says so', async () => {
  const store = new MemoryStore()
  const client = clientOf('enterprise')
  await client.sync(store)
  const state = (await store.load()) ?? assert.fail()
  await store.apply([{ remove: 'al:m9' }], { ...state, cursor: `${state.cursor.slice(0, -2)}AA` })
  const result = await client.sync(store)
  assert.deepEqual(figures(result), { ...nothing, added: 1, restarted: 'cursor_refused' })
  await assertEqual(store)
})

test('a copy of another language, or with what was withdrawn, is read anew', async () => {
  const store = new MemoryStore()
  const client = clientOf('enterprise')
  await client.sync(store)
  const { restarted } = await client.sync(store, { lang: 'nl' })
  assert.equal(restarted, 'other_options')
  await assertEqual(store, { lang: 'nl' })
  assert.equal((await client.sync(store, { lang: 'nl' })).restarted, null)
})

test('one store is synchronised once at a time', async () => {
  const store = new MemoryStore()
  const client = clientOf('enterprise')
  const first = client.sync(store)
  await assert.rejects(client.sync(store), { name: 'CopyError' })
  await first
  await client.sync(store)
})

test('an answer that is behind the feed is asked for again, and a service that stays behind is told', async () => {
  const store = new MemoryStore()
  const client = clientOf('enterprise')
  await client.sync(store)
  await service.publish(inputs({ m10: { summary: 'Newer than what is answered' } }))
  let asked = 0
  const behind = (answers: number) => ({
    exportSubsidies: client.exportSubsidies.bind(client),
    listChanges: client.listChanges.bind(client),
    listSubsidies: client.listSubsidies.bind(client),
    async getSubsidy(...given: Parameters<SubsidiesClient['getSubsidy']>) {
      const answer = (await client.getSubsidy(...given)) ?? assert.fail()
      asked += 1
      return asked <= answers ? { ...answer, data: { ...answer.data, version: 1, summary: 'old' } } : answer
    },
  })
  await syncCopy(behind(2), store, {})
  assert.equal(asked > 2, true)
  await assertEqual(store)
  await service.publish(inputs({ m10: { summary: 'Newer still' } }))
  const before = await store.load()
  asked = 0
  await assert.rejects(
    syncCopy(behind(Number.POSITIVE_INFINITY), store, { signal: AbortSignal.timeout(2_500) }),
    (error: Error) => error instanceof ServiceBehindError || error.name === 'TimeoutError',
  )
  assert.deepEqual(await store.load(), before, 'nothing of the page is kept')
  await client.sync(store)
})

test('following goes on after what passes, tells it, and ends with its signal', async () => {
  const stop = new AbortController()
  let isDown = false
  const flaky: typeof fetch = (url, options) => (isDown ? Promise.reject(new TypeError('down')) : fetch(url, options))
  const client = new SubsidiesClient({
    key: service.keys.enterprise,
    baseUrl: service.origin,
    fetch: flaky,
    retries: 0,
  })
  const store = new MemoryStore()
  const failures: unknown[] = []
  const onFailure = (failure: unknown): void => {
    failures.push(failure)
    isDown = false
  }
  let turns = 0
  const following = (async () => {
    for await (const { restarted } of client.follow(store, { everySeconds: 1, onFailure, signal: stop.signal })) {
      assert.equal(restarted, null)
      turns += 1
      if (turns === 1) isDown = true
      if (turns === 2) stop.abort(new Error('enough'))
    }
  })()
  await assert.rejects(following, /enough/)
  assert.equal(turns, 2)
  assert.equal(failures.length, 1)
  await assertEqual(store)
})

test('following stops at what does not pass', async () => {
  const client = new SubsidiesClient({ key: service.unknownKey, baseUrl: service.origin })
  await assert.rejects(Array.fromAsync(client.follow(new MemoryStore())), { code: 'unauthorized' })
})
