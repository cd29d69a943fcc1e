/** The compact view at the wire, for every golden company in every language: small enough for a phone and for a model. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { languages, topics } from '../../src/values/vocabularies.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { goldenCompanies } from '../harness/golden-companies.ts'
import { call } from '../harness/http.ts'
import type { TestService } from '../harness/service.ts'

/** What an answer of 25 rows is to stay within. */
const bytesMax = 60_000
const compressedMax = 12_000
/**
 * What was reached: how many of the answers to golden companies, in every language, stay within both, and the largest. What is
 * more are rules that are not known yet and conditions to be answered: the less a company says, the more there is to ask. Of
 * somebody who names one topic and nothing of himself everything is asked, the income classes of Mijn VerbouwPremie among it.
 */
const reached = { within: 5, bytes: 93_700, compressed: 19_950, bytesOfNobody: 131_500, compressedOfNobody: 20_900 }

let service: TestService
before(async () => {
  service = await startCuratedService()
})
after(() => service.stop())

test('compact answers to golden companies are no larger than they were, and as many within 60 KB and 12 KB compressed', async (context) => {
  const all: Size[] = []
  for (const { input } of goldenCompanies()) {
    for (const language of languages) all.push(await compactly({ ...input, language }))
  }
  const { within, bytes, packed } = said(context, all)
  assert.ok(within >= reached.within && bytes <= reached.bytes && packed <= reached.compressed)
})

test('nor does a company of which nothing is known, whatever it plans, get more than it did', async (context) => {
  const all: Size[] = []
  for (const topic of topics) {
    for (const language of languages) {
      all.push(await compactly({ company: {}, project: { topics: [topic] }, language }))
    }
  }
  const { bytes, packed } = said(context, all)
  assert.ok(bytes <= reached.bytesOfNobody && packed <= reached.compressedOfNobody)
})

type Size = { bytes: number; packed: number }

/** The largest of the sizes and how many are within what they are to be, said in a line. */
function said(context: TestContext, all: readonly Size[]): Size & { within: number } {
  const bytes = Math.max(...all.map((size) => size.bytes))
  const packed = Math.max(...all.map((size) => size.packed))
  const within = all.filter((size) => size.bytes <= bytesMax && size.packed <= compressedMax).length
  context.diagnostic(
    `${within} of ${all.length} within ${bytesMax} and ${compressedMax}; at most ${bytes}, ${packed} with gzip`,
  )
  return { bytes, packed, within }
}

/** Bytes of the compact answer, as sent and with gzip. */
async function compactly(asked: object): Promise<Size> {
  const json = { ...asked, view: 'compact' }
  const { status, body } = await call(service.origin, 'POST', '/v1/match', { key: service.keys.enterprise, json })
  assert.equal(status, 200, `${JSON.stringify(asked)}: ${body.toString()}`)
  assert.equal(JSON.parse(body.toString()).matches.length, 25)
  return { bytes: body.length, packed: gzipSync(body).length }
}
