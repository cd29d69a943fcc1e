/** Every example of the docs, run against the service with the bundled records: what it shows is what is answered. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '../../src/app.ts'
import { filePages } from '../../src/docs/contents.ts'
import { errorWords } from '../../src/docs/errors/error-words.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { codeBlocks, missing, runLines, runProgram, shapeFaults } from '../harness/docs-examples.ts'
import { call } from '../harness/http.ts'

const service = await startCuratedService()
after(() => service.stop())

/** A page as its readers have it, with the address where the service listens here. */
async function markdownOf(path: string): Promise<string> {
  service.clock.advance({ seconds: 1 })
  const answer = await service.get(`${path}.md`)
  assert.equal(answer.status, 200, path)
  return answer.body.toString().replaceAll('https://api.example.org', service.origin)
}

async function made(path: string, body: unknown): Promise<string> {
  service.clock.advance({ seconds: 1 })
  const answer = await pathPost(path, body)
  return String((answer.data as { id: string }).id)
}

async function pathPost(path: string, json: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(service.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.keys.enterprise}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  const answer = (await response.json()) as Record<string, unknown>
  assert.ok(response.ok, JSON.stringify(answer))
  return answer
}

/** What an example reads from its environment, made anew for it. */
async function environmentFor(text: string, key = service.keys.enterprise): Promise<Record<string, string>> {
  const environment: Record<string, string> = { KEY: key }
  if (text.includes('WATCHLIST')) {
    environment.WATCHLIST = await made('/v1/watchlists', { name: 'Examples' })
    const companies = [{ reference: 'bakery', company: { postcode: '9000' } }]
    await pathPost(`/v1/watchlists/${environment.WATCHLIST}/companies`, { companies })
  }
  if (text.includes('WEBHOOK'))
    environment.WEBHOOK = await made('/v1/webhooks', { url: 'https://example.com/hooks', filters: {} })
  return environment
}

/** The last JSON that was printed: of several answers the one that the docs show below. */
function jsonIn(printed: string): unknown {
  const lines = printed.trim().split('\n')
  for (let first = 0; first < lines.length; first += 1) {
    try {
      return JSON.parse(lines.slice(first).join('\n'))
    } catch {
      // What stands above the body: headers, a line of another command.
    }
  }
  return null
}

/** Lines that are not for the service, each with who runs them. */
const elsewhere: [line: RegExp, why: string][] = [
  [/^claude mcp add/, 'a command of another program, which tests/mcp/clients stand for'],
  [/npx subsidies webhooks listen/, 'it listens until it is stopped: tests/webhooks/listen-command.test.ts'],
]
/** Programs that are run, to the byte, by tests/webhooks/receiver-examples.test.ts. */
const receivers = '/docs/webhooks'
/** Carried out from an empty folder on by tests/clients/typescript/quickstart.test.ts. */
const clientPage = '/docs/typescript'

for (const { name } of filePages) {
  const path = name === '' ? '/docs' : `/docs/${name}`
  if (path === clientPage) continue
  const blocks = codeBlocks(await markdownOf(path))
  const lines = blocks.filter(({ language, text }) => language === 'sh' && !elsewhere.some(([form]) => form.test(text)))

  if (lines.length > 0) {
    test(`${path}: every line runs, and what is answered has the shape that is shown`, {
      skip: missing.sh,
    }, async () => {
      const printed = await runLines(
        lines.map(({ text }) => text),
        await environmentFor(''),
      )
      for (const [place, line] of lines.entries()) {
        const out = printed[place] ?? ''
        const shown = blocks[blocks.indexOf(line) + 1]
        const answer = jsonIn(out) as { error?: unknown } | null
        if (shown?.language === 'json') {
          assert.notEqual(answer, null, `${line.text}\nanswered ${out}`)
          assert.deepEqual(shapeFaults(JSON.parse(shown.text), answer), [], line.text)
        } else {
          assert.equal(answer?.error, undefined, `${line.text}\n${out.slice(0, 400)}`)
        }
        // A line that only keeps something prints nothing; every other must show what came.
        if (/^curl|\n *curl|\ncurl/.test(line.text)) assert.notEqual(out.trim(), '', line.text)
      }
    })
  }

  if (path === receivers) continue
  for (const language of ['ts', 'python'] as const) {
    for (const [place, { text }] of blocks.filter((block) => block.language === language).entries()) {
      test(`${path}: program ${place + 1} in ${language} runs`, { skip: missing[language] }, async () => {
        const { status, out, error } = await runProgram(language, text, await environmentFor(text))
        assert.equal(`${status} ${error}`, '0 ')
        assert.notEqual(out.trim(), '')
      })
    }
  }
}

