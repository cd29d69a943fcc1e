/** `npx subsidies webhooks listen` as a customer runs it, beside a whole service: what it prints, and how it ends. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { verify } from '../../docs/examples/webhooks/verify.ts'
import { makeHost } from '../../src/host.ts'
import { runProgram } from '../../src/operator/program.ts'
import { engines } from '../harness/databases.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { feedEvent, refusal, serverThat } from '../harness/listening.ts'
import { type CommandResult, commandResult, operatorOn } from '../harness/operator.ts'
import { startService, type TestService } from '../harness/service.ts'
import { projectRoot, startProgram, until } from '../harness/started-process.ts'

// The command knows the public API alone: what the store behind it is makes no difference to it.
const [engine] = engines
let service: TestService
before(async () => {
  assert.ok(engine)
  const beta = sampleDefinition({ id: 'beta', prefix: 'be', name: 'Beta' })
  service = await startService(engine, { definitions: [sampleDefinition(), beta] })
  await service.publish([input('before')])
})
after(() => service.stop())

type Running = { error(): string; ended: Promise<CommandResult>; stop(): void }

/** The command in the test's own process, told to stop by `stop`; nothing of a store is in its environment. */
function running(
  words: readonly string[],
  { key = '', typed = '', ...place }: { key?: string; typed?: string } & Record<string, string>,
): Running {
  const written = { out: '', error: '' }
  const into = (name: 'out' | 'error') => ({
    write: (text: string): void => {
      written[name] += text
    },
  })
  const stop = new AbortController()
  const host = makeHost({
    root: projectRoot,
    environment: { SUBSIDIES_KEY: key, DATA_DIR: '/nowhere', ...place },
    input: () => Readable.from([typed]),
    out: into('out'),
    error: into('error'),
    signal: stop.signal,
  })
  const ended = runProgram(['webhooks', 'listen', ...words], host).then((status) =>
    commandResult(status, written.out, written.error),
  )
  return { error: () => written.error, ended, stop: () => stop.abort() }
}

const heard = ({ error }: Running, text: string): Promise<unknown> => until(text, () => error().includes(text))
/** That the command has the receiver's answers; the receiver has the requests a moment before. */
const answered = ({ error }: Running, status: number, times: number): Promise<unknown> =>
  until(`${status}, ${times} times`, () => error().split(`  ${status}  `).length > times)

test('what is published while it listens arrives signed, in the order of the feed, once, and is what the feed has', async () => {
  await using receiver = await serverThat(() => ({ status: 204 }))
  const to = `${receiver.origin}/hook`
  const command = running(['--to', to, '--base-url', service.origin, '--json'], {
    typed: `${service.keys.developer}\n`,
  })
  await heard(command, 'Listening.')
  await service.publish([input('one'), input('two'), input('three')].concat(input('before')))
  await until('three events', () => receiver.requests.length >= 3)
  await service.publish([input('one', { title: 'Prime à l’énergie' }), input('two'), input('three'), input('before')])
  await answered(command, 204, 4)
  command.stop()
  const { status, document, error } = await command.ended

  assert.equal(status, 0)
  assert.deepEqual(document(), { to, delivered: 4, passed_over: 0 })
  const feed = (await service.get('/v1/changes?limit=100')).json().data as { id: string; event: string }[]
  assert.deepEqual(
    receiver.requests.map(({ body }) => JSON.parse(body)),
    feed.slice(1),
  )
  assert.deepEqual(
    receiver.requests.map(({ headers }) => headers['service-event']),
    feed.slice(1).map(({ event }) => event),
  )
  const secret = /Signed with (whsec_\S{43})\n/.exec(error)?.[1] ?? ''
  const now = Math.floor(Date.now() / 1_000)
  for (const { body, headers } of receiver.requests) {
    assert.ok(verify(Buffer.from(body), String(headers['service-signature']), secret, now))
  }
  assert.equal(error.split(secret).length, 2, 'the secret is told once')
  assert.ok(!error.includes(service.keys.developer))
  for (const { id } of feed.slice(1)) assert.match(error, new RegExp(`subsidy\\.\\w+  ${id}  204  \\d+ ms\n`))
})

