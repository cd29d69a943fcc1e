/** Every operation, asked as the document shows it of a service with the bundled records, in the order of a first afternoon. */
import assert from 'node:assert/strict'
import { routes } from '../../src/app.ts'
import { linesType } from '../../src/contract/media-type.ts'
import type { OperationExample } from '../../src/contract/openapi/openapi-examples.ts'
import type { Json } from '../../src/contract/openapi/openapi-json.ts'
import { samples } from '../../src/docs/reference/samples.ts'
import { type Answer, call } from '../harness/http.ts'
import type { TestService } from '../harness/service.ts'
import { bodyOf, shortenedLines } from './recorded.ts'

/** What has to be there before the next: lists and endpoints are made before they are shown, and go last. */
const order = [
  ...['createWatchlist', 'uploadWatchedCompanies', 'createWebhook', 'testWebhook'],
  ...routes.map(({ operation }) => operation),
]
const isLast = (operation: string): boolean => operation.startsWith('delete')
const lasts = ['deleteWatchedCompany', ...order.filter(isLast)]
const steps = [...new Set([...order.filter((one) => !isLast(one)), ...lasts])]

/** The document as an answer stands for itself: its head is enough, without the words that would stand in themselves. */
function ofDocument({ openapi, info, servers }: Record<string, unknown>): Json {
  const { title, version } = info as { title: string; version: string }
  return { openapi, info: { title, version }, servers } as Json
}

export async function recordOperations(service: TestService): Promise<Record<string, OperationExample>> {
  const recorded: Record<string, OperationExample> = {}
  const own: Record<string, string> = {}
  for (const operation of steps) {
    const route = routes.find((one) => one.operation === operation)
    assert.ok(route !== undefined, operation)
    const { path: given = {}, query = {}, headers = {}, body } = samples[operation] ?? {}
    const path = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : (own[value.own] ?? '')]),
    )
    const place = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(path[name] ?? ''))
    const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
    const ask = async (accept: string): Promise<Answer> => {
      service.clock.advance({ seconds: 1 })
      const answer = await call(service.origin, route.method, `${place}${search}`, {
        ...(route.access.security.length === 0 ? {} : { key: service.keys.business }),
        headers: { accept, ...headers },
        ...(body === undefined ? {} : { json: body }),
      })
      assert.ok(answer.status < 300, `${operation}: ${answer.status} ${answer.body}`)
      return answer
    }
    const { isLines, lines } = route.answers[200] ?? {}
    const answer = await ask(isLines === true ? linesType : 'application/json')
    const media: Record<string, Json> =
      isLines === true
        ? { [linesType]: shortenedLines(answer.body.toString()) }
        : { 'application/json': operation === 'getOpenApi' ? ofDocument(answer.json()) : bodyOf(answer) }
    if (lines !== undefined) media[linesType] = shortenedLines((await ask(linesType)).body.toString())
    if (operation === 'createWatchlist') own.WATCHLIST = idOf(answer)
    if (operation === 'createWebhook') own.WEBHOOK = idOf(answer)
    recorded[operation] = {
      ...(Object.keys(path).length === 0 ? {} : { path }),
      ...(Object.keys(query).length === 0 ? {} : { query }),
      ...(body === undefined ? {} : { body: body as Json }),
      answers: { [answer.status]: media },
    }
  }
  return Object.fromEntries(routes.map(({ operation }) => [operation, recorded[operation] ?? { answers: {} }]))
}

function idOf(answer: Answer): string {
  return (answer.json() as { data: { id: string } }).data.id
}