test('every answer that a guide shows stands below the line that is answered so', async () => {
  for (const { name } of filePages) {
    const path = name === '' ? '/docs' : `/docs/${name}`
    const blocks = codeBlocks(await markdownOf(path))
    // What a client is set up with, and the request of a delivery, are no answers.
    if (path === '/docs/mcp' || path === receivers) continue
    for (const [place, { language, text }] of blocks.entries()) {
      if (language === 'json') assert.equal(blocks[place - 1]?.language, 'sh', `${path}: ${text.slice(0, 60)}`)
    }
  }
})

for (const { operation } of routes) {
  test(`/docs/api/${operation}: the call in curl, TypeScript and Python is answered`, async (t) => {
    const blocks = codeBlocks(await markdownOf(`/docs/api/${operation}`))
    assert.deepEqual(
      blocks.map(({ language }) => language),
      ['sh', 'ts', 'python'],
    )
    for (const { language, text } of blocks as { language: keyof typeof missing; text: string }[]) {
      await t.test(language, { skip: missing[language] }, async () => {
        const environment = await environmentFor(text)
        if (language === 'sh') {
          const [out = ''] = await runLines([text], environment)
          assert.equal((jsonIn(out) as { error?: unknown } | null)?.error, undefined, out.slice(0, 400))
          // The export goes to a file.
          if (!text.includes(' -o ')) assert.notEqual(jsonIn(out), null, out.slice(0, 400))
        } else {
          const { status, out, error } = await runProgram(language, text, environment)
          assert.equal(`${status} ${error}`, '0 ')
          assert.notEqual(out.trim(), '')
        }
      })
    }
  })
}

/** What a key is refused with, once it has asked so often. */
async function refusedAfter(times: number, ask: () => Promise<{ status: number; body: Buffer }>): Promise<unknown> {
  for (let asked = 0; asked < times; asked += 1) {
    const { status, body } = await ask()
    if (status === 429) return JSON.parse(body.toString()).error
  }
  return null
}

const limits: [code: string, times: number, ask: () => Promise<{ status: number; body: Buffer }>][] = [
  ['rate_limit_exceeded', 20, () => service.get('/v1/key', { key: service.keys.developer })],
  [
    'match_quota_exceeded',
    110,
    () => {
      service.clock.advance({ seconds: 1 })
      const json = { company: { postcode: '9000' }, limit: 1, view: 'compact' }
      return call(service.origin, 'POST', '/v1/match', { key: service.keys.developer, json })
    },
  ],
]
for (const [code, times, ask] of limits) {
  test(`/docs/errors/${code}: who asks too often is refused as is shown`, async () => {
    const [shown] = codeBlocks(await markdownOf(`/docs/errors/${code}`))
    const expected = JSON.parse(shown?.text ?? '').error
    assert.deepEqual({ ...Object(await refusedAfter(times, ask)), request_id: null }, { ...expected, request_id: null })
  })
}

for (const [code, { example }] of Object.entries(errorWords)) {
  if (example === undefined) continue
  test(`/docs/errors/${code}: the line that is shown is refused as is shown`, { skip: missing.sh }, async () => {
    const [line, shown] = codeBlocks(await markdownOf(`/docs/errors/${code}`))
    assert.ok(line?.language === 'sh' && shown?.language === 'json')
    const keys = { ...service.keys, without_plan: service.keys.none, nobody: service.unknownKey }
    const environment = await environmentFor(line.text, keys[example.as ?? 'enterprise'])
    if (example.before !== undefined) {
      await runLines([line.text.replace(JSON.stringify(example.body), JSON.stringify(example.before))], environment)
    }
    const [out = ''] = await runLines([line.text], environment)
    const { error: answered } = JSON.parse(out)
    const { error: expected } = JSON.parse(shown.text)
    assert.match(answered.request_id, /^req_/)
    assert.deepEqual({ ...answered, request_id: null }, { ...expected, request_id: null })
  })
}