test('without --base-url it asks the service of SUBSIDIES_URL, else that of the store, else the one on this machine', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'listen-'))
  const store = { DATA_DIR: folder, BASE_URL: 'https://store.example.org' }
  const asked = async (options: string[], place: Record<string, string>): Promise<string | undefined> => {
    const command = running(['--to', 'http://localhost:9/', ...options], { key: 'sm_test_1', ...place })
    command.stop()
    const { error } = await command.ended
    return /^From (\S+) to /m.exec(error)?.[1]
  }
  try {
    assert.equal(await asked([], store), 'http://127.0.0.1:8080')
    await operatorOn(store).done('migrate')
    assert.equal(await asked([], store), 'https://store.example.org')
    const named = { ...store, SUBSIDIES_URL: 'http://named.example.org' }
    assert.equal(await asked([], named), 'http://named.example.org')
    assert.equal(await asked(['--base-url', 'http://given.example.org'], named), 'http://given.example.org')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the secret that is given signs, and is not told; filters leave out what an endpoint would not be sent', async () => {
  await using receiver = await serverThat(() => ({ status: 200 }))
  const words = ['--to', `${receiver.origin}/`, '--base-url', service.origin, '--secret', 'whsec_mine']
  const command = running([...words, '--sources', 'BETA', '--event-types', 'subsidy.created'], {
    key: service.keys.enterprise,
  })
  await heard(command, 'Listening.')
  assert.match(command.error(), /: event_types subsidy\.created; sources BETA\.\n/)
  await service.publish([input('one'), input('four')])
  await service.publish([input('five', { url: 'https://beta.example/five' })], 'beta')
  await answered(command, 200, 1)
  command.stop()
  const { status, out, error } = await command.ended
  assert.equal(status, 0)
  assert.match(out, /^Delivered: 1\. Passed over, .*: 0\.\n$/)
  assert.deepEqual(
    receiver.requests.map(({ body }) => JSON.parse(body).data.id),
    ['be:five'],
  )
  const [sent] = receiver.requests
  const now = Math.floor(Date.now() / 1_000)
  assert.ok(verify(Buffer.from(sent?.body ?? ''), String(sent?.headers['service-signature']), 'whsec_mine', now))
  assert.ok(!error.includes('whsec_mine'))
})

test('what the service refuses ends the command with its sentence, exit status 1, and one document', async () => {
  const to = ['--to', 'http://localhost:9/hook', '--base-url', service.origin]
  for (const [words, key, code] of [
    [[], '', 'no_key'],
    [[], 'sm_test_1 2', 'no_key'],
    [[], 'sm_test_1', 'unauthorized'],
    [[], service.unknownKey, 'unauthorized'],
    [[], service.keys.none, 'subscription_required'],
    [['--sources', 'nowhere'], service.keys.pro, 'invalid_parameter'],
    [['--watchlists', 'wl_0'], service.keys.business, 'watchlist_not_found'],
    [['--watchlists', 'wl_0'], service.keys.developer, 'plan_required'],
  ] as const) {
    const json = await running([...to, ...words, '--json'], { key }).ended
    assert.equal(json.status, 1, code)
    const { error } = json.document<{ error: { code: string; message: string } }>()
    assert.equal(error.code, code)
    assert.match(error.message, /^\S.+\.$/)
    const plain = await running([...to, ...words], { key }).ended
    assert.equal(plain.status, 1)
    assert.equal(plain.out, '')
    assert.ok(plain.error.endsWith(`${error.message}\n`))
    if (key !== '') assert.ok(!(json.out + json.error + plain.error).includes(key))
  }
})

test('what was delivered before a key is revoked stands in the document of the failure', async () => {
  const page = (data: unknown[]) => {
    const pagination = { has_more: data.length > 0, next_cursor: 'c' }
    return { status: 200, json: { data, pagination } }
  }
  const replies = [page([]), page([feedEvent(1)])]
  await using api = await serverThat(() => replies.shift() ?? refusal(401, 'unauthorized'))
  await using receiver = await serverThat(() => ({ status: 204 }))
  const words = ['--to', receiver.origin, '--base-url', api.origin, '--json']
  const ended = await running(words, { key: 'sm_test_1' }).ended
  assert.equal(ended.status, 1)
  const { error } = ended.document<{ error: { code: string; details: unknown } }>()
  assert.equal(error.code, 'unauthorized')
  assert.deepEqual(error.details, { delivered: 1, passed_over: 0 })
})

test('SIGINT ends it at once with status 0, in the middle of a delivery too; it makes no store and needs none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'listen-'))
  await using receiver = await serverThat(() => 'silent')
  let isAsked = false
  const event = { id: 'chg_1', event: 'ping', data: { subject: 'source', id: 'a', categories: [], summary: {} } }
  await using api = await serverThat(() => {
    const data = isAsked ? [event] : []
    isAsked = true
    return { status: 200, json: { data, pagination: { has_more: false, next_cursor: 'c' } } }
  })
  try {
    const words = ['webhooks', 'listen', '--to', receiver.origin, '--base-url', api.origin, '--json']
    const environment = { SUBSIDIES_KEY: 'sm_test_1', DATA_DIR: path.join(folder, 'var'), PORT: 'wrong' }
    const command = startProgram(process.execPath, [path.join(projectRoot, 'src', 'begin.mjs'), ...words], {
      environment,
    })
    await until('a delivery', () => receiver.requests.length > 0)
    command.signal('SIGINT')
    assert.deepEqual(await command.end(5_000), { code: 0, signal: null })
    assert.deepEqual(JSON.parse(command.out), { to: `${receiver.origin}/`, delivered: 0, passed_over: 0 })
    assert.deepEqual(await readdir(folder), [])
  } finally {
    await rm(folder, { recursive: true })
  }
})
