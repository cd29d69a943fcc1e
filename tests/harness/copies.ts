/** Local copies of the catalogue that a client keeps, beside the catalogue itself. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { call } from './http.ts'

export type CopyOptions = { lang: 'nl' | 'fr' | 'en'; includeWithdrawn: boolean }

/** The records of a copy in a file of SQLite, as they stand there, by id. */
export function recordsInFile(file: string): Map<string, string> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare('select id, record from measure').all() as { id: string; record: string }[]
    return new Map(rows.map(({ id, record }) => [id, record]))
  } finally {
    database.close()
  }
}

/** The catalogue as the service exports it: each record as it stands there, by id. `key`: of a plan with the export. */
export async function exportedRecords(origin: string, key: string, options: CopyOptions): Promise<Map<string, string>> {
  const query = `lang=${options.lang}&include_withdrawn=${options.includeWithdrawn}`
  const answer = await call(origin, 'GET', `/v1/export/subsidies.ndjson?${query}`, { key })
  assert.equal(answer.status, 200, answer.body.toString())
  const lines = answer.body.toString().split('\n').slice(0, -1)
  assert.equal(lines.length, Number(answer.headers['x-record-count']))
  return new Map(lines.map((line) => [(JSON.parse(line) as { id: string }).id, line]))
}

/** Fails with the first record that is there too much, missing, or not the same to the byte. */
export function assertSameRecords(copy: Map<string, string>, catalogue: Map<string, string>, what: string): void {
  for (const [id, record] of catalogue) {
    if (copy.get(id) === record) continue
    assert.deepEqual(JSON.parse(copy.get(id) ?? 'null'), JSON.parse(record), `${what}: ${id}`)
    assert.equal(copy.get(id), record, `${what}: ${id}, to the byte`)
  }
  assert.deepEqual(
    [...copy.keys()].filter((id) => !catalogue.has(id)),
    [],
    `${what}: what the catalogue does not have`,
  )
}
