/** What the store that is to be replaced is to a backup, and what it tells: part by part, so that what cannot be read of one takes no other along. */
import type { Reads } from '../../platform/database/database.ts'
import type { Lasting, LastingRow } from '../../platform/database/lasting.ts'
import { storeGeneration } from '../../platform/database/migrations.ts'
import type { PartRead, Standing, StandingStore } from '../../platform/database/replacing/replacement.ts'
import { columnsOf } from '../../platform/database/rows.ts'
import type { Instant } from '../../values/brussels.ts'
import { BackupFault } from '../backup-fault.ts'
import { countAccounts, lastBackup } from '../backup-store.ts'
import type { BackupHeader } from '../file/header.ts'
import { knownUntil, type Life, type Teller, toldOf } from './told.ts'

/**
 * `same_life`: the store that the backup was taken of; `before_backup`: it as well, but it does not know of the backup, so that it may be
 * a copy of before it; `later_life`: what was made of that store by a restore; `another`: nothing of that; `empty`: nobody's yet;
 * `nothing`: there is none.
 */
export type Relation = 'nothing' | 'empty' | 'same_life' | 'before_backup' | 'later_life' | 'another' | 'unreadable'

export type Told = {
  relation: Relation
  /** Null: that cannot be read. */
  accounts: number | null
  /** Null: it tells nothing. */
  teller: Teller | null
  /** Words of the parts that cannot be read, or not to their end. */
  unreadable: readonly string[]
  /** Why, where something of it cannot be read. */
  fault: unknown
}

/** How far the clocks of those who write to one store may be apart. */
const clocksApartMs = 5 * 60_000
/** Kept in memory while the store is replaced, in letters: some ten million rows. */
const lettersHeldMax = 1_000_000_000

export async function toldByStanding(
  standing: Standing,
  parts: readonly Lasting[],
  { header, now }: { header: BackupHeader; now: Instant },
): Promise<Told> {
  const nothing = { accounts: 0, teller: null, unreadable: [], fault: null }
  if (standing.kind === 'none') return { ...nothing, relation: 'nothing' }
  if (standing.kind === 'unreadable')
    return {
      relation: 'unreadable',
      accounts: null,
      teller: null,
      unreadable: parts.map(wordOf),
      fault: standing.fault,
    }
  const faults: unknown[] = []
  const accounts = await readOf(standing, faults, 'account', { none: 0, read: countAccounts })
  const backedUp = await readOf(standing, faults, 'last_backup', { none: null, read: lastBackup })
  const generation = await readOf(standing, faults, 'store_identity', { none: null, read: storeGeneration })
  const pages = await pagesOf(standing, parts, header.taken_at - clocksApartMs)
  const unreadable = parts.filter((part) => pages.get(part)?.fault !== undefined)
  faults.push(...unreadable.map((part) => pages.get(part)?.fault))
  const isSame = generation === header.generation
  const isBefore = isSame && (backedUp === null || backedUp.taken_at < header.taken_at)
  const tellsAll = generation !== null && !isBefore && !unreadable.some(({ mustBeKnown }) => mustBeKnown)
  // It stands after the backup that it knows of, whatever the clocks say.
  const life: Life | null = tellsAll ? { generation, until: isSame ? Math.max(now, header.taken_at) : now } : null
  const teller: Teller = {
    life,
    async *rowsOf(part) {
      for (const page of pages.get(part)?.texts ?? []) yield JSON.parse(page) as LastingRow[]
    },
  }
  const told = { accounts, teller, unreadable: unreadable.map(wordOf), fault: faults[0] ?? null }
  if (isSame) return { ...told, relation: isBefore ? 'before_backup' : 'same_life' }
  if (accounts === 0) return { ...told, relation: 'empty' }
  const isLater = (await knownUntil([teller], header.generation)) !== null
  return { ...told, relation: isLater ? 'later_life' : 'another' }
}

const wordOf = ({ word }: Lasting): string => word

/** What `read` answers, `none` where the table is not there; null where it cannot be read. */
async function readOf<T>(
  standing: StandingStore,
  faults: unknown[],
  table: string,
  { none, read }: { none: T; read: (reads: Reads) => Promise<T> },
): Promise<T | null> {
  const asked = await standing.readPart(async (reads) =>
    (await has(standing, reads, table)) ? await read(reads) : none,
  )
  if ('value' in asked) return asked.value
  faults.push(asked.fault)
  return null
}

const has = async ({ engine }: StandingStore, reads: Reads, table: string): Promise<boolean> =>
  (await columnsOf(reads, engine, table)).length > 0

/** Pages as text, which takes a fraction of the memory of their rows. `fault`: what is missing of them could not be read. */
type Pages = { texts: string[]; fault?: unknown }

async function pagesOf(
  standing: StandingStore,
  parts: readonly Lasting[],
  since: Instant,
): Promise<ReadonlyMap<Lasting, Pages>> {
  const pages = new Map<Lasting, Pages>()
  let letters = 0
  for (const part of parts) {
    const texts: string[] = []
    const asked: PartRead<boolean> = await standing.readPart(async (reads) => {
      for (const table of part.tables) if (!(await has(standing, reads, table))) return false
      for await (const rows of toldOf(reads, part, since)) {
        const text = JSON.stringify(rows)
        letters += text.length
        if (letters > lettersHeldMax) throw tooMuch()
        texts.push(text)
      }
      return true
    })
    if ('fault' in asked && asked.fault instanceof BackupFault) throw asked.fault
    // A store of an earlier release may lack a table; that is nothing lost.
    const lost = standing.lacks.find(({ table }) => part.tables.includes(table))
    const fault = 'fault' in asked ? asked.fault : lost?.fault
    pages.set(part, { texts, ...(fault === undefined ? {} : { fault }) })
  }
  return pages
}

function tooMuch(): BackupFault {
  return new BackupFault(
    'too_much_told',
    'The store that would be replaced tells more than a restore keeps in memory. Write its ledger (backup --ledger L), restore to another place with --ledger L, and use that.',
  )
}
