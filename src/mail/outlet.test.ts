import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, WrongSetting } from '../platform/settings.ts'
import { outletOf, requireMailFrom } from './outlet.ts'

const smtp = { SMTP_URL: 'smtps://us:secret@mail.example.org' }
const from = { MAIL_FROM: 'Subsidies <mail@service.example>' }
const settingsOf = (environment: Record<string, string>) => readSettings(environment, '/project')
const baseUrl = 'https://api.example.org'

test('a server without anybody that mail is from stops the start with one line, which says nothing of the secret', () => {
  assert.throws(
    () => requireMailFrom(settingsOf(smtp)),
    (fault: unknown) => fault instanceof WrongSetting && /^MAIL_FROM must be [^\n]*$/.test(fault.message),
  )
  for (const environment of [{}, from, { ...smtp, ...from }]) requireMailFrom(settingsOf(environment))
  assert.throws(
    () => settingsOf({ SMTP_URL: 'smtps://us:secret@mail.example.org/x' }),
    (fault: unknown) => fault instanceof WrongSetting && !fault.message.includes('secret@'),
  )
})

test('mail goes to the server that is set; else into files beside the embedded store; else nowhere', () => {
  const embedded = { engine: 'sqlite' } as const
  const sent = outletOf(settingsOf({ ...smtp, ...from }), { engine: 'postgres' }, baseUrl)
  assert.deepEqual(sent.kind === 'smtp' && [sent.server.host, sent.from.address], [
    'mail.example.org',
    'mail@service.example',
  ])
  assert.deepEqual(outletOf(settingsOf({}), embedded, baseUrl), {
    kind: 'files',
    folder: '/project/var/mail',
    from: { name: 'Subsidy Measures', address: 'no-reply@api.example.org' },
  })
  assert.deepEqual(outletOf(settingsOf(from), { engine: 'postgres' }, baseUrl), { kind: 'off' })
})
