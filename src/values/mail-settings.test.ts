import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSender, readSmtpUrl } from './mail-settings.ts'

const plain = { secure: false, isLoopback: false, user: null }
const servers: [text: string, server: ReturnType<typeof readSmtpUrl>][] = [
  ['smtp://mail.example.org', { ...plain, host: 'mail.example.org', port: 587 }],
  ['smtps://mail.example.org/', { ...plain, host: 'mail.example.org', port: 465, secure: true }],
  [
    'smtps://us%40er:p%3Ass@mail.example.org:2465',
    {
      ...plain,
      ...{ host: 'mail.example.org', port: 2465, secure: true, user: { name: 'us@er', password: 'p:ss' } },
    },
  ],
  ['smtp://localhost:1025', { ...plain, host: 'localhost', port: 1025, isLoopback: true }],
  ['smtp://[::1]:25', { ...plain, host: '::1', port: 25, isLoopback: true }],
  ['smtp://127.0.0.1.evil.example', { ...plain, host: '127.0.0.1.evil.example', port: 587 }],
  ['http://mail.example.org', undefined],
  ['smtp://', undefined],
  ['mail.example.org:25', undefined],
  ['smtp://user@mail.example.org', undefined],
  ['smtp://%ff:x@mail.example.org', undefined],
  ['smtp://mail.example.org/inbox', undefined],
  ['smtp://mail.example.org?pool=true', undefined],
  ['smtp://mail example.org', undefined],
]
for (const [text, server] of servers)
  test(`SMTP_URL ${text} ${server === undefined ? 'is refused' : 'is read'}`, () =>
    assert.deepEqual(readSmtpUrl(text), server))

const senders: [text: string, sender: ReturnType<typeof readSender>][] = [
  ['mail@service.example', { name: '', address: 'mail@service.example' }],
  ['Subsidy Measures <mail@service.example>', { name: 'Subsidy Measures', address: 'mail@service.example' }],
  ['Mésures <a.b+c@service.example>', { name: 'Mésures', address: 'a.b+c@service.example' }],
  ['<mail@service.example>', undefined],
  ['mail@service.example, other@service.example', undefined],
  ['Subsidies\r\nBcc: x@y.z <mail@service.example>', undefined],
  ['A "quoted" <mail@service.example>', undefined],
  ['mail', undefined],
  ['mail@', undefined],
  ['a@b..example', undefined],
]
for (const [text, sender] of senders)
  test(`MAIL_FROM ${JSON.stringify(text)} ${sender === undefined ? 'is refused' : 'is read'}`, () =>
    assert.deepEqual(readSender(text), sender))
