/** The examples of the document are what the service answers. `npm run generate` writes down what it answers now (`EXAMPLES=record`). */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type { Json, JsonObject } from '../../src/contract/openapi/openapi-json.ts'
import { type RecordedExamples, recordedFile } from '../../src/docs/document/recorded-examples.ts'
import { envelopeOf, refusalCodes } from '../../src/docs/errors/error-pages.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { recordErrors } from './errors-scene.ts'
import { recordEvents } from './events-scene.ts'
import { recordOperations } from './operations-scene.ts'
import { masked } from './recorded.ts'

const held = JSON.parse(readFileSync(recordedFile, 'utf8')) as RecordedExamples
const isRecording = process.env.EXAMPLES === 'record'
/** On which the scenes play. */
const days = ['2026-11-20', '2026-03-03', '2026-03-13']

const service = await startCuratedService()
after(() => service.stop())

/** What is recorded now beside what the file holds; what differs only by ids and the clock stays as it is there. */
function compare(part: keyof RecordedExamples, now: Record<string, unknown>): void {
  const before = held[part] as JsonObject
  const differs = (name: string): boolean => {
    const [one, other] = [before[name], now[name] as Json | undefined]
    if (one === undefined || other === undefined) return one !== other
    return JSON.stringify(masked(one, days)) !== JSON.stringify(masked(other, days))
  }
  if (isRecording) {
    const kept = Object.keys(now).map((name) => [name, differs(name) ? now[name] : before[name]])
    Object.assign(held, { [part]: Object.fromEntries(kept) })
    writeFileSync(recordedFile, `${JSON.stringify(held, null, 1)}\n`)
    return
  }
  assert.deepEqual(Object.keys(before), Object.keys(now), 'the examples are out of date: npm run generate')
  for (const name of Object.keys(now)) {
    assert.deepEqual(
      masked(before[name] ?? null, days),
      masked((now[name] ?? null) as Json, days),
      `the example of ${name} is out of date: npm run generate`,
    )
  }
}

test('what the document shows of every operation is what is answered', async () => {
  compare('operations', await recordOperations(service))
})

test('what the document shows of every event is what the feed and a ping say', async () => {
  compare('events', await recordEvents())
})

test('what the document shows of every error code is what is answered, and what the docs show of it', async () => {
  const errors = await recordErrors(service)
  compare('errors', errors)
  const bare = (answer: unknown) => ({ ...Object(answer).error, request_id: '' })
  assert.deepEqual(
    refusalCodes.map((code) => bare(envelopeOf(code))),
    refusalCodes.map((code) => bare(errors[code])),
  )
})
