/** Receives webhooks: WEBHOOK_SECRET=whsec_... PORT=3000 INBOX=inbox node verify.ts (Node 22.18 or later). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Whether these bytes were signed with the secret, within so many seconds of `now` (Unix seconds). `rawBody` is the body
 * exactly as it was received: parsed and written again it is another one.
 */
export function verify(
  rawBody: Uint8Array,
  signatureHeader: string | undefined,
  secret: string,
  now: number,
  toleranceSeconds = 300,
): boolean {
  // Without a secret anybody could sign.
  if (secret === '') return false
  const times: string[] = []
  const codes: string[] = []
  for (const part of (signatureHeader ?? '').split(',')) {
    const [, name, value = ''] = /^([a-z][a-z0-9]*)=([\x21-\x7e]+)$/.exec(part) ?? []
    if (name === undefined) return false
    if (name === 't') times.push(value)
    if (name === 'v1') codes.push(value)
  }
  const [time = ''] = times
  if (times.length !== 1 || !/^[0-9]{1,12}$/.test(time)) return false
  if (!codes.every((code) => /^[0-9a-f]{64}$/.test(code))) return false
  if (Math.abs(now - Number(time)) > toleranceSeconds) return false

  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  // Both sides are 32 bytes: timingSafeEqual throws on unequal lengths. Every code is compared, whichever fits.
  return codes.filter((code) => timingSafeEqual(Buffer.from(code, 'hex'), expected)).length > 0
}

const bodyBytesMax = 8_000_000

/** The body as bytes; null where it is longer than any event. */
async function rawBodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Keeps an event under its id; false where it was kept before, for a delivery may come twice. In your service: a table
 * whose key is the id.
 */
async function keep(inbox: string, id: string, rawBody: Buffer): Promise<boolean> {
  if (!/^chg_[0-9A-Z]+$/.test(id)) throw new Error('an id of another form')
  try {
    await writeFile(path.join(inbox, `${id}.json`), rawBody, { flag: 'wx', flush: true })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The status of the answer: 2xx as soon as the event is kept; what it means is worked out afterwards. */
async function receive(request: IncomingMessage, secret: string, inbox: string): Promise<number> {
  if (request.method !== 'POST') return 405
  const rawBody = await rawBodyOf(request)
  if (rawBody === null) return 413
  const header = request.headers['service-signature']
  if (Array.isArray(header) || !verify(rawBody, header, secret, Math.floor(Date.now() / 1000))) return 400
  const event = JSON.parse(rawBody.toString('utf8'))
  if (await keep(inbox, event.id, rawBody)) setImmediate(() => work(event))
  return 204
}

function work(event: { id: string; event: string; data: { id: string } }): void {
  if (event.event === 'ping') console.log(`The endpoint works: ${event.id}`)
  else if (event.event.startsWith('subsidy.')) console.log(`${event.event} of ${event.data.id}`)
  // Other types are ignored: new ones may come.
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { WEBHOOK_SECRET: secret = '', PORT: port = '3000', INBOX: inbox = 'inbox' } = process.env
  if (secret === '') throw new Error('WEBHOOK_SECRET must be the secret of the endpoint.')
  await mkdir(inbox, { recursive: true })
  createServer((request, response) => {
    receive(request, secret, inbox)
      // What could not be kept is sent again later.
      .catch(() => 500)
      .then((status) => response.writeHead(status).end())
  }).listen(Number(port), '127.0.0.1', () => console.log(`Receiving on http://127.0.0.1:${port}`))
}
