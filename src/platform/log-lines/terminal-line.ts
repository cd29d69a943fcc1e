/**
 * A line of the log as a person at a terminal reads it: the Brussels time of day, what happened, and the words about it. It is
 * for eyes alone; programs read the JSON lines, which are written everywhere else (`log-line.ts`).
 */
import { styleText } from 'node:util'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { oneLine } from '../../values/one-line.ts'
import type { LogFields } from './log-line.ts'

type Style = Parameters<typeof styleText>[0]

const styles: Readonly<Record<string, Style>> = { warn: 'yellow', error: 'red' }
const methodColumns = 6
const firstRefusal = 400
const firstFault = 500

/** `hasColours`: whether the terminal shows them. */
export function terminalLine(
  hasColours: boolean,
  level: string,
  at: Instant,
  fields: LogFields,
  message: string,
): string {
  const paint = (style: Style, text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text
  const time = paint('dim', timeOfDay(at))
  const { status, method, route, duration_ms: duration, fault_stack: stack, ...about } = fields
  const isRequest = message === 'request' && typeof status === 'number'
  // Of what went well nobody looks anything up: the line stays one.
  const others = isRequest && status < firstRefusal && !about.cut ? {} : about
  const words = Object.entries(others).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : `${name}=${shown(value)}`,
  )
  const said = words.length === 0 ? '' : `  ${paint('dim', words.join(' '))}`
  if (isRequest) {
    const took = typeof duration === 'number' ? `  ${duration} ms` : ''
    const asked = `${String(method).padEnd(methodColumns)} ${route ?? '(no route)'}`
    return `${time}  ${paint(styleOf(status), String(status))}  ${oneLine(asked)}${took}${said}\n`
  }
  const named = Object.entries({ status, method, route, duration_ms: duration })
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : ` ${name}=${shown(value)}`))
    .join('')
  const style = styles[level]
  const lead = level === 'info' ? '' : `${style === undefined ? level : paint(style, level)}: `
  const trace = typeof stack === 'string' ? stack.split('\n').map((line) => `    ${oneLine(line)}\n`) : []
  return `${time}  ${lead}${oneLine(message)}${named}${said}\n${trace.join('')}`
}

function styleOf(status: number): Style {
  if (status >= firstFault) return 'red'
  return status >= firstRefusal ? 'yellow' : 'green'
}

const timeOfDay = (at: Instant): string => formatInstant(at).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM:SS'.length)

function shown(value: string | number | boolean): string {
  const text = oneLine(String(value))
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)
}
