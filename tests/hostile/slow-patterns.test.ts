/** Foreign texts on which a pattern could look again and again: every reader of text takes as long as the text is, and no longer. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { shorten } from '../../src/ingestion/connectors/clean-html.ts'
import { labelOf } from '../../src/ingestion/connectors/eu-portal/row.ts'
import { summaryOf } from '../../src/ingestion/connectors/eu-portal/texts.ts'
import { checkJsonType } from '../../src/platform/http/request-body.ts'
import { enterpriseNumberWithin } from '../../src/reference/enterprise-number.ts'
import { readNaceList } from '../../src/reference/nace-list-text.ts'
import { naceInstead } from '../../src/reference/nace-text.ts'
import { withoutAtEnd, withoutAtEnds } from '../../src/values/texts/text-ends.ts'
import { isDateFormat } from '../../src/watchlists/file/cells/date-formats.ts'
import { dayIn } from '../../src/watchlists/file/days.ts'
import { amountIn, numberIn } from '../../src/watchlists/file/numbers.ts'

const longMs = 50
const characters = 100_000

const jsonHeader = (header: string): void => {
  try {
    checkJsonType({ headers: { 'content-type': header } } as IncomingMessage)
  } catch {
    // What is refused is refused at once.
  }
}

/** Of one or several marks again and again, between what the reader knows. */
const runs = [
  '\t',
  '\n',
  ' ',
  ' \t',
  ';',
  ' ; ',
  ', ',
  ',',
  '.',
  '-',
  '[',
  '[[',
  ']',
  '(',
  '<',
  '#',
  '"',
  '0',
  '1.',
  'A',
]
const around: [before: string, behind: string][] = [
  ['', ''],
  ['62', 'x'],
  ['1', '€'],
  ['1', ' EUR x'],
  ['62.01', '62.01'],
  ['[[', ' ends here.'],
]
const readers: [name: string, read: (text: string) => unknown, charactersMax?: number][] = [
  ['a list of NACE codes', (text) => readNaceList(text)],
  ['what may be meant by a NACE code', naceInstead],
  ['an amount', amountIn],
  ['a number', numberIn],
  ['a day', (text) => dayIn(text, 2026)],
  ['an enterprise number', enterpriseNumberWithin],
  ['the format of a cell', (text) => isDateFormat(200, text)],
  ['a title of the EU portal', labelOf],
  ['a summary of the EU portal', (text) => summaryOf(`${text}. ${text}`, 'en'), 20_000],
  ['a shortened text', (text) => shorten(text, characters / 2)],
  ['the end of a text', (text) => withoutAtEnd(text, /[\s,;:.–-]/)],
  ['both ends of a text', (text) => withoutAtEnds(text, /[\s;|/,]/)],
  // All headers of a request have 16 kB.
  ['the type of a body', (text) => jsonHeader(`application/json${text}`), 16_000],
]

for (const [name, read, charactersMax = characters] of readers)
  test(`${name} is read in the time that the text takes, whatever is repeated in it`, () => {
    for (const run of [...runs, ';charset=utf-8', '; charset="utf-8"'])
      for (const [before, behind] of around) {
        const text = before + run.repeat(Math.floor(charactersMax / run.length)) + behind
        let leastMs = Number.POSITIVE_INFINITY
        for (let attempt = 0; attempt < 3 && leastMs > longMs; attempt += 1) {
          const used = process.threadCpuUsage()
          read(text)
          const { user, system } = process.threadCpuUsage(used)
          leastMs = Math.min(leastMs, (user + system) / 1_000)
        }
        assert.ok(leastMs <= longMs, `${JSON.stringify([before, run, behind])}: ${leastMs.toFixed(0)} ms`)
      }
  })
