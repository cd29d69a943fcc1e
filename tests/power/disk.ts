/**
 * A disk that forgets, from the log of what was written to it. At a moment of the log it has for certain what was synced
 * before; of all else it may have kept anything: nothing, all, the first part, some writes and not others, single
 * sectors of a write, a file's new length without its bytes. A name (made, moved, taken away) is certain when its folder
 * was synced, and only then. File systems in use promise more than that.
 */
import path from 'node:path'
import type { Recorded } from './write-log.ts'

/** What a disk writes whole or not at all: of old disks, and of what the system hands them. */
const sectorBytes = [512, 4_096] as const

type Change = { index: number; offset: number; data: Buffer | null }
/** `bytes` is what is certain (its beginning of `length`); `changes` came after. */
type KeptFile = { bytes: Buffer; length: number; changes: Change[] }
type Entry = KeptFile | 'folder'
type Naming = { index: number; folders: string[]; sets: [name: string, entry: Entry | null][] }
/** Files and folders by their path; of a folder null. */
export type Kept = Map<string, Buffer | null>
/** What becomes of what is not certain. */
export type Fate = (index: number, kind: 'bytes' | 'name', file: object) => 'kept' | 'lost' | 'torn'

export type Disk = {
  /** Takes in the record of that place in the log. */
  take(record: Recorded, index: number): void
  /** What is there if the power is cut now. */
  cut(fate: Fate, chance: () => number): Kept
}

/** An empty folder on a disk; `file`: its inode. */
export function makeDisk(folder: string, file: number): Disk {
  const byFile = new Map<number, KeptFile>()
  const folders = new Map<number, string>([[file, folder]])
  const begun = new Map<bigint, number>()
  /** As processes see it, and as it is certain. */
  const seen = new Map<string, Entry>([[folder, 'folder']])
  const certain = new Map<string, Entry>([[folder, 'folder']])
  let namings: Naming[] = []

  function name(index: number, sets: [string, Entry | null][]): void {
    for (const set of sets) put(seen, set)
    namings.push({ index, sets, folders: [...new Set(sets.map(([one]) => path.dirname(one)))] })
  }

  function opened(index: number, { first, file: inode, offset }: Recorded): void {
    const known = byFile.get(inode)
    const isSame = known !== undefined && seen.get(first) === known
    if (isSame) {
      if (offset === 1) known.changes.push({ index, offset: 0, data: null })
      return
    }
    const made = { bytes: Buffer.alloc(0), length: 0, changes: [] }
    byFile.set(inode, made)
    if (!first.endsWith(' (deleted)')) name(index, [[first, made]])
  }

  function synced(inode: number, until: number): void {
    const place = folders.get(inode)
    if (place === undefined) {
      const one = byFile.get(inode)
      if (one === undefined) throw new Error(`a file was synced that was never opened: ${inode}`)
      for (const change of one.changes) if (change.index < until) apply(one, change)
      one.changes = one.changes.filter(({ index }) => index >= until)
      return
    }
    const isSynced = (naming: Naming): boolean => naming.index < until && naming.folders.includes(place)
    for (const naming of namings) if (isSynced(naming)) for (const set of naming.sets) put(certain, set)
    namings = namings.filter((naming) => !isSynced(naming))
  }

  /** Its name is that of the folder above; what has a name in it goes along. */
  function movedFolder(index: number, first: string, second: string): void {
    const isIn = (one: string): boolean => one === first || one.startsWith(`${first}${path.sep}`)
    if (namings.some(({ sets }) => sets.some(([one]) => one !== first && isIn(one))))
      throw new Error(`a folder was moved before its names were synced: ${first}`)
    const moved = [...seen].filter(([one]) => isIn(one))
    const sets = moved.flatMap(([one, entry]): Naming['sets'] => [
      [one, null],
      [second + one.slice(first.length), entry],
    ])
    for (const set of sets) put(seen, set)
    namings.push({ index, sets, folders: [path.dirname(first), path.dirname(second)] })
    for (const [inode, place] of folders) if (isIn(place)) folders.set(inode, second + place.slice(first.length))
  }

  function entryAt(name: string): Entry {
    const entry = seen.get(name)
    if (entry === undefined) throw new Error(`nothing was made at ${name}`)
    return entry
  }

  return {
    take(record, index) {
      const { kind, first, second, offset, data, file: inode } = record
      const one = byFile.get(inode)
      if (kind === 'opened') opened(index, record)
      else if (kind === 'written' || kind === 'truncated') {
        if (one === undefined) throw new Error(`a file was written that was never opened: ${inode}`)
        one.changes.push({ index, offset, data: kind === 'written' ? data : null })
      } else if (kind === 'sync begun') begun.set(record.ticket, index)
      else if (kind === 'sync ended') synced(inode, begun.get(record.ticket) ?? 0)
      else if (kind === 'renamed' && entryAt(first) === 'folder') movedFolder(index, first, second)
      else if (kind === 'renamed')
        name(index, [
          [first, null],
          [second, entryAt(first)],
        ])
      else if (kind === 'linked') name(index, [[second, entryAt(first)]])
      else if (kind === 'unlinked' || kind === 'took folder') name(index, [[first, null]])
      else if (kind === 'made folder') {
        folders.set(inode, first)
        name(index, [[first, 'folder']])
      } else if (kind === 'strange')
        throw new Error(`a file was changed in a way that is not followed: ${first} of ${second}`)
    },
    cut(fate, chance) {
      const names = new Map(certain)
      const lost = new Set<string>()
      for (const naming of namings) {
        // What comes after something that was forgotten of the same name has nothing to come after.
        const isKept = naming.sets.every(([one]) => !lost.has(one)) && fate(naming.index, 'name', naming) !== 'lost'
        for (const set of naming.sets) {
          if (isKept) put(names, set)
          else lost.add(set[0])
        }
      }
      const kept: Kept = new Map()
      for (const [one, entry] of [...names].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
        if (one !== folder && !kept.has(path.dirname(one))) continue
        kept.set(one, entry === 'folder' ? null : contentOf(entry, fate, chance))
      }
      return kept
    },
  }
}

