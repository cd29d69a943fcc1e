import assert from 'node:assert/strict'
import { test } from 'node:test'
import { router } from './router.ts'

const paths = router(
  [
    { method: 'GET', path: '/v1/webhooks', route: 'list' },
    { method: 'POST', path: '/v1/webhooks', route: 'create' },
    { method: 'DELETE', path: '/v1/webhooks/{id}', route: 'remove' },
    { method: 'GET', path: '/v1/export/subsidies.ndjson', route: 'export' },
    { method: 'GET', path: '/v1/subsidies/{id}/versions/{version}', route: 'version' },
  ],
  100,
)

test('a path has every method that it takes, HEAD with GET and OPTIONS with all', () => {
  assert.equal(paths.find('/v1/webhooks')?.place.allow, 'GET, HEAD, POST, OPTIONS')
  assert.equal(paths.find('/v1/webhooks/wh_1')?.place.allow, 'DELETE, OPTIONS')
  const { byMethod } = paths.find('/v1/webhooks')?.place ?? {}
  assert.deepEqual([byMethod?.get('GET'), byMethod?.get('HEAD'), byMethod?.get('POST')], ['list', 'list', 'create'])
  assert.equal(byMethod?.get('PUT'), undefined)
})

test('paths are exact', () => {
  for (const path of [
    '/v1/webhooks/',
    '/v1/Webhooks',
    '/v1/webhooks/a/b',
    '/v1',
    '/',
    '/v1/export/subsidiesXndjson',
    '*',
  ]) {
    assert.equal(paths.find(path), null, path)
  }
})

test('parameters are decoded; one that could not be read names nothing, and none is empty', () => {
  assert.deepEqual(paths.find('/v1/subsidies/eu%3A1/versions/2')?.parameters, { id: 'eu:1', version: '2' })
  assert.deepEqual(paths.find('/v1/subsidies/%00/versions/2')?.parameters, { id: '', version: '2' })
  assert.equal(paths.find('/v1/subsidies//versions/2'), null)
})
