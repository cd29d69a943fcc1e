import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSettings, readSettings, WrongSetting } from './settings.ts'

const wrong: [name: string, value: string][] = [
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['METRICS_PORT', ''],
  ['METRICS_PORT', 'on'],
  ['METRICS_PORT', '65536'],
  ['BASE_URL', 'ftp://example.org'],
  ['BASE_URL', 'https://example.org/api'],
  ['BASE_URL', 'example.org'],
  ['DATABASE_URL', 'mysql://host/db'],
  ['DATABASE_POOL', '2'],
  ['SECRET_KEY', 'c2hvcnQ='],
  ['SECRET_KEY_PREVIOUS', 'not base64 at all, but of about the right length'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'proxy.local'],
  ['LOG_LEVEL', 'verbose'],
  ['OPEN_ROUTE_RPS', '0'],
  ['CLOSING_SOON_DAYS', ''],
  ['CLOSING_SOON_DAYS', '0'],
  ['CLOSING_SOON_DAYS', '14,14'],
  ['CLOSING_SOON_DAYS', '14;3'],
  ['CLOSING_SOON_DAYS', '366'],
  ['CLOSING_SOON_DAYS', '1.5'],
  ['ACCOUNTS_KEY', 'two words'],
  ['ACCOUNTS_KEY', 'clé'],
  ['ACCOUNTS_URL', 'http://ws.cbso.nbb.be'],
  ['ACCOUNTS_URL', 'https://ws.cbso.nbb.be/authentic'],
  ['ACCOUNTS_URL', ''],
  ['STRIPE_SECRET_KEY', 'pk_live_of_browsers'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_test_x'],
  ['GOOGLE_KEYS_URL', 'http://www.googleapis.com/oauth2/v3/certs'],
  ['GOOGLE_KEYS_URL', 'ftp://localhost/certs'],
  ['STRIPE_API_URL', 'http://api.stripe.com'],
  ['STRIPE_API_URL', 'https://api.stripe.com/v1'],
  ['WEBHOOK_ALLOWED_PRIVATE_HOSTS', 'localhost:3000'],
  ['WEBHOOK_ALLOWED_PRIVATE_HOSTS', '10.0.0.0/8'],
  ['WEBHOOK_ALLOWED_PRIVATE_HOSTS', '*.local'],
  ['WEBHOOK_ALLOWED_PRIVATE_HOSTS', 'localhost,,receiver'],
]
for (const [name, value] of wrong) {
  test(`${name}=${value} stops the start with one line that names the setting and what it accepts`, () => {
    assert.throws(
      () => readSettings({ [name]: value }, '/project'),
      (error: unknown) => {
        assert.ok(error instanceof WrongSetting)
        assert.ok(error.message.startsWith(`${name} must be `))
        assert.ok(!error.message.includes('\n'))
        return true
      },
    )
  })
}

for (const given of [{ STRIPE_SECRET_KEY: 'sk_test_x' }, { STRIPE_WEBHOOK_SECRET: 'whsec_x' }])
  test(`${Object.keys(given)[0]} without the other stops the start with one line`, () => {
    assert.throws(
      () => readSettings(given, '/project'),
      (error: unknown) =>
        error instanceof WrongSetting && /STRIPE_SECRET_KEY .* STRIPE_WEBHOOK_SECRET/.test(error.message),
    )
  })

test('the value of a secret setting never stands in the message', () => {
  assert.throws(
    () => readSettings({ SECRET_KEY: 'hunter2' }, '/project'),
    (error: unknown) => error instanceof Error && !error.message.includes('hunter2'),
  )
})

test('without any setting the service listens on loopback, port 8080, with the embedded store in ./var', () => {
  const settings = readSettings({}, '/project')
  assert.equal(settings.host, '127.0.0.1')
  assert.equal(settings.port, 8080)
  assert.equal(settings.dataDir, '/project/var')
  assert.equal(settings.databaseUrl, null)
  assert.equal(settings.secretKey, null)
  assert.deepEqual(settings.trustProxy, [])
})

test('addresses and ranges of both families are accepted as trusted proxies', () => {
  const settings = readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1,2001:db8::/32' }, '/project')
  assert.deepEqual(settings.trustProxy, ['10.0.0.0/8', '::1', '2001:db8::/32'])
})

test('reminders come 14 and 3 days before a deadline, or as many days as the setting lists', () => {
  assert.deepEqual(readSettings({}, '/project').closingSoonDays, [14, 3])
  assert.deepEqual(readSettings({ CLOSING_SOON_DAYS: '30, 7,1' }, '/project').closingSoonDays, [30, 7, 1])
})

test('every setting says why it exists and what it accepts', () => {
  for (const row of describeSettings()) assert.ok(row.why.length > 10 && row.accepts.length > 5, row.name)
})
