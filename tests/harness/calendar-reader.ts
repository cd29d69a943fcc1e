/** Reads a calendar as strictly as RFC 5545 is written, and throws at the first thing that it does not allow. */
import assert from 'node:assert/strict'

export type CalendarProperty = { name: string; parameters: Record<string, string>; value: string }
export type CalendarPart = { name: string; properties: CalendarProperty[]; parts: CalendarPart[] }

const lineBytesMax = 75
/** Of one only (3.6.1), as far as our calendars have them. */
const onceInEvent = [
  'UID',
  'SEQUENCE',
  'DTSTAMP',
  'LAST-MODIFIED',
  'DTSTART',
  'DTEND',
  'SUMMARY',
  'DESCRIPTION',
  'URL',
  'TRANSP',
]
const textNames = ['UID', 'SUMMARY', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME', 'PRODID']

export function readCalendar(bytes: Buffer): CalendarPart {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  assert.ok(text.endsWith('\r\n'), 'the last line ends')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) {
    assert.ok(!/[\r\n]/.test(line), 'lines end with CR LF alone')
    assert.ok(Buffer.byteLength(line) <= lineBytesMax, `a line of more than ${lineBytesMax} bytes: ${line}`)
    assert.ok(!/[^\P{Cc}\t]/u.test(line), `a control character: ${JSON.stringify(line)}`)
    assert.ok(line.length > 0, 'an empty line')
  }
  const lines: string[] = []
  for (const line of physical) {
    if (!/^[ \t]/.test(line)) lines.push(line)
    else lines.push(`${lines.pop() ?? assert.fail('a continuation before any line')}${line.slice(1)}`)
  }
  const open: CalendarPart[] = []
  let whole: CalendarPart | null = null
  for (const line of lines) {
    const property = propertyOf(line)
    const within = open.at(-1)
    if (property.name === 'BEGIN') open.push({ name: property.value, properties: [], parts: [] })
    else if (property.name === 'END') {
      assert.equal(within?.name, property.value)
      const ended = open.pop() ?? assert.fail()
      assert.equal(whole, null, 'nothing stands after the calendar')
      if (open.length === 0) whole = ended
      else open.at(-1)?.parts.push(ended)
    } else (within ?? assert.fail('a property outside of everything')).properties.push(property)
  }
  assert.deepEqual(open, [])
  const calendar = whole ?? assert.fail('no calendar')
  judge(calendar)
  return calendar
}

function propertyOf(line: string): CalendarProperty {
  const parts = /^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=[^";:,]+)*):(.*)$/s.exec(line) ?? assert.fail(`no property: ${line}`)
  const [, name = '', given = '', value = ''] = parts
  const pairs = given
    .split(';')
    .slice(1)
    .map((pair) => pair.split('=') as [string, string])
  return { name, parameters: Object.fromEntries(pairs), value: textNames.includes(name) ? unescaped(value) : value }
}

function unescaped(value: string): string {
  assert.ok(/^(?:[^\\;,]|\\[\\;,nN])*$/s.test(value), `an unescaped sign in: ${value}`)
  return value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
}

/** The value of the only property of a name; throws where there is none, or several. */
export function onlyValue({ properties }: CalendarPart, name: string): string {
  const [only, ...more] = properties.filter((property) => property.name === name)
  assert.equal(more.length, 0, `several ${name}`)
  return only?.value ?? assert.fail(`no ${name}`)
}

const instant = /^\d{8}T\d{6}Z$/

function judge(calendar: CalendarPart): void {
  assert.equal(calendar.name, 'VCALENDAR')
  assert.equal(onlyValue(calendar, 'VERSION'), '2.0')
  assert.ok(onlyValue(calendar, 'PRODID').length > 0)
  const uids = calendar.parts.map((event) => onlyValue(event, 'UID'))
  assert.equal(new Set(uids).size, uids.length, 'a UID stands twice')
  for (const event of calendar.parts) {
    assert.equal(event.name, 'VEVENT')
    for (const name of onceInEvent) {
      assert.ok(event.properties.filter((property) => property.name === name).length <= 1, `several ${name}`)
    }
    assert.match(onlyValue(event, 'DTSTAMP'), instant)
    assert.match(onlyValue(event, 'SEQUENCE'), /^\d+$/)
    assert.ok(URL.canParse(onlyValue(event, 'URL')))
    const start = event.properties.find(({ name }) => name === 'DTSTART') ?? assert.fail('no DTSTART')
    assert.match(start.value, start.parameters.VALUE === 'DATE' ? /^\d{8}$/ : instant)
    const end = event.properties.find(({ name }) => name === 'DTEND')
    if (end !== undefined) assert.ok(end.value > start.value && end.parameters.VALUE === start.parameters.VALUE)
  }
}
