import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../../app.ts'
import { meantPaths } from './meant-path.ts'

const meant = meantPaths(routes.map(({ path }) => path))

const rows: [path: string, meant: string | null][] = [
  ['/subsidies', '/v1/subsidies'],
  ['/v1/subsidies/', '/v1/subsidies'],
  ['/v1//subsidies', '/v1/subsidies'],
  ['/V1/Subsidies', '/v1/subsidies'],
  ['/api/v1/subsidies', '/v1/subsidies'],
  ['/v2/subsidies', '/v1/subsidies'],
  ['/v1/subsidy', '/v1/subsidies'],
  ['/v1/subsidie', '/v1/subsidies'],
  ['/v1/measures/be:a', '/v1/subsidies/be:a'],
  ['/v1/subsidies/be:a/', '/v1/subsidies/be:a'],
  ['/v1/subsidies/be:a/version', '/v1/subsidies/be:a/versions'],
  ['/v1/subsidies/be:a/history/2', '/v1/subsidies/be:a/versions/2'],
  ['/v1/subsidies.json', '/v1/subsidies'],
  ['/v1/match/batch', '/v1/match/bulk'],
  ['/v1/matches', '/v1/match'],
  ['/v1/export/subsidies.json', '/v1/export/subsidies.ndjson'],
  ['/v1/watchlist/wl_1/company/client%207', '/v1/watchlists/wl_1/companies/client%207'],
  ['/v1/mcp', '/mcp'],
  ['/mcp/', '/mcp'],
  ['/v1/openapi.yaml', '/v1/openapi.json'],
  // Nothing is near, or there is nothing to be near to.
  ['/', null],
  ['/v1', null],
  ['/v1/', null],
  ['/api', null],
  ['/v1/nothing', null],
  ['/wp-login.php', null],
  ['/v1/subsidies/be:a/b/c/d', null],
  [`/v1/subsidie${'s'.repeat(200)}`, null],
  ['/'.repeat(200), null],
]
for (const [path, expected] of rows) {
  test(`${path.slice(0, 60)} ${expected === null ? 'means no path' : `means ${expected}`}`, () => {
    assert.equal(meant(path), expected)
  })
}

test('of several paths the nearest is meant, words before ids', () => {
  const among = meantPaths(['/v1/{name}', '/v1/threads', '/v1/thrones', '/v1/throne/{id}'])
  assert.equal(among('/v1/throne/'), '/v1/throne')
  assert.equal(meantPaths(['/v1/thronexx', '/v1/thrones'])('/v1/throness'), '/v1/thrones')
})

test('every path is meant by itself in capitals, with a slash, and without its version', () => {
  for (const { path } of routes) {
    const asked = path.replace(/\{\w+\}/g, 'x1')
    for (const slip of [`${asked}/`, asked.toUpperCase().replaceAll('X1', 'x1'), asked.replace('/v1', '')]) {
      if (slip !== asked) assert.equal(meant(slip), asked, slip)
    }
  }
})
