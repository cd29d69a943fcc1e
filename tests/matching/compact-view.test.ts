/** The compact view at the wire, for every golden company in every language: small enough for a phone and for a model. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { languages, topics } from '../../src/values/vocabularies.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { goldenCompanies } from '../harness/golden-companies.ts'
import { call } from '../harness/http.ts'
import type { TestService } from '../harness/service.ts'

/** Of an answer of 25 rows. */
const bytesMax = 60_000
const compressedMax = 12_000

let service: TestService
before(async () => {
  service = await startCuratedService()
})
after(() => service.stop())

/**
 * Of the answer to somebody who names one topic and says nothing of himself: then every rule that looks at him is unknown, and
 * every condition is listed. It is to become `bytesMax`: what is more are texts of conditions, which the catalogue has too many
 * of and not the view.
 */
const bytesMaxOfNobody = 80_000

test('a compact answer of 25 rows stays within 60 KB, and compressed within 12', async (context) => {
  const [largest, compressed]: [number[], number[]] = [[], []]
  for (const { file, input } of goldenCompanies()) {
    for (const language of languages) {
      const { bytes, packed } = await compactly({ ...input, language })
      assert.ok(bytes <= bytesMax && packed <= compressedMax, `${file} ${language}: ${bytes}, ${packed}`)
      largest.push(bytes)
      compressed.push(packed)
    }
  }
  context.diagnostic(`at most ${Math.max(...largest)} bytes, ${Math.max(...compressed)} with gzip`)
})

test('nor does a company of which nothing is known, whatever it plans, get more than that compressed', async (context) => {
  const [largest, compressed]: [number[], number[]] = [[], []]
  for (const topic of topics) {
    for (const language of languages) {
      const { bytes, packed } = await compactly({ company: {}, project: { topics: [topic] }, language })
      assert.ok(bytes <= bytesMaxOfNobody && packed <= compressedMax, `${topic} ${language}: ${bytes}, ${packed}`)
      largest.push(bytes)
      compressed.push(packed)
    }
  }
  const within = largest.filter((bytes) => bytes <= bytesMax).length
  context.diagnostic(
    `at most ${Math.max(...largest)} bytes (${within} of ${largest.length} within ${bytesMax}), ${Math.max(...compressed)} with gzip`,
  )
})

/** Bytes of the compact answer, as sent and with gzip. */
async function compactly(asked: object): Promise<{ bytes: number; packed: number }> {
  const json = { ...asked, view: 'compact' }
  const { status, body } = await call(service.origin, 'POST', '/v1/match', { key: service.keys.enterprise, json })
  assert.equal(status, 200, `${JSON.stringify(asked)}: ${body.toString()}`)
  assert.equal(JSON.parse(body.toString()).matches.length, 25)
  return { bytes: body.length, packed: gzipSync(body).length }
}
