/**
 * Request smuggling behind a proxy that keeps its connections to us for everybody (haproxy): whatever one caller sends, what is
 * done is what the proxy sent, each request once, and the next caller is given the answer to their own request. The proxy
 * gives each request that it sends an address; one that it does not know of has none.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { toolMissing } from '../harness/debian-tools.ts'
import { type Edge, startEdge } from '../harness/edge.ts'
import { answersIn } from '../harness/http.ts'
import { type StartedProcess, startProgram, until } from '../harness/started-process.ts'
import { noted, notingRoutes } from './noting-routes.ts'
import { forms } from './smuggling-forms.ts'
import { headForms } from './smuggling-heads.ts'

const skip = toolMissing('haproxy')
const patienceMs = 10_000

let folder: string
let edge: Edge
let proxy: StartedProcess

before(async () => {
  if (skip !== false) return
  folder = await mkdtemp(path.join(tmpdir(), 'subsidies-haproxy-'))
  edge = await startEdge({
    routes: notingRoutes,
    trustProxy: ['127.0.0.1'],
    bounds: { headersTimeoutMs: 300, bodyTimeoutMs: 300 },
  })
  const settings = path.join(folder, 'haproxy.cfg')
  await writeFile(settings, settingsOf(new URL(edge.origin).host))
  proxy = startProgram('haproxy', ['-db', '-f', settings], { environment: {} })
  await until(`haproxy listens: ${proxy.error}`, async () => (await sent(ordinary)).length > 0)
})
after(async () => {
  if (skip !== false) return
  await proxy.kill()
  await edge.stop()
  await rm(folder, { recursive: true })
})

const socketFile = (): string => path.join(folder, 'front')
/** Forms of which the proxy passed something on. */
let passedOn = 0
const ordinary = 'GET /v1/open HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** One connection to us at most, which every caller shares. */
function settingsOf(server: string): string {
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 1s
  timeout server 2s
  timeout http-request 1s
frontend front
  bind unix@${socketFile()}
  http-request set-header X-Forwarded-For 10.%[rand(250)].%[rand(250)].%[rand(250)]
  default_backend service
backend service
  http-reuse always
  server one ${server} maxconn 1
`
}

/** What comes back until the proxy closes, which it does by itself. */
function sent(bytes: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect({ path: socketFile() })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('the proxy does not close')))
    socket.on('data', (piece: Buffer) => received.push(piece))
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ECONNRESET' || fault.code === 'EPIPE') resolve(Buffer.concat(received))
      else if (fault.code === 'ENOENT' || fault.code === 'ECONNREFUSED') resolve(Buffer.alloc(0))
      else reject(fault)
    })
    socket.once('close', () => resolve(Buffer.concat(received)))
    socket.end(Buffer.from(bytes, 'latin1'))
  })
}

for (const { what, bytes } of [...forms, ...headForms])
  test(`behind a proxy, ${what}: only what the proxy sent is done, and the next caller is answered`, {
    skip,
  }, async () => {
    noted.length = 0
    edge.scene.addresses.length = 0
    await sent(bytes)
    const addresses = [...edge.scene.addresses]
    assert.deepEqual(
      addresses.filter((address) => !address.startsWith('10.')),
      [],
      'a request of nobody was done',
    )
    assert.ok(noted.length <= addresses.length)
    if (addresses.length > 0) passedOn += 1
    noted.length = 0
    const answers = answersIn(await sent(ordinary))
    assert.deepEqual([answers.length, answers[0]?.status, noted.map(({ name }) => name)], [1, 200, ['open']])
  })

test('a request that no proxy sent would be seen, and some of the forms came through', { skip }, async () => {
  assert.ok(passedOn > 10, `${passedOn}`)
  edge.scene.addresses.length = 0
  await edge.call('GET', '/v1/open')
  assert.deepEqual(edge.scene.addresses, ['127.0.0.1'])
})
