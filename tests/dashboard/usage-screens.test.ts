/** The screens of use, requests and deeds, as a reader without script sees them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { languages } from '../../src/values/vocabularies.ts'
import { answered, takeDown } from '../harness/answered.ts'
import { engines } from '../harness/databases.ts'
import { readPage } from '../harness/page-reader.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')
const start = Date.UTC(2026, 10, 22, 12)

describe('the screens of use', () => {
  let service: TestService
  let ann: SignedInBrowser
  const screen = async (path: string, status = 200) => {
    const answer = await ann.send('GET', path)
    assert.equal(answer.status, status, answer.body.toString().slice(0, 300))
    service.clock.advance({ seconds: 1 })
    return readPage(answer)
  }
  const wrong = { status: 404, code: 'subsidy_not_found', route: '/v1/subsidies/{id}' }

  before(async () => {
    service = await startService(embedded, { start })
    ann = await signedInTo(service, service.accounts.business)
  })
  after(() => service.stop())

  test('before anything has come each says what will stand there, and what to do', async () => {
    const usage = await screen('/dashboard/usage')
    assert.match(usage.text, /No request has come this month yet/)
    assert.match(usage.text, /curl -s -H/)
    assert.equal(usage.all('svg').length > 0, true, 'the axis of the month stands there')
    const requests = await screen('/dashboard/requests')
    assert.match(requests.text, /No request has come in the last 7 days/)
    assert.deepEqual(requests.linksTo('To the keys'), ['/dashboard/keys'])
    assert.match((await screen('/dashboard/requests?status=failed')).text, /No request is like that/)
  })

  test('use: quotas with their share, days with a table that says the same, keys, routes, and when it starts anew', async () => {
    const { database, accounts } = service
    const accountId = accounts.business
    for (const request of [
      answered(start, { accountId, evaluations: 2, route: '/v1/match', method: 'POST' }),
      answered(start + 1, { accountId, ...wrong }),
      answered(start + 2, { accountId, status: 429, code: 'rate_limit_exceeded' }),
      answered(start - 30 * 86_400_000, { accountId }),
    ])
      await takeDown(database, [request])
    await database.counters.run(
      `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps, quota)
       values ($1, '2026-11', 156240, 1, 1, 'admitted', 40, 500000)`,
      [accountId],
    )
    const page = await screen('/dashboard/usage')
    assert.match(page.text, /Usage November 2026, UTC days/)
    assert.match(page.text, /156\s240 of 500\s000/)
    assert.match(page.text, /31\s%/)
    assert.match(page.text, /in 9 days 1\sDec\s2026, 00:00 UTC/)
    const rows = page.all('tr').map(({ text }) => text)
    assert.ok(
      rows.some((text) => /^22\sNov\s2026 1 1 1 0 2$/.test(text)),
      rows.join('\n'),
    )
    assert.ok(rows.some((text) => text.startsWith('POST /v1/match 1 0 0 0')))
    assert.ok(rows.some((text) => text.startsWith('GET /v1/subsidies/{id} 0 0 1 0')))
    const bars = page.all('rect', { class: 'second' })
    assert.equal(bars.length, 1, 'one day has requests that were not answered')
    const earlier = await screen('/dashboard/usage?month=2026-10')
    assert.match(earlier.text, /This month is over/)
    await screen('/dashboard/usage?month=2027-01', 400)
  })

  test('use as a table for programs: a line for each day, under the names of the API', async () => {
    const answer = await ann.send('GET', '/dashboard/usage.csv?month=2026-11')
    assert.match(answer.headers['content-type'] ?? '', /^text\/csv/)
    assert.match(answer.headers['content-disposition'] ?? '', /filename="usage-2026-11\.csv"/)
    const lines = answer.body.toString().split('\r\n')
    assert.equal(lines[0], 'day_utc,answered,refused,faulty,failed,evaluations')
    assert.equal(lines[22], '2026-11-22,1,1,1,0,2')
    assert.equal(lines.length, 32)
  })

  test('requests: newest first, narrowed by what is chosen, errors in groups with what to do about them', async () => {
    const page = await screen('/dashboard/requests')
    const groups = page.linksTo('subsidy_not_found')
    assert.deepEqual(groups, ['/docs/errors/subsidy_not_found'])
    const ids = page.linksTo(/^req_/)
    assert.equal(ids.length, 3)
    assert.deepEqual(ids, ids.toSorted().toReversed())
    const narrowed = await screen('/dashboard/requests?status=faulty&route=%2Fv1%2Fsubsidies%2F%7Bid%7D&key=&code=')
    assert.equal(narrowed.linksTo(/^req_/).length, 1)
    const chosen = narrowed.elements.filter(({ name, attributes }) => name === 'option' && 'selected' in attributes)
    assert.deepEqual(
      chosen.map(({ text }) => text),
      ['Fault in the request (other 4xx)', 'all', '/v1/subsidies/{id}', 'all'],
    )
    const one = await screen(narrowed.linksTo(/^req_/)[0] ?? '')
    assert.match(one.text, /404 subsidy_not_found/)
    assert.deepEqual(one.linksTo('subsidy_not_found'), ['/docs/errors/subsidy_not_found'])
  })

  test('a request is found by its id; of one that is not there it is said why, and nothing of another account', async () => {
    const { database, accounts } = service
    const [old, theirs] = [answered(start - 8 * 86_400_000), answered(start, { accountId: accounts.pro, ...wrong })]
    await takeDown(database, [theirs])
    const find = (id: string, status: number) =>
      screen(`/dashboard/requests?request_id=${encodeURIComponent(id)}`, status)
    assert.match((await find(old.requestId, 404)).text, /older than 7 days/)
    const foreign = await find(theirs.requestId, 404)
    assert.match(foreign.text, /no request with this id/)
    assert.ok(!foreign.text.includes('subsidy_not_found'))
    const hostile = await find('"><script>a()</script>', 404)
    assert.match(hostile.text, /no id of a request/)
    assert.equal(hostile.all('input', { name: 'request_id' })[0]?.attributes.value, '"><script>a()</script>')
    const [mine] = (await screen('/dashboard/requests')).linksTo(/^req_/)
    assert.match((await find(` ${mine?.split('/').at(-1)} `, 200)).text, /A request/)
  })

  test('deeds: who did what and to what, in words, in the language of the account', async () => {
    await ann.send('POST', '/v1/dashboard/keys', { json: { name: 'Nightly <b>', mode: 'test' } })
    assert.match((await screen('/dashboard/audit')).text, /Key made somebody in the dashboard Nightly <b>, test/)
    for (const language of languages) {
      await ann.send('PATCH', '/v1/dashboard/account', { json: { language } })
      for (const path of ['/dashboard/usage', '/dashboard/requests', '/dashboard/audit']) {
        const page = await screen(path)
        assert.equal(page.all('html')[0]?.attributes.lang, language)
        assert.ok(!page.text.includes('undefined'), `${language} ${path}`)
      }
    }
  })
})
