/**
 * A line of the log as programs read it: one JSON object, level and time first (UTC, and the same in Brussels), message last. The shapes are few and flat, so
 * that the line is put together here: the library that was asked for it took twice as long, for every request.
 */
import { formatInstant, type Instant } from '../../values/brussels.ts'

/** Words of a log line beside its message; snake_case, as everywhere outside the code. */
export type LogFields = Record<string, string | number | boolean | null | undefined>

/** A field that is undefined is left out; a number that JSON does not have is null. */
export function logLine(level: string, at: Instant, fields: LogFields, message: string): string {
  const { time, brussels } = timesOf(at)
  let line = `{"level":"${level}","time":"${time}","brussels":"${brussels}"`
  for (const name in fields) {
    const value = fields[name]
    if (value === undefined) continue
    // Names are ours. A value may be a caller's, so whatever is not plain is escaped.
    line += `,"${name}":${typeof value === 'string' ? jsonText(value) : plainValue(value)}`
  }
  return `${line},"message":${jsonText(message)}}\n`
}

function plainValue(value: number | boolean | null): string {
  return typeof value === 'number' && !Number.isFinite(value) ? 'null' : String(value)
}

/** Visible ASCII and spaces without quotes and backslashes: it stands in JSON as it is. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]{0,100}$/

function jsonText(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** What the times of one second say alike is made once. */
let newestSecond = { at: Number.NaN, utc: '', brussels: '', offset: '' }

function timesOf(at: Instant): { time: string; brussels: string } {
  const millisecond = at % 1_000
  const second = at - millisecond
  if (second !== newestSecond.at) {
    const [local, utc] = [formatInstant(second), new Date(second).toISOString()]
    const wallEnd = utc.indexOf('.')
    newestSecond = {
      at: second,
      utc: utc.slice(0, wallEnd),
      brussels: local.slice(0, wallEnd),
      offset: local.slice(wallEnd),
    }
  }
  const fraction = String(millisecond).padStart(3, '0')
  return {
    time: `${newestSecond.utc}.${fraction}Z`,
    brussels: `${newestSecond.brussels}.${fraction}${newestSecond.offset}`,
  }
}
