/**
 * Files of input records: a curated source's own, or one given by hand (`ingest --file F`) in place of any source's
 * location. A folder is all the files of a known form that lie in it, in the order of their names.
 */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import Type from 'typebox'
import { byCodePoint } from '../../../values/ids.ts'
import { type Connector, ConnectorFailure, connectorSettings, type ReadItem, stopWhenAborted } from '../connector.ts'
import { readJsonList, readYamlList } from './documents.ts'
import { cannotRead, type FileEntry } from './entry.ts'
import { readLines } from './lines.ts'

const settings = connectorSettings(
  Type.Object(
    {
      path: Type.String({
        minLength: 1,
        description: 'A file (.ndjson, .json, .yaml, .yml) or a folder of such files, relative to the sources file.',
      }),
    },
    { additionalProperties: false },
  ),
)

type FileReader = (file: string, name: string) => AsyncIterable<FileEntry>

/** The ending of a file says its form. */
const readersByEnding = new Map<string, FileReader>([
  ['.ndjson', readLines],
  ['.json', readJsonList],
  ['.yaml', readYamlList],
  ['.yml', readYamlList],
])
const endings = [...readersByEnding.keys()].join(', ')

/** Records between two words about the progress. */
const progressEvery = 500

export const fileConnector: Connector = {
  name: 'file',
  method: 'curated',
  settings,
  read(context) {
    const given = settings.read(context.settings)

    async function* items(): AsyncGenerator<ReadItem> {
      const { files, isFolder } = await filesAt(path.resolve(context.folder, given.path), given.path)
      let position = 0
      for (const file of files) {
        const name = isFolder ? path.join(given.path, path.basename(file)) : given.path
        for await (const entry of readerOf(file, name)(file, name)) {
          stopWhenAborted(context.signal)
          position += 1
          if (position % progressEvery === 0) context.progress(position, null)
          yield { position, file: isFolder ? path.basename(file) : null, ...entry }
        }
      }
      context.progress(position, position)
    }

    return { items: items(), announced: () => null }
  },
}

async function filesAt(place: string, name: string): Promise<{ files: string[]; isFolder: boolean }> {
  try {
    if (!(await stat(place)).isDirectory()) return { files: [place], isFolder: false }
    const names = (await readdir(place))
      .filter((entry) => !entry.startsWith('.') && readersByEnding.has(path.extname(entry).toLowerCase()))
      .sort(byCodePoint)
    if (names.length === 0) throw new ConnectorFailure(`${name} holds no file that ends in ${endings}`)
    return { files: names.map((entry) => path.join(place, entry)), isFolder: true }
  } catch (error) {
    throw error instanceof ConnectorFailure ? error : cannotRead(name, error)
  }
}

function readerOf(file: string, name: string): FileReader {
  const reader = readersByEnding.get(path.extname(file).toLowerCase())
  if (reader === undefined) throw new ConnectorFailure(`${name} must end in one of ${endings}`)
  return reader
}
