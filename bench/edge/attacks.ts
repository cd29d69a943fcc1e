/** What a caller can do to the edge of a service with one key of the cheapest plan, or with none. */
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { dial, once, sendAgainAndAgain } from './connections.ts'
import type { AttackedService } from './service.ts'

export type Attack = { name: string; run(service: AttackedService): Promise<void> }

const bodiesPerSecond = 5
const bodies = 15
const unreadSockets = 50
const pipelined = 20
const unreadMs = 6_000
const halfOpen = 2_000
const halfOpenHeadBytes = 58 * 1024
/** Until the service has given the last of them up. */
const halfOpenMs = 20_000
/** Addresses of this machine that the connections come from, so that a bound for each does not end the attack. */
const halfOpenAddresses = 10
const refusing = 40
const refusedMs = 5_000
const largeBodies = 40
/** Times that long lists are asked for. */
const shown = 5

const company = (number: number) => ({
  postcode: '9000',
  employees: 12,
  turnover_eur: 1_000_000 + number,
  legal_form: '610',
  nace: ['62010', '62020'],
  founded_on: '2019-05-01',
})
const legal = JSON.stringify({
  companies: Array.from({ length: 5_000 }, (_, n) => ({ reference: `c${n}`, limit: 1, company: company(n) })),
})

/** 115 answers each, to conditions of measures that there are and of others. */
const answering = JSON.stringify({
  companies: Array.from({ length: 1_000 }, (_, n) => ({
    reference: `c${n}`,
    company: {},
    answers: Object.fromEntries(Array.from({ length: 115 }, (_, at) => [`b:${at + n}#c`, true])),
  })),
})
/** Of each list: as many as it may have, as long as they may be. */
const muted = Array.from({ length: 1_000 }, (_, n) => `bench:${'m'.repeat(380)}${n}`)
const lists = 50

/** Within 2,000,000 bytes each. */
const attackingBodies: [name: string, body: string][] = [
  ['990,000 wrong entries', `{"company":{"nace":[${'1,'.repeat(989_000)}1]}}`],
  ['150,000 unknown keys', `{${Array.from({ length: 150_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
  ['200,000 NACE codes', `{"company":{"nace":[${'"62",'.repeat(199_999)}"62"]}}`],
  ['999,000 open brackets', '['.repeat(999_000)],
  ['660,000 empty objects', `{"company":[${'{},'.repeat(660_000)}{}]}`],
  ['one string of 2 MB', `{"company":{"postcode":"${'9'.repeat(1_990_000)}"}}`],
  ['2 MB of escapes', `{"company":{"postcode":"${'\\u0039'.repeat(330_000)}"}}`],
  ['1,000 unknown answers', `{"answer":{${Array.from({ length: 1_000 }, (_, n) => `"a:${n}#c":true`).join(',')}}}`],
]

export const attacks: readonly Attack[] = [
  ...attackingBodies.map(([name, body]) => ({
    name: `body: ${name}`,
    run: (service: AttackedService) => sendBodies(service, '/v1/match', service.keys.attacker, body),
  })),
  {
    name: 'body: 5,000 companies, legal',
    run: (service) => sendBodies(service, '/v1/match/bulk', service.keys.bulk, legal, 3),
  },
  {
    name: 'body: 1,000 watched companies with 115 answers each',
    run: async (service) => sendBodies(service, await companiesPath(service), service.keys.bulk, answering, 5),
  },
  { name: `${lists} lists that mute 1,000 measures each, shown`, run: showLongLists },
  {
    name: `body: 2 MB on a route without one, ${largeBodies} at once, no key`,
    run: (service) =>
      manyAtOnce(largeBodies, () =>
        exchange(service, post('/v1/health', '', ' '.repeat(1_990_000)).replace('POST', 'GET')),
      ),
  },
  { name: `${unreadSockets} sockets, ${pipelined} full pages each, unread`, run: leaveUnread },
  { name: `${halfOpen} unfinished headers of 58 KB`, run: leaveHeadersOpen },
  { name: `refused keys, ${refusing} connections, ${refusedMs / 1_000} s`, run: sendRefusedKeys },
]

function post(path: string, key: string, body: string): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${key}`, 'Content-Type: application/json']
  return [...lines, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body].join('\r\n')
}

async function sendBodies(
  service: AttackedService,
  path: string,
  key: string,
  body: string,
  count = bodies,
): Promise<void> {
  const request = post(path, key, body)
  const sent: Promise<void>[] = []
  for (let n = 0; n < count; n += 1) {
    sent.push(exchange(service, request))
    await wait(1_000 / bodiesPerSecond)
  }
  await Promise.all(sent)
}

async function makeList({ origin, keys }: AttackedService, more: object): Promise<string> {
  const headers = { authorization: keys.bulk, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Clients', ...more })
  const answer = await fetch(`${origin}/v1/watchlists`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`no list was made: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { id: string } }
  return data.id
}

async function companiesPath(service: AttackedService): Promise<string> {
  return `/v1/watchlists/${await makeList(service, {})}/companies`
}

async function showLongLists(service: AttackedService): Promise<void> {
  for (let n = 0; n < lists; n += 1) await makeList(service, { muted_subsidies: muted })
  for (let n = 0; n < shown; n += 1) {
    const answer = await fetch(`${service.origin}/v1/watchlists`, { headers: { authorization: service.keys.bulk } })
    if (answer.status !== 200) throw new Error(`lists were not shown: ${answer.status}`)
    await answer.arrayBuffer()
  }
}

/** Sends, and leaves when the first bytes of an answer have come. */
async function exchange({ port }: AttackedService, request: string): Promise<void> {
  const socket = await dial(port)
  socket.write(request)
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.destroy()
}

async function manyAtOnce(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work))
}

async function leaveUnread({ port, keys }: AttackedService): Promise<void> {
  const lines = ['GET /v1/subsidies?limit=500&view=full HTTP/1.1', 'Host: x', `Authorization: ${keys.bulk}`, '', '']
  const sockets = await Promise.all(Array.from({ length: unreadSockets }, () => dial(port)))
  for (const socket of sockets) socket.pause().write(lines.join('\r\n').repeat(pipelined))
  await wait(unreadMs)
  for (const socket of sockets) socket.destroy()
}

async function leaveHeadersOpen({ port }: AttackedService): Promise<void> {
  const head = `GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(halfOpenHeadBytes)}`
  const sockets: Socket[] = []
  for (let n = 0; n < halfOpen; n += 1) {
    const socket = await dial(port, `127.0.0.${2 + (n % halfOpenAddresses)}`)
    socket.resume().write(head)
    sockets.push(socket)
  }
  await wait(halfOpenMs)
  for (const socket of sockets) socket.destroy()
}

function sendRefusedKeys({ port, keys }: AttackedService): Promise<void> {
  const request = `GET /v1/subsidies HTTP/1.1\r\nHost: x\r\nAuthorization: ${keys.attacker.slice(0, -1)}\r\n\r\n`
  return sendAgainAndAgain(port, request, refusing, refusedMs)
}
