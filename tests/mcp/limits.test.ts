/** What calls of the endpoint count, and whom it turns away before the key (contract 1, 9, 11), on both engines. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plans } from '../../src/accounts/plans.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { answersIn, call, raw } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { failureOf, mcpCaller, modernMeta, type Rpc, resultOf } from '../harness/mcp.ts'
import { startService, type TestService } from '../harness/service.ts'

for (const engine of engines) limitsOn(engine)

function limitsOn(engine: Engine): void {
  let service: TestService
  before(async () => {
    service = await startService(engine)
    await service.publish([input('a', { status: 'open' }), input('b')])
  })
  after(() => service.stop())
  const on = (name: string): string => `${engine.name}: ${name}`
  const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
  const tool = (id: unknown, name: string, given: unknown = {}) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: given },
  })

  const used = async (key = service.keys.enterprise): Promise<{ requests: number; evaluations: number }> => {
    const { data } = (await service.get('/v1/key', { key })).json() as {
      data: { requests_this_month: number; match_evaluations_this_month: number }
    }
    return { requests: data.requests_this_month, evaluations: data.match_evaluations_this_month }
  }
  /** What that counted, without the looking. */
  const counts = async (work: () => Promise<unknown>): Promise<[requests: number, evaluations: number]> => {
    const before = await used()
    await work()
    const after = await used()
    return [after.requests - before.requests - 1, after.evaluations - before.evaluations]
  }

  test(on('every POST past the key counts one request, whatever stands in it'), async () => {
    const bodies: unknown[] = [
      { jsonrpc: '2.0', id: 1, method: 'initialize' },
      { jsonrpc: '2.0', id: 1, method: 'no' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      [tool(1, 'list_sources'), tool(2, 'list_sources'), tool(3, 'nothing')],
      5,
      '{',
      Array.from({ length: 21 }, () => tool(1, 'match_company')),
    ]
    for (const body of bodies) {
      assert.deepEqual(await counts(() => mcp.post(body)), [1, 0], JSON.stringify(body).slice(0, 80))
    }
  })

  test(on('GET, HEAD, DELETE, OPTIONS and what has no path or no key count nothing, and need no key'), async () => {
    const rows: [method: string, path: string, status: number][] = [
      ['GET', '/mcp', 405],
      ['HEAD', '/mcp', 405],
      ['DELETE', '/mcp', 405],
      ['PUT', '/mcp', 405],
      ['OPTIONS', '/mcp', 204],
      ['POST', '/mcp/', 404],
      ['GET', '/.well-known/oauth-protected-resource', 404],
      ['GET', '/.well-known/oauth-protected-resource/mcp', 404],
      ['GET', '/.well-known/oauth-authorization-server', 404],
      ['GET', '/.well-known/oauth-authorization-server/mcp', 404],
      ['GET', '/.well-known/openid-configuration/mcp', 404],
      ['GET', '/mcp/.well-known/openid-configuration', 404],
      ['POST', '/register', 404],
    ]
    const counted = await counts(async () => {
      for (const [method, path, status] of rows) {
        for (const options of [{}, { key: service.keys.enterprise }, { headers: { host: 'elsewhere.example' } }]) {
          const answer = await call(service.origin, method, path, options)
          assert.equal(answer.status, status, `${method} ${path}`)
          if (status !== 404) assert.equal(answer.headers.allow, 'POST, OPTIONS')
          if (method === 'GET' && status === 405) assert.equal(answer.error().code, 'method_not_allowed')
          assert.equal(answer.headers['ratelimit-reset'], undefined)
        }
      }
    })
    assert.deepEqual(counted, [0, 0])
    const preflight = await call(service.origin, 'OPTIONS', '/mcp')
    for (const name of ['Authorization', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])
      assert.match(preflight.headers['access-control-allow-headers'] ?? '', new RegExp(name))
  })

  test(
    on('a match and an explanation count one evaluation each, and what is refused or read counts none'),
    async () => {
      assert.deepEqual(await counts(() => mcp.answers('match_company', {})), [1, 1])
      assert.deepEqual(await counts(() => mcp.answers('explain_eligibility', { id: 'al:a' })), [1, 1])
      const refused: [string, unknown][] = [
        ['match_company', { colour: 1 }],
        ['match_company', { company: { postcode: '0001' } }],
        ['explain_eligibility', {}],
        ['explain_eligibility', { id: 'al:nobody' }],
        ['explain_eligibility', { id: 'al:a', company: { nace: ['x'] } }],
      ]
      for (const [name, given] of refused) assert.deepEqual(await counts(() => mcp.fails(name, given)), [1, 0])
      for (const name of ['search_subsidies', 'list_changes', 'list_sources'])
        assert.deepEqual(await counts(() => mcp.answers(name)), [1, 0])
    },
  )

  test(
    on('in a batch each evaluation counts, and the one that passes the allowance is refused by itself'),
    async () => {
      const allowed = plans.pro.monthlyMatchEvaluations ?? 0
      const { pro: key } = service.keys
      service.clock.advance({ seconds: 5 })
      await mcp.answers('match_company', {}, { key })
      assert.equal((await used(key)).evaluations, 1)
      await service.database.transaction((sql) =>
        sql.run('update match_usage set evaluations = $1 where account_id = $2', [allowed - 2, service.accounts.pro]),
      )
      const messages = [
        tool(1, 'match_company'),
        tool(2, 'explain_eligibility', { id: 'al:nobody' }),
        tool(3, 'explain_eligibility', { id: 'al:a' }),
        tool(4, 'match_company'),
        tool(5, 'search_subsidies'),
      ]
      const answers = (await mcp.post(messages, { key })).json() as unknown as Rpc[]
      const outcomes = answers.map(({ result }) => {
        if (result?.isError !== true) return 'answered'
        const [block] = result.content as { text: string }[]
        return (JSON.parse(block?.text ?? '') as { code: string }).code
      })
      assert.deepEqual(outcomes, ['answered', 'subsidy_not_found', 'answered', 'match_quota_exceeded', 'answered'])
      const error = await mcp.fails('explain_eligibility', { id: 'al:a' }, { key })
      assert.deepEqual([error.code, error.details], ['match_quota_exceeded', { limit: allowed }])
      assert.equal((await used(key)).evaluations, allowed)
    },
  )

  test(on('a 401, 402 and 429 is the error envelope, also for what is no message'), async () => {
    for (const body of ['{', [], { jsonrpc: '2.0', id: 1, method: 'ping' }]) {
      for (const [key, status, code] of [
        [service.unknownKey, 401, 'unauthorized'],
        ['mistyped', 401, 'unauthorized'],
        [service.keys.none, 402, 'subscription_required'],
      ] as const) {
        const answer = await mcp.post(body, { key })
        assert.deepEqual([answer.status, answer.error().code], [status, code])
      }
    }
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => mcp.legacy('ping', {}, { key: service.keys.developer })),
    )
    const hurried = burst.filter(({ status }) => status === 429)
    assert.notEqual(hurried.length, 0)
    for (const answer of hurried) assert.equal(answer.error().code, 'rate_limit_exceeded')
  })

  test(on('an unknown query parameter is 400 in the envelope, and counts'), async () => {
    const ask = () =>
      call(service.origin, 'POST', '/mcp?colour=red', {
        key: service.keys.enterprise,
        json: { jsonrpc: '2.0', id: 1, method: 'ping' },
      })
    assert.deepEqual(await counts(ask), [1, 0])
    const answer = await ask()
    assert.deepEqual([answer.status, answer.error().details], [400, { parameter: 'colour' }])
  })

  test(on('the answer has the headers of every keyed answer'), async () => {
    const answer = await mcp.legacy('tools/list', {}, { key: service.keys.pro })
    assert.match(answer.headers['x-request-id'] ?? '', /^req_/)
    assert.ok(answer.headers['x-independence'])
    assert.equal(answer.headers['cache-control'], 'private, no-cache')
    assert.equal(Number(answer.headers['ratelimit-limit']), plans.pro.monthlyRequests)
    assert.equal(answer.headers['ratelimit-remaining'], answer.headers['x-quota-remaining'])
  })

  /** The harness starts the service under https://api.example.org. */
  const served = [
    'api.example.org',
    'API.Example.ORG:8443',
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1',
    '127.0.0.1:9999',
    '192.0.2.7',
    '[::1]',
    '[2001:db8::1]:80',
  ]
  const strange = [
    'example.org',
    'evil.example',
    'api.example.org.evil.example',
    'evil-api.example.org',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'xlocalhost',
    '127.1',
    '0x7f.0.0.1',
  ]
  const atHost = async (lines: string[], key = service.keys.enterprise) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const head = ['POST /mcp HTTP/1.1', ...lines, `X-API-Key: ${key}`, `Content-Length: ${body.length}`]
    const [answer] = answersIn(await raw(service.origin, [...head, 'Connection: close', '', body].join('\r\n')))
    assert.ok(answer)
    return answer
  }

  test(on('the name of BASE_URL, localhost and every address are served, with any port'), async () => {
    for (const host of served) assert.deepEqual(resultOf(await atHost([`Host: ${host}`])), {}, host)
  })

  test(on('another name in Host is 403 with -32000 before the key, and counts nothing'), async () => {
    const counted = await counts(async () => {
      for (const host of strange) {
        for (const key of [service.keys.enterprise, 'mistyped']) {
          const answer = await atHost([`Host: ${host}`], key)
          assert.deepEqual(failureOf(answer), [403, -32000, null], host)
          assert.equal(answer.headers['ratelimit-reset'], undefined)
        }
      }
    })
    assert.deepEqual(counted, [0, 0])
  })

  test(on('X-Forwarded-Host and Origin neither open nor close the door'), async () => {
    const behind = await atHost([
      'Host: evil.example',
      'X-Forwarded-Host: api.example.org',
      'Forwarded: host=localhost',
    ])
    assert.deepEqual(failureOf(behind), [403, -32000, null])
    assert.deepEqual(resultOf(await atHost(['Host: localhost', 'X-Forwarded-Host: evil.example'])), {})
    assert.deepEqual(resultOf(await atHost(['Host: localhost', 'Origin: https://evil.example'])), {})
    const [bare] = answersIn(await raw(service.origin, `POST /mcp HTTP/1.0\r\nX-API-Key: ${service.keys.pro}\r\n\r\n`))
    assert.ok(bare)
    assert.deepEqual(failureOf(bare), [403, -32000, null])
    const routes = await call(service.origin, 'GET', '/v1/plans', { headers: { host: 'evil.example' } })
    assert.equal(routes.status, 200)
  })

  test(on('a modern client needs no more requests than it sends, each counted once'), async () => {
    const counted = await counts(async () => {
      await mcp.modern('server/discover')
      await mcp.modern('tools/list')
      await mcp.modern('tools/call', { name: 'list_sources', _meta: modernMeta })
    })
    assert.deepEqual(counted, [3, 0])
  })
}
