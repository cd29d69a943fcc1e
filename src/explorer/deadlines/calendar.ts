/**
 * Deadlines as a calendar (iCalendar, RFC 5545 with the refresh hint of RFC 7986). Written here and not by a package: names are
 * escaped like every other text, days are those of Brussels whatever the process runs on, and no control character gets in.
 *
 * An entry is named by its measure and its place among the measure's deadlines, so that a deadline that moves moves the entry;
 * SEQUENCE is the measure's version, which never goes down. What is over, closed or withdrawn leaves the calendar: whoever
 * subscribes takes the whole of it each time.
 */

import { measureAddress } from '../../pages/address.ts'
import { addDays, endOfDay, type Instant, parseInstant } from '../../values/brussels.ts'
import { withoutDirectionMarks } from '../../values/direction-marks.ts'
import { lastDayOf } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import { amountSaid } from '../said/amount-said.ts'
import type { CalendarEntry, DeadlineShown } from './find-deadlines.ts'
import { deadlinesWords } from './words.ts'

/** How often a client is to come again. */
const refreshEvery = 'PT12H'
/** Bytes of a line, without its end (RFC 5545, 3.1). */
const lineBytesMax = 75

export type CalendarParts = {
  language: Language
  baseUrl: string
  /** Address of the calendar itself. */
  self: string
  name: string
  entries: readonly CalendarEntry[]
}

export function calendarText({ language, baseUrl, self, name, entries }: CalendarParts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Subsidy Measures//Deadlines//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `SOURCE;VALUE=URI:${addressText(baseUrl + self)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshEvery}`,
    `X-PUBLISHED-TTL:${refreshEvery}`,
  ]
  const events = entries.map((entry) => entryText(entry, baseUrl, language))
  return `${written(lines)}${events.join('')}${written(['END:VCALENDAR'])}`
}

/** Calendars of other filters have the same entries; each is written once while its row says the same. */
const keptEntries = new WeakMap<Buffer, Map<string, string>>()

function entryText(entry: CalendarEntry, baseUrl: string, language: Language): string {
  const { json, number, of, at } = entry
  const ofRow = keptEntries.get(json) ?? new Map<string, string>()
  keptEntries.set(json, ofRow)
  const key = `${baseUrl} ${language} ${number} ${of} ${at}`
  const known = ofRow.get(key)
  if (known !== undefined) return known
  const text = written(entryLines({ ...entry, ...entry.read() }, baseUrl, language))
  ofRow.set(key, text)
  return text
}

function written(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function entryLines(
  entry: Pick<DeadlineShown, 'row' | 'precision' | 'at' | 'number' | 'of'>,
  baseUrl: string,
  language: Language,
): string[] {
  const { row, at, number, of } = entry
  const words = deadlinesWords[language]
  const stamp = utcText(parseInstant(row.updated_at) ?? 0)
  const address = baseUrl + measureAddress(language, row.slug)
  const amount = amountSaid(row.amount, row.instrument_type, language)
  const told = [
    row.issuer.name,
    ...(amount === null ? [] : [[amount.figure, amount.note].filter((part) => part !== null).join(', ')]),
    ...(of > 1 ? [words.ofSeveral(number, of)] : []),
    ...(isWholeDay(entry) ? [] : [words.brusselsTime]),
    words.onlyAuthority,
    address,
  ]
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(`${row.id}/deadline-${number}@${new URL(baseUrl).hostname}`)}`,
    `SEQUENCE:${row.version}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    ...(isWholeDay(entry)
      ? [`DTSTART;VALUE=DATE:${dateText(at, 0)}`, `DTEND;VALUE=DATE:${dateText(at, 1)}`]
      : [`DTSTART:${utcText(at)}`]),
    `SUMMARY:${escaped(words.entry(row.title))}`,
    `DESCRIPTION:${escaped(told.join('\n'))}`,
    `URL:${addressText(address)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Whether a deadline is a day as a whole: its hour is told only where the source tells one. */
export function isWholeDay({ at, precision }: Pick<DeadlineShown, 'at' | 'precision'>): boolean {
  const end = endOfDay(lastDayOf(at))
  return precision !== 'instant' || at === end || at === end + 1
}

function dateText(at: Instant, daysLater: number): string {
  return addDays(lastDayOf(at), daysLater).replaceAll('-', '')
}

/** Whole seconds; what is finer is cut off. */
function utcText(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Control characters but the tab and the end of a line, which are told apart before. */
const controls = /[^\P{Cc}\t\n]/gu

/** A text value (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return withoutDirectionMarks(text)
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(controls, ' ')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

/** An address is no text: nothing in it is escaped, and nothing in it can end its line. */
function addressText(address: string): string {
  return new URL(address).href
}

/** A line of more than 75 bytes goes on in the next, after a space; never within a character. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= lineBytesMax) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const length = bytesOf(character)
    if (bytes + length > lineBytesMax) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += length
  }
  return [...parts, part].join('\r\n')
}

/** Bytes of a character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
