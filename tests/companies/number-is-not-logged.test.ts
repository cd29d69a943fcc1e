/** A company's number stands in no log line, no metric, no error and no row of what is kept of requests: the route's pattern does. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/platform/clock.ts'
import { filterOf, requestsOf } from '../../src/usage/requests/requests.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { type ProcessScene, processScene, record } from '../harness/process.ts'
import { dotted, numberOf, rowsOf, writeRegisterFile } from '../harness/register-files.ts'
import { metricsOrigin, scrape } from '../harness/scrapes.ts'

const [known, unknown] = [9_999_999, 9_999_995].map(numberOf) as [string, string]
const door = numberOf(89_999_999)
const wrong = '0999999923'
const template = '/v1/companies/{number}'
/** By which a request stands in the log of its account. */
const behindMs = 1_500

/** Whatever way a number is written. */
function assertNoNumber(text: string, what: string): void {
  for (const number of [known, unknown, door, wrong])
    for (const form of [number, dotted(number), number.replace(/^0/, '')])
      assert.ok(
        !text.includes(form),
        `${what}: ${form} in ${text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form) + 200)}`,
      )
}

/** From here on the register can be read no more. */
async function breakRegister(engine: string, scene: ProcessScene): Promise<void> {
  if (engine === 'sqlite') {
    writeFileSync(
      path.join(scene.environment.DATA_DIR ?? '', 'companies', 'register.db'),
      'no register any more '.repeat(500),
    )
    return
  }
  await (await scene.database()).run('alter table company_register_enterprise rename column form to gone')
}

for (const engine of engines)
  test(`${engine.name}: of a request with a company's number the log, the metrics and the account's own list have the route's pattern`, async () => {
    await using scene = await processScene(engine, { environment: { LOG_LEVEL: 'trace', METRICS_PORT: '0' } })
    await scene.lists('city', [record('m1', { status: 'open' })])
    const file = path.join(scene.folder, 'KboOpenData.zip')
    const establishments = [{ number: door, postcode: '9000', municipality: 'Gent' }]
    writeRegisterFile(file, {
      day: '06-07-2025',
      rows: rowsOf([{ number: known, office: ['9000', 'Gent'], establishments }]),
    })
    await scene.operator.done('companies', 'load', '--file', file)
    const service = await scene.serve()
    const { key, account } = await scene.customer('enterprise')
    const statuses: number[] = []
    for (const text of [known, dotted(known), door, `BE%20${known}`, unknown, wrong]) {
      statuses.push((await service.get(`/v1/companies/${text}`, { key })).status)
      statuses.push((await service.get(`/v1/companies/${text}`)).status)
    }
    assert.deepEqual(statuses, [200, 401, 200, 401, 200, 401, 200, 401, 404, 401, 404, 401])
    const post = (address: string, json: unknown) => call(service.origin, 'POST', address, { key, json })
    for (const number of [known, unknown, wrong]) {
      await post('/v1/match', { company: { enterprise_number: number } })
      await post('/v1/match/bulk', { companies: [{ reference: 'a', company: { enterprise_number: number } }] })
      const tool = { name: 'get_company', arguments: { number } }
      await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool })
    }
    await pause(behindMs)
    const asked = { limit: 1_000, before: null, filter: filterOf({}) }
    const { requests } = await requestsOf(await scene.database(), account, systemClock.now(), asked)
    assert.equal(requests.filter(({ route }) => route === template).length, 6)
    assertNoNumber(JSON.stringify(requests), 'the list of requests')
    const metrics = (await scrape(await metricsOrigin(service.process))).body.toString()
    assert.ok(metrics.includes(`route="${template}"`))
    assertNoNumber(metrics, 'metrics')

    await breakRegister(engine.name, scene)
    for (const number of [known, door]) {
      const answer = await service.get(`/v1/companies/${number}`, { key })
      // A file that cannot be read is no register; tables that are not as they should be are a fault of the store.
      const isFile = engine.name === 'sqlite'
      assert.deepEqual(
        [answer.status, answer.error().code],
        isFile ? [404, 'company_not_found'] : [500, 'internal_error'],
      )
      // What was asked for stands in the details of a 404.
      if (!isFile) assertNoNumber(answer.body.toString(), 'an error')
      const asked = number === door ? { establishment_number: number } : { enterprise_number: number }
      assert.equal((await post('/v1/match', { company: asked })).status, isFile ? 200 : 500)
    }
    if (engine.name === 'postgres') await service.process.printed(/request failed/, 'error')
    service.process.child.kill('SIGTERM')
    await service.process.end()
    const log = service.process.out + service.process.error
    assert.ok(log.includes(template))
    assertNoNumber(log, 'the log')
  })
