/** What the readers of files hand on: one entry of a file, before it has a position in the reading. */
import { ConnectorFailure } from '../connector.ts'

export type FileEntry =
  | { line: number | null; input: unknown }
  | { line: number | null; localId: string | null; reason: string }

/** A file or folder that the system does not let us read, in words that an operator can act on. */
export function cannotRead(name: string, error: unknown): ConnectorFailure {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const why =
    code === 'ENOENT'
      ? 'there is no such file or folder'
      : code === 'EACCES' || code === 'EPERM'
        ? 'the service may not read it'
        : code === 'EISDIR'
          ? 'it is a folder'
          : error instanceof Error
            ? error.message
            : String(error)
  return new ConnectorFailure(`${name} cannot be read: ${why}`, { cause: error })
}
