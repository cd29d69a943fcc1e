import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routable } from './paths.ts'

const rows: [target: string, routed: string][] = [
  ['/v1/subsidies', '/v1/subsidies'],
  ['/v1/subsidies?q=%zz#x', '/v1/subsidies?q=%zz#x'],
  ['/v1/subsidies/eu:1', '/v1/subsidies/eu:1'],
  ['/v1/subsidies/eu%3A1', '/v1/subsidies/eu%3A1'],
  ['/v1/subsidies/a%2Fb', '/v1/subsidies/a%2Fb'],
  ['/v1/subsidies/a%252Fb', '/v1/subsidies/a%252Fb'],
  ['/v1/subsidies/%c3%a9', '/v1/subsidies/%C3%A9'],
  ['/v1/subsidies/\u00c3\u00a9', '/v1/subsidies/%C3%A9'],
  ['/v1/subsidies/%ff', '/v1/subsidies/%00'],
  ['/v1/subsidies/%', '/v1/subsidies/%00'],
  ['/v1/subsidies/%zz?a=%zz', '/v1/subsidies/%00?a=%zz'],
  ['/v1/subsidies/%0a', '/v1/subsidies/%00'],
  ['/v1/subsidies/a%00b/versions', '/v1/subsidies/%00/versions'],
  ['/v1/subsidies#x', '/v1/subsidies%23x'],
  ['http://host:80/v1/key?a=1', '/v1/key?a=1'],
  ['HTTPS://host/v1/key', '/v1/key'],
  ['http://host', '/'],
  ['http://host?a=1', '/?a=1'],
]
for (const [target, routed] of rows) {
  test(`the target ${target} is routed as ${routed}`, () => assert.equal(routable(target), routed))
}
