/** Downloads of the export for tests: one whose reader stops after its head, and what a copy kept by the feed comes to. */
import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { type Answer, call } from './http.ts'
import { input } from './ingestion.ts'
import type { InputRecord } from './sample-measures.ts'

export const exportPath = '/v1/export/subsidies.ndjson'

/** Records of which an export is larger than what the system takes of an answer that nobody reads: some 20 MB. */
export function largeRecords(changes: InputRecord = {}): InputRecord[] {
  return Array.from({ length: 200 }, (_, number) =>
    input(`r${number}`, { description: 'abcdefghi '.repeat(10_000), ...changes }),
  )
}

export type HeldDownload = {
  status: number
  headers: IncomingMessage['headers']
  /** Reads to the end; rejects where the download was cut. */
  rest(): Promise<Buffer>
  leave(): void
}

/** Asks for the export, and reads no more than its head. */
export function holdDownload(origin: string, key: string, path = exportPath): Promise<HeldDownload> {
  const { hostname, port } = new URL(origin)
  const headers = { authorization: `Bearer ${key}` }
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers, agent: false }, (incoming) => {
      incoming.on('error', () => {})
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        async rest() {
          const chunks: Buffer[] = []
          for await (const chunk of incoming) chunks.push(chunk)
          return Buffer.concat(chunks)
        },
        leave: () => outgoing.destroy(),
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** The lines of an export by id, as the texts that they are. */
export function linesById(body: Buffer): Map<string, string> {
  const text = body.toString()
  assert.ok(text === '' || text.endsWith('}\n'))
  const lines = text.split('\n').slice(0, -1)
  const byId = new Map(lines.map((line) => [(JSON.parse(line) as { id: string }).id, line]))
  assert.equal(byId.size, lines.length)
  return byId
}

type Page = { data: { data: { subsidy_id?: string } }[]; pagination: { next_cursor: string; has_more: boolean } }

/**
 * What a customer has who took that export and read the change feed from its cursor on: of each measure that an event names the
 * single answer of now, in the place of those that were merged into it. Answers how many events there were, too.
 */
export async function keptByFeed(
  origin: string,
  key: string,
  exported: Answer,
): Promise<{ lines: Map<string, string>; events: number }> {
  const lines = linesById(exported.body)
  let events = 0
  let cursor = exported.headers['x-change-cursor'] ?? ''
  for (;;) {
    const answer = await call(origin, 'GET', `/v1/changes?limit=500&cursor=${cursor}`, { key })
    assert.equal(answer.status, 200, answer.body.toString())
    const { data, pagination } = answer.json() as unknown as Page
    events += data.length
    const named = new Set(data.flatMap(({ data: { subsidy_id: id } }) => (id === undefined ? [] : [id])))
    for (const id of named) await keepSingle(origin, key, id, lines)
    if (!pagination.has_more) return { lines, events }
    cursor = pagination.next_cursor
  }
}

type Kept = { id: string; withdrawn_at: string | null; related: { merged_from: string[] } }

async function keepSingle(origin: string, key: string, id: string, lines: Map<string, string>): Promise<void> {
  const answer = await call(origin, 'GET', `/v1/subsidies/${id}`, { key })
  assert.equal(answer.status, 200)
  const line = dataTextOf(answer)
  const { id: answering, withdrawn_at: withdrawnAt, related } = JSON.parse(line) as Kept
  for (const gone of [id, answering, ...related.merged_from]) lines.delete(gone)
  if (withdrawnAt === null) lines.set(answering, line)
}

/** The text of `data` in the answer for a single measure, as it was sent. */
export function dataTextOf({ body }: Answer): string {
  const text = body.toString()
  const end = text.lastIndexOf(',"meta":{"request_id"')
  assert.ok(text.startsWith('{"data":') && end > 0)
  return text.slice('{"data":'.length, end)
}

/** A line without when it was last checked, which is shown beside a measure and is no change of it. */
export function unchecked(line: string): string {
  return line.replaceAll(/"((?:last_)?checked_(?:at|on))":(?:"[^"]*"|null)/g, '"$1":null')
}
