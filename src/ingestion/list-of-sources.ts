/** The list of sources that a process works with: the store's own, or the file that the settings name. */
import path from 'node:path'
import { type SettledList, settleSources } from '../measures/publishing/source-list.ts'
import type { OperatorMeans } from '../measures/withdraw.ts'
import type { Settings } from '../platform/settings.ts'
import { bundledList, type ListPlace, type ListUser } from '../sources/list-choice.ts'
import type { SourcesFile } from '../sources/read-sources-file.ts'

/** The lists of sources that the settings can mean, each read at most once. */
export type ListReader = (place: ListPlace) => Promise<SourcesFile>

export function listReader(root: string): ListReader {
  const bundledFile = path.join(root, 'catalogue', 'sources.yaml')
  const read = new Map<ListPlace, Promise<SourcesFile>>()
  return (place) => {
    const reading = read.get(place) ?? readList(place === bundledList ? bundledFile : place)
    read.set(place, reading)
    return reading
  }
}

/** What judges a file is loaded with the first one that is read: most commands keep the store's list. */
async function readList(file: string): Promise<SourcesFile> {
  const [{ settingsChecks }, { readSourcesFile }] = await Promise.all([
    import('./connectors/connectors.ts'),
    import('../sources/read-sources-file.ts'),
  ])
  return readSourcesFile(file, settingsChecks)
}

/** The list of sources of a process with these settings; see `settleSources`. */
export function settleList(
  means: OperatorMeans,
  user: ListUser,
  { sourcesFile }: Settings,
  read: ListReader,
): Promise<SettledList> {
  return settleSources(means, { user, asked: sourcesFile === '' ? null : sourcesFile, read })
}

/** A line for the operator: which sources the background work will read, and why those. */
export function listLine({ from, sources, isKept }: SettledList, { sourcesFile }: Settings): string {
  const place = from === bundledList ? 'the bundled list' : (from ?? 'a list that an earlier release took over')
  const kept = isKept && sourcesFile === '' ? '; kept by the store, SOURCES_FILE is not set' : ''
  return `Sources: ${sources}, from ${place}${kept}.\n`
}
