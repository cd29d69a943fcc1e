/** What customers ask in the mix, each with its share in twentieths, and as the bytes of whole requests. */
import { type Recorded, record } from '../http/recorded.ts'
import { measureIdOf } from '../start/store.ts'

type Asked = { method: 'GET' | 'POST'; path: string; body: string | null }
export type Kind = { name: string; twentieths: number; asked: readonly Asked[] }

const get = (path: string): Asked => ({ method: 'GET', path, body: null })
const post = (path: string, json: unknown): Asked => ({ method: 'POST', path, body: JSON.stringify(json) })

const singles = 200
const postcodes = ['9000', '1000', '4000', '2000', '5000', '8500', '3000', '7000']
const words = ['premie', 'innovatie', 'energie', 'investissement', 'opleiding', 'export', 'renovation', 'startup']

/** Of a catalogue of so many measures. */
export function mixOf(measures: number): readonly Kind[] {
  const step = Math.max(1, Math.floor(measures / singles))
  const since = (number: number): string => new Date(Date.UTC(2001, 0, 1) + number * 1_000).toISOString()
  return [
    {
      name: 'one measure',
      twentieths: 6,
      asked: Array.from({ length: singles }, (_, place) => get(`/v1/subsidies/${measureIdOf(place * step)}`)),
    },
    {
      name: 'a list that many ask for',
      twentieths: 5,
      asked: ['flanders', 'wallonia', 'brussels'].map((region) =>
        get(`/v1/subsidies?region=${region}&status=open,continuous&limit=25`),
      ),
    },
    {
      name: 'a list of one customer',
      twentieths: 3,
      asked: Array.from({ length: 300 }, (_, number) =>
        get(`/v1/subsidies?status=open&limit=25&updated_since=${since(number)}`),
      ),
    },
    {
      name: 'a search',
      twentieths: 2,
      asked: words.map((word) => get(`/v1/subsidies?q=${word}&words=most&limit=10`)),
    },
    { name: 'a poll of the feed', twentieths: 2, asked: [get('/v1/changes?limit=20')] },
    {
      name: 'a match',
      twentieths: 1,
      asked: postcodes.map((postcode, number) =>
        post('/v1/match', {
          company: { postcode, employees: 4 + number, legal_form: 'BV', nace: ['62.01'] },
          view: 'compact',
          limit: 10,
        }),
      ),
    },
    {
      name: 'a search of an assistant',
      twentieths: 1,
      asked: words.map((q) =>
        post('/mcp', {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'search_subsidies', arguments: { q, limit: 5 } },
        }),
      ),
    },
  ]
}

/** As many whole requests as there are keys at least, in which every kind has its share; the keys in turn. */
export function requestsOf(kinds: readonly Kind[], keys: readonly string[], port: number): string[] {
  const turn = kinds.flatMap((kind) => Array.from({ length: kind.twentieths }, () => kind))
  const count = Math.max(keys.length, 2_000)
  return Array.from({ length: count }, (_, place) => {
    // Seven and twenty share no factor, so that kinds alternate.
    const { asked } = turn[(place * 7) % turn.length] as Kind
    const { method, path, body } = asked[Math.floor(place / turn.length) % asked.length] as Asked
    const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${keys[place % keys.length]}\r\nUser-Agent: bench\r\nAccept: application/json\r\n`
    if (body === null) return `${head}\r\n`
    return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  })
}

/** What the service answers to each, for a bare server to send: of what is posted to one path, the first. */
export async function recordedOf(kinds: readonly Kind[], keys: readonly string[], origin: string): Promise<Recorded[]> {
  const all = kinds.flatMap(({ asked }) => asked)
  const gets = all.filter(({ body }) => body === null).map(({ path }) => path)
  const recorded = await record(origin, keys, gets)
  for (const path of new Set(all.filter(({ body }) => body !== null).map(({ path }) => path))) {
    const body = all.find((one) => one.path === path)?.body ?? ''
    recorded.push(...(await record(origin, keys, [path], body)))
  }
  return recorded
}
