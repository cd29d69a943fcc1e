import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doorPath, ownPlace } from './places.ts'

test('somebody who signs in is led to a place of the dashboard, and never out of it', () => {
  for (const place of [
    '/dashboard',
    '/dashboard/keys',
    '/dashboard/watchlists/wl_1/a.b',
    '/dashboard/usage?month=2026-11',
  ])
    assert.equal(ownPlace(place), place)
  for (const elsewhere of [
    ...[
      '//evil.example',
      'https://evil.example',
      '/dashboard//evil.example',
      '/dashboard\\evil',
      '/dashboards',
      '/v1/key',
    ],
    ...[
      '/dashboard/..',
      '/dashboard/../v1/key',
      '/dashboard/./x',
      '/dashboard/..?a=1',
      '/dashboard/%2e%2e/x',
      '',
      null,
    ],
  ])
    assert.equal(ownPlace(elsewhere), '/dashboard', String(elsewhere))
  assert.equal(doorPath({ next: '/dashboard/../x' }), '/dashboard/sign-in')
})
