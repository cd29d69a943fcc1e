/** What is repeated of what somebody sent: never a key, never much, and nothing that writes over what is around it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { type MistakeScene, mistakeScene } from '../harness/mistakes.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let scene: MistakeScene
before(async () => {
  scene = await mistakeScene(embedded)
})
after(() => scene.stop())

/** A message with every word of the largest vocabulary, and what was sent once or twice. */
const messageCharactersMax = 1_500

type Place = {
  method?: string
  target(text: string): string
  json?(text: string): unknown
  headers?(text: string): Record<string, string>
}
const escaped = encodeURIComponent
const get = (target: (text: string) => string): Place => ({ target })
const post = (target: string, json: (text: string) => unknown): Place => ({
  method: 'POST',
  target: () => target,
  json,
})
const tool = (name: string, given: (text: string) => unknown): Place =>
  post('/mcp', (text) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given(text) } }))

const places: Record<string, Place> = {
  'the name of a parameter': get((text) => `/v1/subsidies?${escaped(text)}=x`),
  'the name of a parameter in brackets': get((text) => `/v1/subsidies?region[${escaped(text)}]=x`),
  'a key parameter': get((text) => `/v1/subsidies?api_key=${escaped(text)}`),
  ...Object.fromEntries(
    [
      'region',
      'lang',
      'source',
      'nace',
      'cursor',
      'updated_since',
      'limit',
      'include_withdrawn',
      'programme',
      'issuer',
    ].map((name) => [`the parameter ${name}`, get((text) => `/v1/subsidies?${name}=${escaped(text)}%20`)]),
  ),
  'a list that stands twice': get((text) => `/v1/subsidies?region=${escaped(text)}&region=${escaped(text)}`),
  'a path that does not exist': get((text) => `/subsidies/${escaped(text)}/`),
  'a path of the API that does not exist': get((text) => `/v1/watchlist/${escaped(text)}/company/${escaped(text)}`),
  'the id of a measure': get((text) => `/v1/subsidies/${escaped(text)}`),
  'the number of a version': get((text) => `/v1/subsidies/vl:ecology-premium/versions/${escaped(text)}`),
  'the id of a source': get((text) => `/v1/sources/${escaped(text)}`),
  'the id of a watchlist': get((text) => `/v1/watchlists/${escaped(text)}`),
  'the id of an endpoint': get((text) => `/v1/webhooks/${escaped(text)}/deliveries`),
  'a measure of the feed': get((text) => `/v1/changes?subsidy=${escaped(text)}`),
  'a property': post('/v1/match', (text) => ({ [text]: 1 })),
  'a property of the company': post('/v1/match', (text) => ({ company: { [text]: 1 } })),
  'a legal form': post('/v1/match', (text) => ({ company: { legal_form: text } })),
  'a postcode': post('/v1/match', (text) => ({ company: { postcode: text } })),
  'an enterprise number': post('/v1/match', (text) => ({ company: { enterprise_number: text } })),
  'a NACE code': post('/v1/match', (text) => ({ company: { nace: [text] } })),
  'a number': post('/v1/match', (text) => ({ company: { employees: text } })),
  'a date': post('/v1/match', (text) => ({ company: { founded_on: text } })),
  'a topic': post('/v1/match', (text) => ({ project: { topics: [text] } })),
  'a text for a list': post('/v1/match', (text) => ({ project: { topics: text } })),
  'a point': post('/v1/match', (text) => ({ answers: { [text]: true } })),
  'a body that is a text': post('/v1/match', (text) => text),
  'an entry of a bulk': post('/v1/match/bulk', (text) => ({
    companies: [{ reference: 'a', company: { legal_form: text } }],
  })),
  'the url of an endpoint': post('/v1/webhooks', (text) => ({ url: `http://example.com/${text}` })),
  'a url that is none': post('/v1/webhooks', (text) => ({ url: `example.com/${text}` })),
  'the user of a url': post('/v1/webhooks', (text) => ({ url: `https://${escaped(text)}@example.com/` })),
  'a filter': post('/v1/webhooks', (text) => ({ url: 'https://example.com/', filters: { [text]: 1 } })),
  'a topic of a filter': post('/v1/webhooks', (text) => ({ url: 'https://example.com/', filters: { topics: [text] } })),
  'a source of a filter': post('/v1/webhooks', (text) => ({
    url: 'https://example.com/',
    filters: { sources: [text] },
  })),
  'a list of a filter': post('/v1/webhooks', (text) => ({
    url: 'https://example.com/',
    filters: { watchlists: [text] },
  })),
  'a measure of a filter': post('/v1/webhooks', (text) => ({
    url: 'https://example.com/',
    filters: { subsidy_ids: [text] },
  })),
  'a type of content': {
    ...post('/v1/match', () => ({})),
    headers: (text) => ({ 'content-type': `text/${escaped(text)}` }),
  },
  'an argument of a tool': tool('search_subsidies', (text) => ({ [text]: 1 })),
  'a value for a tool': tool('search_subsidies', (text) => ({ region: [text] })),
  'a measure for a tool': tool('get_subsidy', (text) => ({ id: text })),
  'a measure to explain': tool('explain_eligibility', (text) => ({ id: text })),
}

function send({ method = 'GET', target, json, headers }: Place, text: string): Promise<Answer> {
  return call(scene.service.origin, method, target(text), {
    key: scene.service.keys.enterprise,
    ...(json === undefined ? {} : { json: json(text) }),
    headers: { accept: 'application/json', ...headers?.(text) },
  })
}

/** The messages of an answer: its own, that of a tool, those of a bulk's entries. */
function messagesOf(answer: Answer): string[] {
  const messages: string[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string' && value.startsWith('{')) look(JSON.parse(value))
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'message' && typeof inner === 'string') messages.push(inner)
      else look(inner)
    }
  }
  look(answer.json())
  return messages
}

const key = `sm_live_${'kE9'.repeat(13)}z`

for (const [what, place] of Object.entries(places)) {
  test(`${what}: a key in it is never repeated`, async () => {
    for (const sent of [key, ` ${key} `, `x${key}`, key.replace('live', 'test'), scene.service.keys.pro]) {
      const answer = await send(place, sent)
      assert.ok(answer.status < 500)
      assert.ok(!answer.body.toString().includes(sent.trim()), answer.body.toString())
      assert.ok(!/kE9kE9kE9/.test(answer.body.toString()), answer.body.toString())
    }
  })

  test(`${what}: little is repeated of what is long, and nothing that has no shape`, async () => {
    for (const sent of ['x'.repeat(3_000), '\u202E<b>\u0007\u2028"\'{}'.repeat(100), '🙂'.repeat(700)]) {
      const answer = await send(place, sent)
      assert.ok(answer.status < 500, answer.body.toString().slice(0, 500))
      for (const message of messagesOf(answer)) {
        assert.ok(message.length <= messageCharactersMax, `${message.length}: ${message}`)
        assert.doesNotMatch(message, /[\p{Cc}\p{Zl}\p{Zp}\u202E]/u)
        assert.ok(message.isWellFormed(), message)
      }
    }
  })
}
