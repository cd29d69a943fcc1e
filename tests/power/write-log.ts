/** The log of what processes did to the files of a folder (`recorder.c` writes it), and marks that a test puts between. */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { toolMissing } from '../harness/debian-tools.ts'

/** In the order of `recorder.c`; `mark` is written here alone. */
const kinds = [
  ...(['', 'opened', 'written', 'truncated', 'sync begun', 'sync ended', 'renamed', 'linked', 'unlinked'] as const),
  ...(['made folder', 'took folder', 'strange', 'mark'] as const),
] as const
const markKind = kinds.indexOf('mark')
const headBytes = 52

/**
 * One thing that was done. `file`: its inode; `offset` of a write, the length a file was cut to, or 1 of a file that was
 * emptied when it was opened; `ticket` joins the end of a sync to its begin; `first` and `second` are paths.
 */
export type Recorded = {
  kind: (typeof kinds)[number]
  atMs: number
  file: number
  offset: number
  ticket: bigint
  first: string
  second: string
  data: Buffer
}

export type Recorder = {
  /** What a process is given in its environment so that it is recorded. */
  environment: Record<string, string>
  /** The inode of the folder itself. */
  folderFile: number
  /** Puts a mark at the end of the log: what was done before it stands before it. */
  mark(name: string): void
  read(): Recorded[]
  close(): void
}

/** Why nothing can be recorded on this machine; false where it can. */
export function whyNotRecorded(): string | false {
  return process.platform === 'linux' ? toolMissing('gcc') : 'files are recorded on Linux alone'
}

/** Makes the recorder in `place`, to follow the files under `folder`; both are there, and neither lies in the other. */
export function makeRecorder(place: string, folder: string): Recorder {
  const library = path.join(place, 'recorder.so')
  const source = path.join(import.meta.dirname, 'recorder.c')
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Wextra', '-Werror', '-o', library, source, '-ldl'])
  const log = path.join(place, 'write-log')
  const file = openSync(log, 'a', 0o600)
  return {
    environment: { LD_PRELOAD: library, RECORDED_FOLDER: folder, RECORDED_LOG: log, UV_USE_IO_URING: '0' },
    folderFile: statSync(folder).ino,
    mark: (name) => void writeSync(file, markBytes(name)),
    read: () => readRecords(readFileSync(log)),
    close: () => closeSync(file),
  }
}

function markBytes(name: string): Buffer {
  const text = Buffer.from(name)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(headBytes + text.length, 0)
  head.writeUInt32LE(markKind, 4)
  head.writeBigUInt64LE(BigInt(Date.now()) * 1_000n, 8)
  head.writeUInt32LE(text.length, 40)
  return Buffer.concat([head, text])
}

function readRecords(log: Buffer): Recorded[] {
  const records: Recorded[] = []
  for (let at = 0; at < log.length; ) {
    const bytes = log.readUInt32LE(at)
    const kind = kinds[log.readUInt32LE(at + 4)]
    if (kind === undefined || bytes < headBytes) throw new Error(`no record begins at ${at} of the log`)
    const [first = 0, second = 0] = [log.readUInt32LE(at + 40), log.readUInt32LE(at + 44)]
    const names = at + headBytes
    records.push({
      kind,
      atMs: Number(log.readBigUInt64LE(at + 8)) / 1_000,
      file: Number(log.readBigUInt64LE(at + 16)),
      offset: Number(log.readBigUInt64LE(at + 24)),
      ticket: log.readBigUInt64LE(at + 32),
      first: log.toString('utf8', names, names + first),
      second: log.toString('utf8', names + first, names + first + second),
      data: log.subarray(names + first + second, at + bytes),
    })
    at += bytes
  }
  return records
}
