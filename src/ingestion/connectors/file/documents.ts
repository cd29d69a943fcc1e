/**
 * A JSON array or a YAML list of input records, read whole. YAML is read by its core schema, so that a date stays a text;
 * whatever would not be plain JSON (tags, binary, circular aliases, several documents) is refused. A document with a
 * fault in its form says nothing certain about any of its records, so it stops the reading.
 */
import { readFile, stat } from 'node:fs/promises'
import { findJsonFault } from '../../../contract/body/json-scan.ts'
import { ConnectorFailure } from '../connector.ts'
import { cannotRead, type FileEntry } from './entry.ts'

/** The largest document, in bytes; more records than fit stand better in NDJSON. */
const documentBytesMax = 64 * 1024 * 1024
const levelsMax = 32
/** Uses of YAML anchors: enough for a shared issuer, too few to swell a file. */
const aliasesMax = 1_000

export async function* readJsonList(file: string, name: string): AsyncGenerator<FileEntry> {
  const text = await readText(file, name)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ConnectorFailure(`${name} is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
  const fault = findJsonFault(text, levelsMax + 1)
  if (fault !== null) {
    const what = fault.kind === 'duplicate' ? 'is given twice' : `is more than ${levelsMax} levels deep`
    throw new ConnectorFailure(`${name}: ${fault.path} ${what}`)
  }
  yield* entriesOf(value, name)
}

export async function* readYamlList(file: string, name: string): AsyncGenerator<FileEntry> {
  const text = await readText(file, name)
  // Seventy files, which only those load who read YAML.
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    merge: false,
    uniqueKeys: true,
    prettyErrors: false,
    // With 'silent' the parser would also keep quiet about a second document.
    logLevel: 'error',
    lineCounter: lines,
  })
  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) {
    throw new ConnectorFailure(`${name} is not YAML, line ${lines.linePos(fault.pos[0]).line}: ${fault.message}`)
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: aliasesMax })
  } catch (error) {
    throw new ConnectorFailure(`${name} is not YAML: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
  const stranger = notPlain(value, '', 0)
  if (stranger !== null) throw new ConnectorFailure(`${name}: ${stranger}`)
  yield* entriesOf(value, name)
}

function* entriesOf(value: unknown, name: string): Generator<FileEntry> {
  if (!Array.isArray(value)) throw new ConnectorFailure(`${name} must hold a list of input records`)
  for (const input of value) yield { line: null, input }
}

/** What in the value is no plain JSON, and where; null when all of it is. */
function notPlain(value: unknown, place: string, level: number): string | null {
  // A list of records of 32 levels each; an alias that holds itself goes deeper without end.
  if (level > levelsMax + 1) return `${place.slice(0, 80)} is more than ${levelsMax} levels deep`
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${place} is not a finite number`
  if (Array.isArray(value)) return firstOf(value.entries(), (index) => `${place}[${index}]`, level)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return firstOf(Object.entries(value), (key) => `${place}.${key}`, level)
  }
  return `${place} is neither a text, a number, true, false, null, a list nor a mapping`
}

function firstOf<Key>(entries: Iterable<[Key, unknown]>, placeOf: (key: Key) => string, level: number): string | null {
  for (const [key, member] of entries) {
    const found = notPlain(member, placeOf(key), level + 1)
    if (found !== null) return found
  }
  return null
}

/** A whole file of UTF-8, at most `documentBytesMax`; `name` stands in messages. */
export async function readText(file: string, name: string): Promise<string> {
  let bytes: Buffer
  try {
    const { size } = await stat(file)
    if (size > documentBytesMax) throw new ConnectorFailure(`${name} has more than ${documentBytesMax} bytes`)
    bytes = await readFile(file)
  } catch (error) {
    throw error instanceof ConnectorFailure ? error : cannotRead(name, error)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ConnectorFailure(`${name} is not UTF-8`, { cause: error })
  }
}
