/** What a restore does only where its operator says so: replacing accounts, and going on without what must be known. */
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { BackupFault } from '../backup-fault.ts'
import type { BackupHeader } from '../file/header.ts'
import type { Told } from './standing.ts'
import type { Life, Teller } from './told.ts'

export type NamedLedger = Teller & { name: string; life: Life }

type Asked = { replaces: boolean; withoutLedger: boolean }
type Found = {
  header: BackupHeader
  told: Told
  ledgers: readonly NamedLedger[]
  /** Until when the ledgers, and until when any, tell what happened since the backup; null: nothing of it. */
  byLedgers: Instant | null
  toldUntil: Instant | null
}

const lettersOfLife = 8
const unknownThen =
  'it is then not known who was erased, which keys were revoked and which companies forgotten after the backup, and what the backup has of them stands again'

/**
 * Throws where the store there must not be replaced as it was asked. Where there is none, or nobody's, nothing is refused for want of a
 * ledger that nobody named: a backup alone can be all that is left.
 */
export function refuseUnasked(
  { replaces, withoutLedger }: Asked,
  { header, told, ledgers, byLedgers, toldUntil }: Found,
): void {
  const { relation, accounts } = told
  if (accounts === null && !replaces) throw unreadable(told)
  if (accounts !== null && accounts > 0 && !replaces)
    throw new BackupFault(
      'store_exists',
      'There is a store with accounts already. To put the backup in its place, say --replace: what happened in it since the backup is then lost.',
    )
  if (withoutLedger) return
  if (told.unreadable.length > 0 && byLedgers === null)
    throw ledgers.length > 0 ? doesNotReach(header, ledgers) : unreadable(told)
  if (toldUntil !== null) return
  if (ledgers.length > 0) throw doesNotReach(header, ledgers)
  if (relation === 'nothing' || relation === 'empty') return
  throw notTold(
    header,
    relation === 'before_backup'
      ? 'The store that would be replaced does not know of this backup: it may be a copy of before it'
      : 'The store that would be replaced is another than the one that the backup is of',
  )
}

function unreadable({ fault, unreadable: words }: Told): BackupFault {
  const why = fault instanceof Error ? fault.message : String(fault)
  return new BackupFault(
    'store_unreadable',
    `The store that would be replaced cannot be read, or not all of it (${why}), so that it does not tell which accounts were erased, which keys revoked and which companies forgotten since the backup. Give the newest ledger with --replace --ledger L; where there is none, say --replace --without-ledger: ${unknownThen}.`,
    { unreadable: words },
    fault,
  )
}

function doesNotReach(header: BackupHeader, ledgers: readonly NamedLedger[]): BackupFault {
  const named = ledgers.map(
    ({ name, life }) => `${name} (of ${formatInstant(life.until)}, ${lifeText(life.generation)})`,
  )
  return new BackupFault(
    'ledger_does_not_reach',
    `No ledger given here tells what happened after the backup (of ${header.taken}, ${lifeText(header.generation)}): ${named.join(', ')}. Give the newest ledger of that store; where there is none, say --without-ledger: ${unknownThen}.`,
  )
}

function notTold(header: BackupHeader, what: string): BackupFault {
  return new BackupFault(
    'not_told',
    `${what}, so that it does not tell which accounts were erased, which keys revoked and which companies forgotten after ${header.taken}. Give the newest ledger of that store with --ledger L; where there is none, say --without-ledger: ${unknownThen}.`,
  )
}

const lifeText = (generation: string): string => `life ${generation.slice(0, lettersOfLife)}`
