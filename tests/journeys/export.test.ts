/** The bulk export over the wire: what stands in it, how it is sent, and who may have it. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import { leaseMs, renewEveryMs } from '../../src/platform/leases.ts'
import { type Engine, engines } from '../harness/databases.ts'
import {
  dataTextOf,
  exportPath,
  type HeldDownload,
  holdDownload,
  keptByFeed,
  largeRecords,
  linesById,
  unchecked,
} from '../harness/downloads.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { fullInput } from '../harness/sample-measures.ts'
import { startService, type TestService } from '../harness/service.ts'

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}
/** A place is free a second after its reader has gone (contract 9); one more for a machine that is busy with other tests. */
const freeWithinMs = 2_000
const lookMs = 20

async function withService(engine: Engine, work: (service: TestService) => Promise<void>): Promise<void> {
  const service = await startService(engine)
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

/** Asks until there is a place again, and holds it; a place must be free soon. */
async function heldSoon({ origin, keys }: TestService): Promise<HeldDownload> {
  const from = performance.now()
  for (;;) {
    const one = await holdDownload(origin, keys.enterprise)
    if (one.status === 200) return one
    one.leave()
    assert.ok(performance.now() - from < freeWithinMs, 'no place was free in time')
    await wait(lookMs)
  }
}

const held = ({ origin, keys }: TestService, count: number): Promise<HeldDownload[]> =>
  Promise.all(Array.from({ length: count }, () => holdDownload(origin, keys.enterprise)))

describe('the export', { concurrency: 2 }, () => {
  for (const engine of engines) {
    test(`${engine.name}: it has every measure once, by id, as the single route answers it to the byte, in each language`, () =>
      withService(engine, async (service) => {
        const names = ['b', 'B', 'a-1', 'a.1', 'a_1', 'a', '10', '9']
        const items = [
          fullInput({ local_id: 'full', regions: ['flanders'] }),
          ...names.map((name) => input(name, { title: { en: `Aid ${name}`, nl: `Hulp ${name} œ` } })),
        ]
        // Those that come later stand before and between the others.
        await service.publish(items.slice(0, 4))
        await service.get('/v1/key')
        await service.publish(items)
        for (const lang of ['', 'nl', 'fr', 'en']) {
          const query = lang === '' ? '' : `?lang=${lang}`
          const answer = await service.get(exportPath + query)
          assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/x-ndjson'])
          const lines = linesById(answer.body)
          const ids = [...lines.keys()]
          assert.deepEqual(
            ids,
            ids.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
          )
          assert.equal(answer.headers['x-record-count'], String(names.length + 1))
          assert.equal((await service.get('/v1/coverage')).json().total, lines.size)
          assert.equal(answer.headers['content-length'], String(answer.body.length))
          for (const [id, line] of lines)
            assert.equal(line, dataTextOf(await service.get(`/v1/subsidies/${id}${query}`)))
        }
      }))

    test(`${engine.name}: a withdrawn measure is in it only when it is asked for, a merged one never`, () =>
      withService(engine, async (service) => {
        await service.publish(['a', 'b', 'c', 'd'].map((name) => input(name)))
        await withdrawMeasure(service.means, 'al:b')
        await mergeMeasures(service.means, 'al:c', 'al:d')
        const [plain, all] = [await service.get(exportPath), await service.get(`${exportPath}?include_withdrawn=true`)]
        assert.deepEqual([...linesById(plain.body).keys()], ['al:a', 'al:d'])
        assert.deepEqual([...linesById(all.body).keys()], ['al:a', 'al:b', 'al:d'])
        assert.deepEqual([plain.headers['x-record-count'], all.headers['x-record-count']], ['2', '3'])
        assert.equal(linesById(all.body).get('al:b'), dataTextOf(await service.get('/v1/subsidies/al:b')))
        const off = await service.get(`${exportPath}?include_withdrawn=false`)
        assert.deepEqual([off.body, off.headers.etag], [plain.body, plain.headers.etag])
        assert.notEqual(all.headers.etag, plain.headers.etag)
      }))

    test(`${engine.name}: an empty catalogue is an export without a line, in every coding`, () =>
      withService(engine, async (service) => {
        for (const coding of ['identity', ...Object.keys(unpack)]) {
          const answer = await service.get(exportPath, { headers: { 'accept-encoding': coding } })
          assert.equal(answer.status, 200)
          assert.equal((unpack[coding] ?? ((bytes: Buffer) => bytes))(answer.body).length, 0)
          assert.equal(answer.headers['x-record-count'], '0')
          if (coding === 'identity') assert.equal(answer.headers['content-length'], '0')
        }
      }))

    test(`${engine.name}: every coding is the same bytes, tagged for itself; HEAD and 304 say all that GET says`, () =>
      withService(engine, async (service) => {
        await service.publish(largeRecords({ description: 'abcdefghi '.repeat(1_000) }))
        const plain = await service.get(exportPath)
        const tags = new Set([plain.headers.etag])
        const said = [
          'etag',
          'x-record-count',
          'x-change-cursor',
          'content-length',
          'content-encoding',
          'vary',
        ] as const
        for (const coding of ['identity', ...Object.keys(unpack)]) {
          const headers = { 'accept-encoding': coding }
          const answer = await service.get(exportPath, { headers })
          const bytes = unpack[coding]?.(answer.body) ?? answer.body
          assert.ok(bytes.equals(plain.body), coding)
          assert.equal(answer.headers['content-encoding'], coding === 'identity' ? undefined : coding)
          assert.equal(answer.headers['content-length'], coding === 'identity' ? String(bytes.length) : undefined)
          assert.match(answer.headers.etag ?? '', /^"[\w-]+"$/)
          tags.add(answer.headers.etag)
          const head = await call(service.origin, 'HEAD', exportPath, { key: service.keys.enterprise, headers })
          assert.deepEqual([head.status, head.body.length], [200, 0])
          for (const name of said) assert.equal(head.headers[name], answer.headers[name], `${coding} ${name}`)
          const known = { ...headers, 'if-none-match': answer.headers.etag ?? '' }
          const again = await service.get(exportPath, { headers: known })
          assert.deepEqual([again.status, again.body.length], [304, 0])
          for (const name of ['etag', 'x-record-count', 'x-change-cursor', 'vary'])
            assert.equal(again.headers[name], answer.headers[name], `${coding} ${name}`)
        }
        assert.equal(tags.size, 4)
        for (const [accept, coding] of [
          ['gzip, deflate, br, zstd', 'zstd'],
          ['gzip, br;q=0.5', 'gzip'],
          ['*', 'zstd'],
          ['deflate', undefined],
          ['gzip;q=0', undefined],
        ] as const) {
          const answer = await service.get(exportPath, { headers: { 'accept-encoding': accept } })
          assert.equal(answer.headers['content-encoding'], coding, accept)
        }
        const nl = await service.get(`${exportPath}?lang=nl`)
        assert.notEqual(nl.headers.etag, plain.headers.etag)
      }))

    test(`${engine.name}: the tag stays where the bytes stay, in a state of later, and changes with them`, () =>
      withService(engine, async (service) => {
        // Checked by its source's own word, so that a run that finds it again changes nothing that is shown.
        const [a, b] = ['a', 'b'].map((name) => input(name, { checked_at: '2026-02-01T12:00:00+01:00' }))
        await service.publish([a, b])
        const first = await service.get(exportPath)
        await service.publish([a, b], 'alpha')
        const later = await service.get(exportPath)
        assert.deepEqual([later.headers.etag, later.body], [first.headers.etag, first.body])
        await service.publish([a, { ...b, title: 'Other' }])
        const other = await service.get(exportPath)
        assert.notEqual(other.headers.etag, first.headers.etag)
        assert.notEqual(other.headers['x-change-cursor'], first.headers['x-change-cursor'])
      }))

    test(`${engine.name}: a third download is 429 with Retry-After 5 and counts; HEAD and 304 need no place; one that ends or leaves makes room`, () =>
      withService(engine, async (service) => {
        await service.publish(largeRecords())
        const { origin, keys } = service
        const whole = await service.get(exportPath)
        const [first, second] = await held(service, 2)
        assert.deepEqual([first?.status, second?.status], [200, 200])
        const before = await call(origin, 'GET', '/v1/key', { key: keys.business })
        const refused = await call(origin, 'GET', exportPath, { key: keys.business })
        assert.deepEqual(
          [refused.status, refused.error().code, refused.headers['retry-after']],
          [429, 'rate_limit_exceeded', '5'],
        )
        const [left, leftThen] = [before, refused].map(({ headers }) => Number(headers['ratelimit-remaining']))
        assert.equal(leftThen, Number(left) - 1)
        const head = await call(origin, 'HEAD', exportPath, { key: keys.business })
        assert.deepEqual([head.status, head.headers['content-length']], [200, String(whole.body.length)])
        const known = { 'if-none-match': whole.headers.etag ?? '' }
        const unchanged = await call(origin, 'GET', exportPath, { key: keys.business, headers: known })
        assert.equal(unchanged.status, 304)
        // A cursor is its account's own.
        assert.ok(unchanged.headers['x-change-cursor'])
        assert.deepEqual(await first?.rest(), whole.body)
        // The account holds the other place, and one without any was refused: for 10 s the place is kept for that one.
        const [early] = await held(service, 1)
        assert.equal(early?.status, 429)
        service.clock.advance({ seconds: 11 })
        const third = await heldSoon(service)
        second?.leave()
        const fourth = await heldSoon(service)
        assert.equal((await held(service, 1))[0]?.status, 429)
        for (const one of [third, fourth]) one.leave()
      }))

    test(`${engine.name}: what changes during a download changes nothing of it, and the next has it`, () =>
      withService(engine, async (service) => {
        await service.publish(largeRecords())
        const before = await service.get(exportPath)
        const [underWay] = await held(service, 1)
        await service.publish(largeRecords({ summary: 'Changed meanwhile' }))
        const after = await service.get(exportPath)
        assert.equal(underWay?.headers['x-change-cursor'], before.headers['x-change-cursor'])
        assert.deepEqual(await underWay?.rest(), before.body)
        assert.ok([...linesById(after.body).values()].every((line) => line.includes('"summary":"Changed meanwhile"')))
        assert.equal(linesById(after.body).size, linesById(before.body).size)
      }))

    test(`${engine.name}: an export and the feed from its cursor on come to the catalogue of later`, () =>
      withService(engine, async (service) => {
        const names = ['a', 'b', 'c', 'd', 'e']
        await service.publish(names.map((name) => input(name)))
        const exported = await service.get(exportPath)
        const none = await keptByFeed(service.origin, service.keys.enterprise, exported)
        assert.equal(none.events, 0)
        await service.publish([...names.map((name) => input(name, name === 'a' ? { title: 'New' } : {})), input('f')])
        await withdrawMeasure(service.means, 'al:b')
        await mergeMeasures(service.means, 'al:c', 'al:d')
        const { lines, events } = await keptByFeed(service.origin, service.keys.enterprise, exported)
        assert.ok(events >= 4, String(events))
        const later = linesById((await service.get(exportPath)).body)
        assert.deepEqual([...lines.keys()].toSorted(), [...later.keys()])
        // When a measure was last checked is shown beside it, and is no change of it.
        for (const [id, line] of later) assert.equal(unchecked(lines.get(id) ?? ''), unchecked(line))
      }))

    test(`${engine.name}: whoever gets a change from the feed finds it in an export begun then`, () =>
      withService(engine, async (service) => {
        for (let round = 0; round < 10; round += 1) {
          await service.publish([input('a', { title: `Title ${round}` })])
          const answer = await service.get(exportPath)
          assert.match(answer.body.toString(), new RegExp(`"title":"Title ${round}"`))
          const feed = await service.get(`/v1/changes?cursor=${answer.headers['x-change-cursor']}`)
          assert.deepEqual(feed.json().data, [])
        }
      }))
  }

  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')

  test('a plan without the export is 403 and names the cheapest that has it; wrong parameters are 400, named', () =>
    withService(embedded, async (service) => {
      for (const plan of ['developer', 'pro'] as const) {
        const answer = await service.get(`${exportPath}?lang=xx`, { key: service.keys[plan] })
        assert.deepEqual([answer.status, answer.error().code], [403, 'plan_required'])
        assert.deepEqual(answer.error().details, { capability: 'bulk_export', required_plan: 'business' })
      }
      assert.equal((await service.get(exportPath, { key: service.keys.business })).status, 200)
      const wrong: [query: string, parameter: string][] = [
        ['lang=de', 'lang'],
        ['lang=', 'lang'],
        ['lang=EN', 'lang'],
        ['include_withdrawn=1', 'include_withdrawn'],
        ['include_withdrawn=', 'include_withdrawn'],
        ['limit=5', 'limit'],
        ['lang=en&lang=en', 'lang'],
      ]
      for (const [query, parameter] of wrong) {
        const answer = await service.get(`${exportPath}?${query}`)
        assert.equal(answer.status, 400, query)
        assert.deepEqual([answer.error().code, answer.error().details.parameter], ['invalid_parameter', parameter])
      }
    }))

  test('a download that has lost its place is cut, and never ends as though it were whole', () =>
    withService(embedded, async (service) => {
      await service.publish(largeRecords())
      const [one] = await held(service, 1)
      // As for a process that stood still: its lease is over before it is renewed.
      service.clock.advance({ seconds: leaseMs / 1_000 })
      const others = await held(service, 2)
      assert.deepEqual(
        others.map(({ status }) => status),
        [200, 200],
      )
      await wait(renewEveryMs + 1_000)
      await assert.rejects(one?.rest() ?? Promise.resolve(), /aborted|ECONNRESET/)
      for (const other of others) other.leave()
    }))

  test('a cursor of one account is none of another', () =>
    withService(embedded, async (service) => {
      await service.publish([input('a')])
      const { headers } = await service.get(exportPath)
      const path = `/v1/changes?cursor=${headers['x-change-cursor']}`
      assert.equal((await service.get(path)).status, 200)
      assert.equal((await service.get(path, { key: service.keys.business })).error().code, 'invalid_cursor')
    }))

  const version = spawnSync('curl', ['--version'], { encoding: 'utf8' })
  test(
    'curl gets the same bytes in every coding that it knows',
    {
      skip: version.status === 0 ? false : 'there is no curl',
    },
    () =>
      withService(embedded, async (service) => {
        await service.publish(largeRecords({ description: 'abcdefghi '.repeat(1_000) }))
        const { body } = await service.get(exportPath)
        const known = { gzip: 'libz', br: 'brotli', zstd: 'zstd' }
        const auth = ['-H', `Authorization: Bearer ${service.keys.enterprise}`]
        for (const [coding, feature] of Object.entries(known).filter(([, name]) => version.stdout.includes(name))) {
          const words = [
            '-sS',
            '--compressed',
            '-H',
            `Accept-Encoding: ${coding}`,
            ...auth,
            service.origin + exportPath,
          ]
          const { stdout } = await promisify(execFile)('curl', words, {
            encoding: 'buffer',
            maxBuffer: 2 * body.length,
          })
          assert.ok(stdout.equals(body), `${coding} by ${feature}`)
        }
      }),
  )
})
