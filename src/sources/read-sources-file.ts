/** Reads the sources file from disk. A fault stops the start with one line: file, place, what is accepted. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { WrongSetting } from '../platform/settings.ts'
import { type KnownConnectors, readDefinitions, type SourceDefinition } from './source/definition.ts'

export type SourcesFile = {
  /** As the operator wrote it. */
  file: string
  definitions: SourceDefinition[]
  /** Absolute folder that relative paths of the file start from: its own. */
  folder: string
}

const fileBytesMax = 1_000_000

/** A fault in a sources file: one line that names the setting, the file as the operator wrote it, and the place. */
export function wrongSourcesFile(file: string, fault: string): WrongSetting {
  const where = `${file}: ${fault.replaceAll(/\s*\n\s*/g, ' ')}`
  return new WrongSetting(`SOURCES_FILE must be a JSON or YAML file with a list of sources, or "bundled". ${where}`)
}

/** Reads a sources file, JSON or YAML by its ending. Throws `WrongSetting`, whose message is one line. */
export async function readSourcesFile(file: string, connectors: KnownConnectors): Promise<SourcesFile> {
  const fault = (text: string): WrongSetting => wrongSourcesFile(file, text)
  const ending = path.extname(file).toLowerCase()
  if (!['.json', '.yaml', '.yml'].includes(ending)) throw fault('its name must end in .json, .yaml or .yml')
  let text: string
  try {
    const bytes = await readFile(file)
    if (bytes.length > fileBytesMax) throw fault(`it must have at most ${fileBytesMax} bytes`)
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof WrongSetting) throw error
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (missing) throw fault('there is no such file')
    throw fault(`cannot be read as UTF-8 text: ${error instanceof Error ? error.message : String(error)}`)
  }
  const document = ending === '.json' ? parsedJson(text, fault) : await parsedYaml(text, fault)
  const read = readDefinitions(document, connectors)
  if ('fault' in read) throw fault(read.fault)
  return { file, definitions: read.definitions, folder: path.dirname(path.resolve(file)) }
}

function parsedJson(text: string, fault: (text: string) => WrongSetting): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fault(`is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function parsedYaml(text: string, fault: (text: string) => WrongSetting): Promise<unknown> {
  // Seventy files, which only those load who read YAML.
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, { prettyErrors: true, logLevel: 'silent' })
  const [error] = document.errors
  if (error !== undefined) {
    const [start] = error.linePos ?? []
    throw fault(`${start === undefined ? '' : `line ${start.line}, column ${start.col}: `}is not YAML: ${error.code}`)
  }
  return document.toJS({ maxAliasCount: 100 })
}
