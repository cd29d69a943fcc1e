/** A document of N-Triples, from a file or from an answer. */

import { ConnectorFailure } from './connector.ts'
import { readText } from './file/documents.ts'
import { type Graph, readNTriples, TriplesFault } from './n-triples.ts'

/** `name` stands in messages. */
export async function readTriplesFile(file: string, name: string): Promise<Graph> {
  if (!/\.nt$/i.test(name)) throw new ConnectorFailure(`${name} must be N-Triples and end in .nt`)
  return triplesIn(await readText(file, name), name)
}

export function triplesIn(text: string, name: string): Graph {
  try {
    return readNTriples(text)
  } catch (error) {
    if (error instanceof TriplesFault) throw new ConnectorFailure(`${name}: ${error.message}`, { cause: error })
    throw error
  }
}
