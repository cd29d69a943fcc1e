/** Saved searches in the dashboard's routes: what they take and refuse, whose they are, and that they say what the list says. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eraseDeletedAccounts } from '../../src/accounts/erasure.ts'
import { deleteAccount } from '../../src/accounts/operations.ts'
import { erasers } from '../../src/erasers.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist } from '../harness/watchlists.ts'

type Shown = { id: string; name: string; parameters: object; language: string; digest: string }

for (const engine of engines) {
  let service: TestService
  let browser: SignedInBrowser
  const named = (what: string): string => `${engine.name}: ${what}`
  const send = (method: string, path: string, json?: unknown) => {
    // An address may ask so much in a second, and this is none's matter here.
    service.clock.advance({ seconds: 2 })
    return browser.send(method, `/v1/dashboard/${path}`, json === undefined ? {} : { json })
  }
  const faultOf = async (method: string, path: string, json: unknown): Promise<string> => {
    const answer = await send(method, path, json)
    const { code, details } = (answer.json() as { error: { code: string; details: Record<string, string> } }).error
    return `${answer.status} ${code} ${details.parameter ?? details.field ?? ''}`.trim()
  }
  before(async () => {
    service = await startService(engine)
    await service.publish([input('a')])
    browser = await signedInTo(service, service.accounts.none)
  })
  after(() => service.stop())

  test(named('a search is kept as it was given, changed and deleted, also without a plan'), async () => {
    const parameters = { q: 'dak', region: 'flanders,brussels', sort: 'updated', limit: '5', lang: 'nl' }
    const made = await send('POST', 'searches', { name: 'Dak', parameters })
    assert.equal(made.status, 201)
    const { created_at, updated_at, id, ...rest } = made.json().data as Shown & Record<string, string>
    assert.match(id, /^srch_[0-9A-Z]{26}$/)
    assert.equal(created_at, updated_at)
    assert.deepEqual(rest, { name: 'Dak', parameters, fault: null, language: 'en', digest: 'none' })
    const listed = (await send('GET', 'searches')).json()
    assert.deepEqual([listed.data, listed.pagination], [[made.json().data], { has_more: false, limit: 50 }])
    const changed = await send('PATCH', `searches/${id}`, { digest: 'weekly', language: 'fr' })
    assert.equal(changed.status, 200)
    assert.deepEqual(
      { ...(changed.json().data as Shown), created_at, updated_at, id },
      {
        ...{ id, name: 'Dak', parameters, fault: null, language: 'fr', digest: 'weekly' },
        ...{ created_at, updated_at },
      },
    )
    assert.equal((await send('PATCH', `searches/${id}`, {})).status, 200)
    assert.deepEqual((await send('DELETE', `searches/${id}`)).json().data, { id, deleted: true })
    assert.deepEqual((await send('GET', 'searches')).json().data, [])
    assert.deepEqual(await service.database.all('select subject from digest'), [])
    const deeds = await service.database.all(
      'select action from audit_entry where account_id = $1 and subject = $2 order by id',
      [service.accounts.none, id],
    )
    assert.deepEqual(deeds.map(({ action }) => action).toSorted(), [
      'digest_changed',
      'search_changed',
      'search_created',
      'search_deleted',
    ])
  })

  test(named('what the list of measures refuses is refused, by its path'), async () => {
    const rows: [json: unknown, fault: string][] = [
      [{ name: 'x', parameters: { colour: 'red' } }, '400 invalid_parameter parameters.colour'],
      [{ name: 'x', parameters: { region: 'mars' } }, '400 invalid_parameter parameters.region'],
      [{ name: 'x', parameters: { region: '' } }, '400 invalid_parameter parameters.region'],
      [{ name: 'x', parameters: { nace: '99.99' } }, '400 invalid_parameter parameters.nace'],
      [{ name: 'x', parameters: { source: 'nobody' } }, '400 invalid_parameter parameters.source'],
      [{ name: 'x', parameters: { words: 'most' } }, '400 invalid_parameter parameters.words'],
      [{ name: 'x', parameters: { cursor: 'abc' } }, '400 invalid_parameter parameters.cursor'],
      [{ name: 'x', parameters: { q: 'a'.repeat(201) } }, '400 invalid_parameter parameters.q'],
      [{ name: 'x', parameters: { issuer: `a${',b'.repeat(2_500)}` } }, '422 invalid_body parameters'],
      [{ name: 'x', parameters: { limit: 5 } }, '400 invalid_parameter parameters.limit'],
      [{ name: 'x', parameters: [] }, '400 invalid_parameter parameters'],
      [{ name: 'x' }, '422 invalid_body parameters'],
      [{ parameters: {} }, '422 invalid_body name'],
      [{ name: '', parameters: {} }, '422 invalid_body name'],
      [{ name: 'a\u0007', parameters: {} }, '422 invalid_body name'],
      [{ name: 'x', parameters: {}, digest: 'hourly' }, '400 invalid_parameter digest'],
      [{ name: 'x', parameters: {}, language: 'de' }, '400 invalid_parameter language'],
      [{ name: 'x', parameters: {}, colour: 'red' }, '400 invalid_parameter colour'],
    ]
    for (const [json, fault] of rows) assert.equal(await faultOf('POST', 'searches', json), fault, JSON.stringify(json))
    assert.deepEqual((await send('GET', 'searches')).json().data, [])
  })

  test(named('what is of another account is met like what never was'), async () => {
    const other = await signedInTo(service, service.accounts.pro)
    const made = await other.send('POST', '/v1/dashboard/searches', { json: { name: 'Theirs', parameters: {} } })
    const { id } = made.json().data as Shown
    const list = await makeWatchlist(service)
    const never = 'srch_01KJSESXM0QJ5Y8F371FDVQK9F'
    const bodyOf = async (method: string, path: string, json?: unknown): Promise<string> =>
      (await send(method, path, json)).body.toString().replace(/req_\w+/, '')
    for (const [method, json] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      assert.equal(await bodyOf(method, `searches/${id}`, json), await bodyOf(method, `searches/${never}`, json))
      assert.equal((await send(method, `searches/${id}`, json)).status, 404)
    }
    assert.equal(await faultOf('PUT', `watchlists/${list}/digest`, { digest: 'daily' }), '404 watchlist_not_found')
    assert.equal(await faultOf('PUT', 'watchlists/wl_x/digest', { digest: 'daily' }), '404 watchlist_not_found')
    assert.deepEqual(await service.database.all('select subject from digest'), [])
  })

  test(named('an account keeps fifty searches, however many are made at once'), async () => {
    const make = (number: number) => send('POST', 'searches', { name: String(number), parameters: {} })
    for (let number = 0; number < 46; number += 1) assert.equal((await make(number)).status, 201)
    const answers = await Promise.all(Array.from({ length: 9 }, (_, number) => make(number)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 4)
    assert.equal(answers.filter(({ status }) => status === 409).length, 5)
    for (const { id } of (await send('GET', 'searches')).json().data as Shown[]) await send('DELETE', `searches/${id}`)
  })

  test(named('nobody without a session, no key and no other origin makes, changes or reads a search'), async () => {
    const { origin } = service
    const json = { name: 'x', parameters: {} }
    assert.equal((await call(origin, 'GET', '/v1/dashboard/searches')).status, 401)
    assert.equal((await call(origin, 'GET', '/v1/dashboard/searches', { key: service.keys.pro })).status, 401)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await browser.send('POST', '/v1/dashboard/searches', { json, headers: foreign })).status, 403)
    assert.deepEqual((await send('GET', 'searches')).json().data, [])
  })

  test(named('a deleted account leaves no search, digest or mail'), async () => {
    const { database, clock, accounts } = service
    const theirs = await signedInTo(service, accounts.business)
    const json = { name: 'Left', parameters: {}, digest: 'daily' }
    assert.equal((await theirs.send('POST', '/v1/dashboard/searches', { json })).status, 201)
    await database.run(
      `insert into mail (id, account_id, kind, cause, parameters, created_at) values ('mail_x', $1, 'x', 'x', '{}', 0)`,
      [accounts.business],
    )
    await deleteAccount(database, clock.now(), accounts.business)
    clock.advance({ seconds: 61 })
    await eraseDeletedAccounts({ database, clock, signal: new AbortController().signal }, erasers)
    for (const table of ['saved_search', 'digest', 'mail'])
      assert.deepEqual(
        await database.all(`select account_id from ${table} where account_id = $1`, [accounts.business]),
        [],
        table,
      )
  })
}
