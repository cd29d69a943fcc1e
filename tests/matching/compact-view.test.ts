/** The compact view at the wire, for every golden company in every language: small enough for a phone and for a model. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { languages } from '../../src/values/vocabularies.ts'
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

test('a compact answer of 25 rows stays within 60 KB, and compressed within 12', async (context) => {
  const [largest, compressed]: [number[], number[]] = [[], []]
  for (const { file, input } of goldenCompanies()) {
    for (const language of languages) {
      const json = { ...input, view: 'compact', language }
      const { status, body } = await call(service.origin, 'POST', '/v1/match', { key: service.keys.enterprise, json })
      assert.equal(status, 200, `${file}: ${body.toString()}`)
      const packed = gzipSync(body).length
      assert.ok(body.length <= bytesMax && packed <= compressedMax, `${file} ${language}: ${body.length}, ${packed}`)
      largest.push(body.length)
      compressed.push(packed)
    }
  }
  context.diagnostic(`at most ${Math.max(...largest)} bytes, ${Math.max(...compressed)} with gzip`)
})
