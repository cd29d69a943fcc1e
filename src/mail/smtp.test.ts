import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { test } from 'node:test'
import { startMailServer } from '../../tests/harness/mail-server.ts'
import type { SmtpServer } from '../values/mail-settings.ts'
import { errorOf, type MailError, type SmtpFault } from './mail-error.ts'
import { handOver, type SmtpPatience } from './smtp.ts'

const envelope = { from: 'mail@service.example', to: 'jan@voorbeeld.be' }
const message = Buffer.from('Subject: x\r\n\r\nx\r\n')
const patience: SmtpPatience = { connectionMs: 300, greetingMs: 300, answerMs: 300, totalMs: 600 }

const rows: [what: string, fault: SmtpFault, error: MailError][] = [
  ['an unknown recipient', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'bounced'],
  ['a refused message', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'bounced'],
  ['a full mailbox, for now', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, 'deferred'],
  ['a server that takes nothing today', { code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }, 'deferred'],
  ['a wrong password of ours', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'sign_in'],
  ['a server that wants one', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530 }, 'sign_in'],
  ['no TLS', { code: 'ETLS', command: 'STARTTLS' }, 'tls'],
  ['no answer in time', { code: 'ETIMEDOUT', command: 'CONN' }, 'timeout'],
  ['nobody there', { code: 'ESOCKET', command: 'CONN' }, 'connection'],
]
for (const [what, fault, error] of rows) test(`${what} is ${error}`, () => assert.equal(errorOf(fault), error))

test('a message is taken over a plain connection on this machine alone; elsewhere nothing is said without TLS', async () => {
  await using receiver = await startMailServer()
  assert.deepEqual(await handOver(receiver.server, envelope, message, patience), { error: null })
  assert.equal(receiver.taken.length, 1)
  const elsewhere = { ...receiver.server, isLoopback: false, user: { name: 'us', password: 'secret' } }
  const handed = await handOver(elsewhere, envelope, message, patience)
  assert.equal(handed.error, 'tls')
  const secure = await handOver({ ...elsewhere, secure: true }, envelope, message, patience)
  assert.ok(secure.error === 'tls' || secure.error === 'connection' || secure.error === 'timeout', String(secure.error))
  assert.equal(receiver.taken.length, 1)
})

test('a certificate that is not of the server ends the conversation before the password', async () => {
  let asked = 0
  await using receiver = await startMailServer({
    disabledCommands: [],
    onAuth(_auth, _session, done) {
      asked += 1
      done(null, { user: 'us' })
    },
  })
  const server = { ...receiver.server, isLoopback: false, user: { name: 'us', password: 'secret' } }
  const handed = await handOver(server, envelope, message, patience)
  assert.ok(handed.error === 'tls' || handed.error === 'connection', String(handed.error))
  assert.deepEqual([asked, receiver.taken.length], [0, 0])
})

test('who we are is said where the settings say it, and a refusal of that is no bounce', async () => {
  let password = ''
  await using receiver = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password: given }, _session, done) {
      password = `${username}:${given}`
      if (given === 'right') done(null, { user: username })
      else done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
  })
  const as = (word: string) => ({ ...receiver.server, user: { name: 'us', password: word } })
  assert.equal((await handOver(as('right'), envelope, message, patience)).error, null)
  assert.equal(password, 'us:right')
  const refused = await handOver(as('wrong'), envelope, message, patience)
  assert.deepEqual([refused.error, 'reply' in refused ? refused.reply : null], ['sign_in', 535])
})

const behaviours: [what: string, answer: (socket: Socket) => void][] = [
  ['says nothing', () => {}],
  ['leaves at once', (socket) => socket.destroy()],
  ['stops after the greeting', (socket) => socket.write('220 hello\r\n')],
  [
    'says something without end',
    (socket) => {
      socket.write('220-')
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(drip))
    },
  ],
]
for (const [what, answer] of behaviours)
  test(`a server that ${what} costs the patience for one attempt and no more`, async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      answer(socket)
    })
    const { port } = await listening(server)
    const startedMs = performance.now()
    const at: SmtpServer = { host: '127.0.0.1', port, secure: false, isLoopback: true, user: null }
    const handed = await handOver(at, envelope, message, patience)
    assert.ok(handed.error === 'timeout' || handed.error === 'connection', String(handed.error))
    assert.ok(performance.now() - startedMs < patience.totalMs + 400)
    for (const socket of sockets) socket.destroy()
    server.close()
  })

async function listening(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server.address() as AddressInfo
}
