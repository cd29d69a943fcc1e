/**
 * The examples of the document: what a service with the bundled records was asked, and what it answered. They are data,
 * which a test records and holds against the running service (tests/document/examples.test.ts).
 */
import { readFileSync } from 'node:fs'
import type { DocumentExamples, OperationExample } from '../../contract/openapi/openapi-examples.ts'
import type { Json } from '../../contract/openapi/openapi-json.ts'
import type { RefusalCode } from '../../contract/refusals.ts'

export type RecordedExamples = {
  operations: Record<string, OperationExample>
  errors: Record<RefusalCode, Json>
  events: Record<string, Json>
}

export const recordedFile = new URL('./recorded-examples.json', import.meta.url)

/** Where the recorded service was; the document says the address of the service whose it is. */
const recordedOrigin = 'https://api.example.org'

/** As a service under that address answers them. */
export function recordedExamples(baseUrl: string): DocumentExamples {
  const text = readFileSync(recordedFile, 'utf8').replaceAll(recordedOrigin, baseUrl)
  const { operations, errors, events }: RecordedExamples = JSON.parse(text)
  return { operations, events, error: (code) => errors[code] }
}
