import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { exportPath, linesById } from '../harness/downloads.ts'
import { call } from '../harness/http.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { startService } from '../harness/service.ts'

/** The tests begin on 3 March 2026. */
const items = [
  input('fresh', { checked: { on: '2026-03-01', url: 'https://alpha.example/m', by: 'authority' } }),
  input('old', { checked: { on: '2024-03', url: 'https://www.alpha.example/m', by: 'authority' } }),
  input('theirs', { checked: { on: '2026-02', url: 'https://press.example/m', by: 'third_party' } }),
  input('unread'),
]
type Answer = { meta: { warnings: { code: string; message: string }[] }; warnings?: Answer['meta']['warnings'] }
const readingCodes = ['not_checked', 'checked_long_ago']

test('every answer that shows a reading in doubt warns of it, how many rows and the oldest, and pages say it on the row', async () => {
  const [embedded] = engines
  assert.ok(embedded !== undefined)
  const service = await startService(embedded, { definitions: [sampleDefinition({ connector: 'file' })] })
  try {
    service.means.connectors = new Map([['file', service.sources.connector]])
    await service.publish(items)
    const key = service.keys.enterprise
    const saidBy = ({ meta, warnings }: Answer) =>
      (warnings ?? meta.warnings).filter(({ code }) => readingCodes.includes(code)).map(({ code }) => code)
    const get = async (path: string) => (await service.get(path)).json() as Answer
    const post = async (path: string, body: unknown) =>
      (
        await call(service.origin, 'POST', path, {
          key,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json() as Answer & {
        data: { result: Answer }[]
        match: unknown
      }
    const list = await get('/v1/subsidies')
    assert.deepEqual(saidBy(list), readingCodes)
    const message = list.meta.warnings.find(({ code }) => code === 'checked_long_ago')?.message ?? ''
    assert.match(message, /: 2 of the measures shown; the oldest reading is of 2024-03 \(al:old\)/)
    assert.deepEqual(saidBy(await get('/v1/subsidies?q=fresh')), [])
    for (const [name, codes] of [
      ['fresh', []],
      ['old', ['checked_long_ago']],
      ['theirs', ['checked_long_ago']],
      ['unread', ['not_checked']],
    ] as const) {
      for (const path of ['', '/versions', '/versions/1', '?as_of=2026-03-04'])
        assert.deepEqual(saidBy(await get(`/v1/subsidies/al:${name}${path}`)), codes, `${name}${path}`)
    }
    const company = { postcode: '9000', employees: 8 }
    assert.deepEqual(saidBy(await post('/v1/match', { company })), readingCodes)
    const bulk = await post('/v1/match/bulk', { companies: [{ reference: 'a', company }] })
    assert.deepEqual(
      bulk.data.map(({ result }) => saidBy(result)),
      [readingCodes],
    )
    const made = await post('/v1/watchlists', { name: 'Clients' })
    const watchlist = (made.data as unknown as { id: string }).id
    await post(`/v1/watchlists/${watchlist}/companies`, { companies: [{ reference: 'a', company }] })
    assert.deepEqual(saidBy(await get(`/v1/watchlists/${watchlist}/matches`)), readingCodes)
    const mcp = mcpCaller(() => ({ origin: service.origin, key }))
    for (const [tool, given, codes] of [
      ['search_subsidies', {}, readingCodes],
      ['match_company', { company }, readingCodes],
      ['get_subsidy', { id: 'al:old' }, ['checked_long_ago']],
      ['explain_eligibility', { id: 'al:old', company }, ['checked_long_ago']],
      ['explain_eligibility', { id: 'al:unread', company }, ['not_checked']],
      ['explain_eligibility', { id: 'al:fresh', company }, []],
    ] as const) {
      const answer = (await mcp.answers(tool, given)) as unknown as Answer
      assert.deepEqual(saidBy(answer), codes, `${tool} ${JSON.stringify(given)}`)
    }
    const lines = linesById((await call(service.origin, 'GET', exportPath, { key })).body)
    assert.deepEqual(
      ['fresh', 'old', 'theirs', 'unread'].map(
        (name) => JSON.parse(lines.get(`al:${name}`) ?? '').source.checked?.on ?? null,
      ),
      ['2026-03-01', '2024-03', '2026-02', null],
    )
    for (const [language, said] of [
      ['nl', 'gelezen in maart 2024 op een pagina van alpha.example'],
      ['fr', 'lu en mars 2024 sur une page de alpha.example'],
      ['en', 'read in March 2024 on a page of alpha.example'],
    ] as const) {
      const rows = (await call(service.origin, 'GET', `/${language}/search`)).body.toString('utf8')
      assert.ok(rows.includes(said), `${language}: the row`)
      const page = (await call(service.origin, 'GET', `/${language}/measures/support-old`)).body.toString('utf8')
      assert.ok(page.toLowerCase().includes(said.toLowerCase()), `${language}: the page`)
    }
  } finally {
    await service.stop()
  }
})