function put(names: Map<string, Entry>, [name, entry]: [string, Entry | null]): void {
  if (entry === null) names.delete(name)
  else names.set(name, entry)
}

function contentOf(file: KeptFile, fate: Fate, chance: () => number): Buffer {
  const copy = { bytes: Buffer.from(file.bytes), length: file.length, changes: [] }
  for (const change of file.changes) {
    const what = fate(change.index, 'bytes', file)
    if (what === 'kept') apply(copy, change)
    else if (what === 'torn' && change.data !== null) tear(copy, change.offset, change.data, chance)
  }
  return copy.bytes.subarray(0, copy.length)
}

/** Some sectors of a write, and perhaps the length that it would have given the file. */
function tear(file: KeptFile, offset: number, data: Buffer, chance: () => number): void {
  const sector = chance() < 0.5 ? sectorBytes[0] : sectorBytes[1]
  for (let from = 0; from < data.length; ) {
    const until = Math.min(data.length, from + sector - ((offset + from) % sector))
    if (chance() < 0.5) apply(file, { index: 0, offset: offset + from, data: data.subarray(from, until) })
    from = until
  }
  if (chance() < 0.5) grow(file, offset + data.length)
}

function apply(file: KeptFile, { offset, data }: Change): void {
  if (data === null) {
    if (offset < file.length) file.bytes.fill(0, offset, file.length)
    else grow(file, offset)
    file.length = offset
    return
  }
  grow(file, offset + data.length)
  data.copy(file.bytes, offset)
}

function grow(file: KeptFile, length: number): void {
  if (length > file.bytes.length) {
    const larger = Buffer.alloc(Math.max(length, 2 * file.bytes.length))
    file.bytes.copy(larger, 0, 0, file.length)
    file.bytes = larger
  }
  file.length = Math.max(file.length, length)
}
