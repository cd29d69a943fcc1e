/** What was recorded, made fit for the document, and told from what is recorded now. */
import type { Json, JsonObject } from '../../src/contract/openapi/openapi-json.ts'
import type { Answer } from '../harness/http.ts'

/** Of a list of objects so many are shown, and of one within another; lists of words and figures are shown whole. */
const shownMax = 2
const shownWithinMax = 1

/** A text that holds JSON for programs (the copy of a tool's result) is shown by its beginning. */
const textMax = 200

/** Long lists by their first members, and nothing that opens anything. */
export function shortened(value: Json, isWithin = false): Json {
  if (typeof value === 'string') {
    if (value.startsWith('whsec_')) return `whsec_${'0'.repeat(value.length - 'whsec_'.length)}`
    return value.startsWith('{') && value.length > textMax ? `${value.slice(0, textMax)}…` : value
  }
  if (Array.isArray(value)) {
    if (!value.some((one) => typeof one === 'object' && one !== null)) return value
    return value.slice(0, isWithin ? shownWithinMax : shownMax).map((one) => shortened(one, true))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, isWithin)]))
}

/** The lines of a text by the first, and the last where it is of another kind than those before. */
export function shortenedLines(text: string): string {
  const lines = text.trimEnd().split('\n')
  const last = lines.at(-1) ?? ''
  const keysOf = (line: string): string => Object.keys(JSON.parse(line)).join()
  const shown = keysOf(last) === keysOf(lines[0] ?? '') ? lines.slice(0, 1) : [...lines.slice(0, 1), last]
  return shown.map((line) => `${JSON.stringify(shortened(JSON.parse(line)))}\n`).join('')
}

export function bodyOf(answer: Answer): Json {
  return shortened(answer.json() as JsonObject)
}

/** Without what differs from one recording to the next: ids, cursors, figures of the clock within the day of recording. */
export function masked(value: Json, days: readonly string[]): Json {
  const clock = new RegExp(`(?:${days.join('|')})T[0-9:.]+(?:Z|[+-][0-9]{2}:[0-9]{2})`, 'g')
  const maskedText = (text: string): string =>
    text
      .replaceAll(/\b([a-z]{2,4})_[0-9A-HJKMNP-TV-Z]{26}/g, '$1_')
      .replaceAll(clock, 'now')
      .replaceAll(/"next_cursor":"[^"]*"/g, '"next_cursor":""')
  const parsed: Json = JSON.parse(maskedText(JSON.stringify(value)))
  return parsed
}
