/** `GET /v1/changes` at the wire: events as the specification shows them, every parameter, and cursors that hold or do not. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { changeEventSchema } from '../../src/changes/event/event-schema.ts'
import { retentionMs } from '../../src/changes/event/retention.ts'
import { cursorKeys, sealCursor } from '../../src/contract/cursor.ts'
import { feedSchema } from '../../src/contract/schemas.ts'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { syncSources } from '../../src/measures/publishing/switch-source.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import { storeGeneration } from '../../src/platform/database/migrations.ts'
import { settleAllFreshness } from '../../src/sources/freshness.ts'
import { formatInstant } from '../../src/values/brussels.ts'
import { eventTypes } from '../../src/values/vocabularies.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { append, sampleEvent } from '../harness/feed-events.ts'
import { input, sampleDefinition, testStart } from '../harness/ingestion.ts'
import { type ServiceOptions, startService, type TestService } from '../harness/service.ts'
import { pagedListSuite } from '../suites/paged-list.ts'

type Event = {
  id: string
  event: string
  created_at: string
  data: { subject: string; id: string; version: number | null; categories: string[]; [key: string]: unknown }
}
type Page = {
  data: Event[]
  pagination: { has_more: boolean; next_cursor: string; limit: number }
  meta: Record<string, unknown>
}

const alpha = sampleDefinition()
const beta = sampleDefinition({ id: 'beta', prefix: 'be', regions: ['wallonia'], name: 'Beta' })

const schema = Compile(feedSchema('ChangeFeed', changeEventSchema))

async function withService(
  engine: Engine,
  options: ServiceOptions,
  run: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = await startService(engine, options)
  try {
    await run(service)
  } finally {
    await service.stop()
  }
}

async function changes(service: TestService, query = '', key = service.keys.enterprise): Promise<Page> {
  const answer = await service.get(`/v1/changes${query}`, { key })
  assert.equal(answer.status, 200, answer.body.toString())
  const page = answer.json()
  const faults = schema.Errors(page).map(({ instancePath, message }) => `${instancePath} ${message}`)
  assert.deepEqual(faults, [], 'every answer is what the document says')
  return page as unknown as Page
}

async function refusal(service: TestService, query: string, key = service.keys.enterprise) {
  const answer = await service.get(`/v1/changes${query}`, { key })
  assert.equal(answer.status, 400, answer.body.toString())
  return answer.error()
}

const told = ({ data }: Page): string[] => data.map(({ event, data: { id } }) => `${event} ${id}`)
const cursorOf = ({ pagination }: Page): string => `cursor=${encodeURIComponent(pagination.next_cursor)}`

for (const engine of engines) {
  test(`${engine.name}: an event of a measure has exactly the keys of the specification, in its order, on every page`, () =>
    withService(engine, {}, async (service) => {
      const window = { closes_at: '2026-09-30', note: 'Second round.' }
      await service.publish([input('a', { title: { nl: 'Steun', en: 'Support' }, topics: ['energy'] })])
      await service.publish([input('a', { title: { nl: 'Steun', en: 'Aid' }, application_window: window })])
      const page = await changes(service)
      assert.deepEqual(Object.keys(page), ['data', 'pagination', 'meta'])
      assert.deepEqual(Object.keys(page.pagination), ['has_more', 'next_cursor', 'limit'])
      assert.deepEqual(Object.keys(page.meta), ['request_id', 'warnings'])
      const [created, changed] = page.data
      assert.deepEqual(Object.keys(changed ?? {}), ['id', 'event', 'created_at', 'data'])
      const shown = { title: { nl: 'Steun', fr: null, en: 'Aid', de: null }, status: 'unknown' }
      assert.deepEqual(changed?.data, {
        subject: 'subsidy',
        id: 'al:a',
        version: 2,
        categories: ['subsidy.deadline_changed', 'subsidy.content_changed'],
        diff: {
          'title.en': { from: 'Support', to: 'Aid' },
          topics: { from: ['energy'], to: [] },
          'application_window.closes_at': { from: null, to: '2026-09-30T23:59:59.999+02:00' },
          'application_window.precision': { from: 'unknown', to: 'day' },
          'application_window.note.en': { from: null, to: 'Second round.' },
        },
        summary: {
          ...shown,
          instrument_type: 'other',
          issuer: { id: 'alpha', name: 'Agency Alpha' },
          closes_at: '2026-09-30T23:59:59.999+02:00',
          regions: ['flanders'],
          topics: [],
          url: 'https://alpha.example/a',
          source_id: 'alpha',
        },
        subsidy_id: 'al:a',
        links: {
          api: 'https://api.example.org/v1/subsidies/al:a',
          versions: 'https://api.example.org/v1/subsidies/al:a/versions',
        },
      })
      assert.equal(changed?.event, 'subsidy.deadline_changed')
      assert.match(changed?.id ?? '', /^chg_[0-9A-HJKMNP-TV-Z]{26}$/)
      assert.deepEqual(created?.data.diff, {})
      const versions = (await service.get('/v1/subsidies/al:a/versions')).json().data as Record<string, unknown>[]
      assert.deepEqual(
        versions.map(({ event_id: id, valid_from: from, type }) => [id, from, type]),
        [changed, created].map((event) => [event?.id, event?.created_at, event?.event]),
      )
      const full = (await service.get('/v1/subsidies/al:a')).json().data as Record<string, unknown>
      assert.equal(full.updated_at, changed?.created_at)
      assert.equal((full.source as Record<string, unknown>).last_changed_at, changed?.created_at)
    }))

  test(`${engine.name}: an event of a source has its six facts and no version, subsidy_id or links`, () =>
    withService(engine, {}, async (service) => {
      await service.publish([input('a')])
      service.clock.advance({ days: 2, hours: 1 })
      await settleAllFreshness(service.database, service.clock.now())
      const { data } = await changes(service, '?source=alpha&type=source.stale')
      assert.equal(data.length, 1)
      const summary = (data[0]?.data.summary ?? {}) as Record<string, unknown>
      const { last_success_at: lastSuccess, ...rest } = summary
      assert.match(String(lastSuccess), /^2026-03-03T10:/)
      assert.deepEqual(
        { ...data[0]?.data, summary: rest },
        {
          subject: 'source',
          id: 'alpha',
          version: null,
          categories: ['source.stale'],
          diff: {},
          summary: {
            source_id: 'alpha',
            name: 'Alpha',
            freshness: 'stale',
            previous_freshness: 'fresh',
            url: 'https://alpha.example',
          },
        },
      )
    }))

  test(`${engine.name}: polling with the last cursor gives only what is new, and an empty page the cursor it was given`, () =>
    withService(engine, {}, async (service) => {
      const empty = await changes(service)
      assert.deepEqual([empty.data, empty.pagination.has_more], [[], false])
      await service.publish([input('a'), input('b')])
      const first = await changes(service, `?${cursorOf(empty)}`)
      assert.deepEqual(told(first), ['subsidy.created al:a', 'subsidy.created al:b'])
      const nothing = await changes(service, `?${cursorOf(first)}`)
      assert.deepEqual([nothing.data, nothing.pagination.has_more], [[], false])
      assert.equal(nothing.pagination.next_cursor, first.pagination.next_cursor)
      await withdrawMeasure(service.means, 'al:a')
      await withdrawMeasure(service.means, 'al:b')
      const never = await changes(service, `?type=ping&${cursorOf(first)}`)
      assert.equal(never.pagination.next_cursor, first.pagination.next_cursor, 'however much a filter leaves out')
      const one = await changes(service, `?limit=1&${cursorOf(never)}`)
      assert.deepEqual([told(one), one.pagination.has_more], [['subsidy.withdrawn al:a'], true])
      const last = await changes(service, `?limit=1&${cursorOf(one)}`)
      assert.deepEqual([told(last), last.pagination.has_more], [['subsidy.withdrawn al:b'], false])
      const tail = await changes(service, '?type=ping')
      await service.publish([input('a'), input('b'), input('c')])
      assert.deepEqual(told(await changes(service, `?${cursorOf(tail)}`)), ['subsidy.created al:c'], 'the newest event')
    }))

  test(`${engine.name}: type takes primary types and categories, region and source judge as the webhook filters do`, () =>
    withService(engine, { definitions: [alpha, beta] }, async (service) => {
      await service.publish([input('a'), input('any', { regions: [] }), input('b', { regions: ['brussels'] })])
      await service.publish([input('w')], 'beta')
      await service.publish([
        input('a', { status: 'open', title: 'Renamed' }),
        input('any', { regions: [] }),
        input('b', { regions: ['brussels'], title: 'Renamed' }),
      ])
      service.clock.advance({ days: 3 })
      await settleAllFreshness(service.database, service.clock.now())
      const stale = ['source.stale alpha', 'source.stale beta']
      const created = ['al:a', 'al:any', 'al:b', 'be:w'].map((id) => `subsidy.created ${id}`)
      const changed = ['subsidy.status_changed al:a', 'subsidy.content_changed al:b']
      const rows: [query: string, events: string[]][] = [
        ['', [...created, ...changed, ...stale]],
        ['type=subsidy.status_changed', ['subsidy.status_changed al:a']],
        ['type=subsidy.content_changed', changed],
        ['type=subsidy.created,source.stale', [...created, ...stale]],
        ['type=match.created', []],
        ['region=flanders', ['subsidy.created al:a', 'subsidy.created al:any', 'subsidy.status_changed al:a']],
        [
          'region=brussels,wallonia',
          ['al:any', 'al:b', 'be:w'].map((id) => `subsidy.created ${id}`).concat(changed[1] ?? ''),
        ],
        ['source=beta', ['subsidy.created be:w', 'source.stale beta']],
        ['source=alpha,beta&type=source.stale', stale],
        ['source=alpha&region=flanders&type=source.stale', []],
        ['source=alpha&region=wallonia', ['subsidy.created al:any']],
        ['subsidy=al:b', ['subsidy.created al:b', 'subsidy.content_changed al:b']],
        ['subsidy=support-b&type=subsidy.created', ['subsidy.created al:b']],
        ['subsidy=al:b&source=beta', []],
      ]
      for (const [query, expected] of rows) assert.deepEqual(told(await changes(service, `?${query}`)), expected, query)
      for (const type of eventTypes) assert.ok(await changes(service, `?type=${type}`), type)
    }))

  test(`${engine.name}: a measure that pays for residents of one region is that region's in the feed, as in the list`, () =>
    withService(engine, { definitions: [alpha] }, async (service) => {
      const home = (region: string) => ({ id: 'home', field: 'hire.region', operator: 'is', value: region })
      await service.publish([
        input('flemish', { regions: [], rules: [home('flanders')] }),
        input('walloon', { regions: [], rules: [home('wallonia')] }),
        input('any', { regions: [] }),
      ])
      const ofFlanders = ['al:flemish', 'al:any']
      const events = await changes(service, '?region=flanders')
      assert.deepEqual(
        told(events),
        ofFlanders.map((id) => `subsidy.created ${id}`),
      )
      const { data } = (await service.get('/v1/subsidies?region=flanders')).json() as { data: { id: string }[] }
      assert.deepEqual(data.map(({ id }) => id).toSorted(), ofFlanders.toSorted())
    }))

  test(`${engine.name}: of a merged pair either name gives the events of both, which keep their ids and versions`, () =>
    withService(engine, { definitions: [alpha, beta] }, async (service) => {
      await service.publish([input('a', { title: 'One' }), input('other')])
      await service.publish([input('b', { title: 'Two' })], 'beta')
      await service.publish([input('c', { title: 'Three' }), input('b', { title: 'Two' })], 'beta')
      await mergeMeasures(service.means, 'al:a', 'be:b')
      await mergeMeasures(service.means, 'be:b', 'be:c')
      const all = ['subsidy.created al:a', 'subsidy.created be:b', 'subsidy.created be:c']
      const expected = [...all, 'subsidy.merged be:b', 'subsidy.merged be:c']
      for (const name of ['al:a', 'one', 'be:b', 'two', 'be:c', 'three']) {
        assert.deepEqual(told(await changes(service, `?subsidy=${name}`)), expected, name)
      }
    }))

  test(`${engine.name}: match events are seen by their account alone, with any filter`, () =>
    withService(engine, {}, async (service) => {
      await service.publish([input('a')])
      const summary = (await changes(service)).data[0]?.data.summary
      const match = (account: string, reference: string) =>
        sampleEvent({
          event: 'match.created',
          subject: 'match',
          subjectId: `wl_1:${reference}:al:a`,
          accountId: account,
          version: 1,
          regions: ['flanders'],
          summary: {
            ...{ watchlist_id: 'wl_1', company_reference: reference, subsidy_id: 'al:a' },
            ...{ match_status: 'likely_eligible', previous_status: null, ...(summary as Record<string, unknown>) },
          },
        })
      await append(service.database, service.clock.now(), [
        match(service.accounts.business, 'b:1'),
        match(service.accounts.enterprise, 'e'),
      ])
      for (const query of [
        '?type=match.created',
        '?subsidy=al:a&type=match.created',
        '?region=flanders&type=match.created',
      ]) {
        assert.deepEqual(told(await changes(service, query)), ['match.created wl_1:e:al:a'], query)
        assert.deepEqual(told(await changes(service, query, service.keys.business)), ['match.created wl_1:b:1:al:a'])
        assert.deepEqual(told(await changes(service, query, service.keys.pro)), [])
      }
      const [event] = (await changes(service, '?type=match.created')).data
      assert.deepEqual(Object.keys(event?.data ?? {}), ['subject', 'id', 'version', 'categories', 'diff', 'summary'])
      assert.deepEqual(told(await changes(service, '?source=alpha')), ['subsidy.created al:a'])
      assert.deepEqual(told(await changes(service, '', service.keys.developer)), ['subsidy.created al:a'])
    }))

  test(`${engine.name}: the licence of now holds in old diffs, of merged measures too; the path stands`, () =>
    withService(engine, { definitions: [alpha, beta] }, async (service) => {
      const first = { summary: 'Old words.', amount: { min: 1, note: 'Old note.' } }
      const second = { summary: 'New words.', amount: { min: 2, note: 'New note.' }, title: 'Renamed' }
      await service.publish([input('a', first), input('m', first), input('s')])
      await service.publish([input('a', second), input('m', second), input('s')])
      await mergeMeasures(service.means, 'al:m', 'al:s')
      const diffs = async () => {
        const { data } = await changes(service, '?type=subsidy.content_changed')
        return data.map((event) => event.data.diff as Record<string, { from: unknown; to: unknown }>)
      }
      for (const diff of await diffs()) {
        assert.deepEqual(diff['summary.en'], { from: 'Old words.', to: 'New words.' })
        assert.deepEqual(diff['amount.note.en'], { from: 'Old note.', to: 'New note.' })
      }
      const closed = { ...alpha, reuse_mode: 'link_only' as const }
      await syncSources(service.means, { file: 'sources.yaml', definitions: [closed, beta], folder: '/' })
      const masked = await diffs()
      assert.equal(masked.length, 2)
      for (const diff of masked) {
        assert.deepEqual(diff['summary.en'], { from: null, to: null })
        assert.deepEqual(diff['amount.note.en'], { from: null, to: null })
        assert.deepEqual(diff['amount.min'], { from: 1, to: 2 })
        assert.equal(diff['title.en']?.to, 'Renamed', 'a title is always served')
      }
      const versions = (await service.get('/v1/subsidies/al:a/versions')).json().data as { diff: unknown }[]
      assert.deepEqual(versions[0]?.diff, masked[0])
    }))

  test(`${engine.name}: since is inclusive; a day begins at midnight in Brussels, on both days on which the clock changes`, () =>
    withService(engine, { start: Date.parse('2026-03-28T12:00:00Z') }, async (service) => {
      // The last millisecond before a day, its first, its last, the next day's first: twice.
      const at = [
        '2026-03-28T22:59:59.999Z',
        '2026-03-28T23:00:00.000Z',
        '2026-03-29T21:59:59.999Z',
        '2026-03-29T22:00:00.000Z',
        '2026-10-24T21:59:59.999Z',
        '2026-10-24T22:00:00.000Z',
        '2026-10-25T22:59:59.999Z',
        '2026-10-25T23:00:00.000Z',
      ]
      for (const [index, time] of at.entries()) {
        await append(service.database, Date.parse(time), [sampleEvent({ subjectId: `al:${index}` })])
      }
      service.clock.advance({ days: 300 })
      const rows: [since: string, first: number | null][] = [
        ['2026-03-28', 0],
        ['2026-03-29', 1],
        ['2026-03-30', 3],
        ['2026-10-25', 5],
        ['2026-10-26', 7],
        ['2026-10-27', null],
        ['2026-03-29T00:00:00%2B01:00', 1],
        ['2026-03-29T23:59:59.999%2B02:00', 2],
        ['2026-10-24T22:00:00Z', 5],
        ['2026-10-24T22:00:00.001Z', 6],
        ['2027-01-20T00:00:00Z', null],
        ['2027-06-01', null],
      ]
      for (const [since, first] of rows) {
        const page = await changes(service, `?since=${since}`)
        assert.equal(page.data[0]?.data.id ?? null, first === null ? null : `al:${first}`, since)
      }
      const beside = await changes(service, '?limit=3')
      const page = await changes(service, `?since=2026-10-26&${cursorOf(beside)}`)
      assert.equal(page.data[0]?.data.id, 'al:3', 'beside a cursor it has no effect')
    }))

  test(`${engine.name}: since reaches 400 days back and no further, but is not looked at beside a cursor`, () =>
    withService(engine, {}, async (service) => {
      await service.publish([input('a')])
      const page = await changes(service)
      service.clock.advance({ days: 100 })
      const oldest = service.clock.now() - retentionMs
      const text = (instant: number): string => encodeURIComponent(formatInstant(instant))
      assert.deepEqual(told(await changes(service, `?since=${text(oldest + 60_000)}`)), ['subsidy.created al:a'])
      const { code, details, message } = await refusal(service, `?since=${text(oldest - 1_000)}`)
      assert.deepEqual([code, details.parameter], ['invalid_parameter', 'since'])
      assert.match(message, /400 days/)
      assert.equal((await refusal(service, '?since=1999-01-01')).details.parameter, 'since')
      assert.deepEqual((await changes(service, `?since=1999-01-01&${cursorOf(page)}`)).data, [])
    }))

  test(`${engine.name}: an unknown measure or source, a type outside the vocabulary, a limit above the plan are 400, named`, () =>
    withService(engine, {}, async (service) => {
      await service.publish([input('a')])
      const rows: [query: string, parameter: string][] = [
        ['subsidy=al:nobody', 'subsidy'],
        ['subsidy=no%20such%20form', 'subsidy'],
        ['subsidy=', 'subsidy'],
        ['source=nobody', 'source'],
        ['source=alpha,nobody', 'source'],
        ['source=alpha,', 'source'],
        ['type=subsidy.renamed', 'type'],
        ['type=Subsidy.created', 'type'],
        ['region=antwerp', 'region'],
        ['since=yesterday', 'since'],
        ['since=2026-02-30', 'since'],
        ['limit=0', 'limit'],
        ['limit=501', 'limit'],
        ['lang=nl', 'lang'],
      ]
      for (const [query, parameter] of rows) {
        const { code, details } = await refusal(service, `?${query}`)
        assert.deepEqual([code, details.parameter], ['invalid_parameter', parameter], query)
      }
      assert.equal((await refusal(service, '?limit=101', service.keys.developer)).details.parameter, 'limit')
      assert.equal((await changes(service, '?limit=100', service.keys.developer)).pagination.limit, 100)
      assert.equal((await changes(service, '?limit=500')).pagination.limit, 500)
      assert.equal((await changes(service, '')).pagination.limit, 50)
    }))

  test(`${engine.name}: a cursor of another account, list, store or secret, one ahead and one too old are refused, and told to restart with since`, () => {
    const secret = randomBytes(32)
    const environment = { SECRET_KEY: secret.toString('base64') }
    return withService(engine, { environment, start: testStart }, async (service) => {
      await service.publish([input('a'), input('b')])
      const page = await changes(service, '?limit=1')
      const binding = {
        list: 'changes',
        sort: 'seq',
        account: service.accounts.enterprise,
        generation: await storeGeneration(service.database),
      }
      const sealed = (changed: Partial<typeof binding>, position: (string | number | null)[] = [1]): string =>
        sealCursor(cursorKeys(secret, null), { ...binding, ...changed }, position)
      assert.equal(sealed({}), page.pagination.next_cursor)
      const wrong: [why: string, cursor: string][] = [
        ['of another account', sealed({ account: service.accounts.business })],
        ['of another list', sealed({ list: 'subsidies' })],
        ['of a store that was restored', sealed({ generation: 'another' })],
        ['ahead of the newest event', sealed({}, [3])],
        ['no place', sealed({}, ['1'])],
        ['two places', sealed({}, [1, 2])],
        ['a fraction', sealed({}, [1.5])],
        ['under another secret', sealCursor(cursorKeys(randomBytes(32), null), binding, [1])],
        ['none at all', 'x'],
      ]
      for (const [why, cursor] of wrong) {
        const { code, message } = await refusal(service, `?cursor=${cursor}`)
        assert.equal(code, 'invalid_cursor', why)
        assert.match(message, /since/, why)
      }
      assert.equal((await refusal(service, `?${cursorOf(page)}`, service.keys.business)).code, 'invalid_cursor')
      const list = (await service.get('/v1/subsidies?limit=1')).json() as unknown as Page
      assert.equal((await refusal(service, `?${cursorOf(list)}`)).code, 'invalid_cursor')

      const end = await changes(service, `?${cursorOf(page)}`)
      service.clock.advance({ days: 400, seconds: 1 })
      const { code, message } = await refusal(service, `?${cursorOf(page)}`)
      assert.equal(code, 'invalid_cursor')
      assert.match(message, /400 days.*since/)
      assert.deepEqual((await changes(service, `?${cursorOf(end)}`)).data, [], 'nothing was missed by this one')
      const anew = await changes(service)
      assert.deepEqual([anew.data, anew.pagination.next_cursor], [[], end.pagination.next_cursor])
    })
  })
}

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')
let shared: TestService
test.before(async () => {
  shared = await startService(embedded)
  await shared.publish(Array.from({ length: 9 }, (_, index) => input(`m${index}`)))
})
test.after(() => shared.stop())
pagedListSuite(
  {
    name: 'the change feed',
    path: '/v1/changes?type=subsidy.created',
    emptyPath: '/v1/changes?type=ping',
    elsewhere: ['/v1/subsidies'],
    identityOf: ({ id }) => String(id),
    cursorOnEveryPage: true,
  },
  () => ({
    origin: shared.origin,
    key: shared.keys.enterprise,
    unknownKey: shared.unknownKey,
    keyWithoutPlan: shared.keys.none,
    keyOfSmallestPlan: shared.keys.developer,
  }),
)
