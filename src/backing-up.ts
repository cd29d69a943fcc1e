/** Backup and restore put together: the tables, what outlasts a restore, and the key, of this installation. */

import { erasedAccounts, keysRevokedBefore, revokedKeys } from './accounts/lasting-store.ts'
import { noteLedgerWritten } from './backup/last-backup.ts'
import { writeLedger } from './backup/ledger/ledger-file.ts'
import { restore } from './backup/restore.ts'
import { formerLives } from './backup/told/told.ts'
import { writeBackup } from './backup/write-backup.ts'
import { endedPayments } from './billing/lasting-store.ts'
import { fetchAllAnew } from './billing/restored.ts'
import { forgottenEnterprises } from './companies/lasting-store.ts'
import { countedEvaluations, countedRequests } from './limits/lasting-store.ts'
import { endedMails } from './mail/lasting-store.ts'
import { migrationsFolder } from './open-store.ts'
import type { BackedUp, BackupAsked, Host } from './operator/host.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { Lasting } from './platform/database/lasting.ts'
import { storeClock } from './platform/database/store-clock.ts'
import { standingSecretKey } from './platform/secret-key.ts'
import { tables } from './tables.ts'
import { arrivedDeliveries } from './webhooks/lasting-store.ts'
import { openedByAny } from './webhooks/secret-box.ts'

/** What outlasts a restore, in the order in which it is honoured: who is erased first, of whom nothing more is to be kept. */
export const lasting: readonly Lasting[] = [
  erasedAccounts,
  revokedKeys,
  keysRevokedBefore,
  forgottenEnterprises,
  countedRequests,
  countedEvaluations,
  endedMails,
  arrivedDeliveries,
  endedPayments,
  formerLives,
]

const tableNames = Object.keys(tables)
const backedUpTables = Object.entries(tables)
  .filter(([, { isBackedUp }]) => isBackedUp)
  .map(([name]) => name)

type BackingUp = Pick<Host, 'settings' | 'version' | 'withStore'> & { root: string }

export function backingUp({ root, version, settings, withStore }: BackingUp): Pick<Host, 'backUp' | 'restore'> {
  return {
    backUp: (asked) =>
      withStore(({ database }) => backUp(database, asked, { release: version, key: standingSecretKey(settings()) })),
    restore: ({ from, ...asked }) => {
      const keys = [standingSecretKey(settings()), settings().secretKeyPrevious]
      return restore({
        ...asked,
        file: from,
        settings: settings(),
        migrations: migrationsFolder(root),
        tables: tableNames,
        lasting,
        resume: fetchAllAnew,
        sealed: { table: 'webhook', column: 'secret', opens: openedByAny(keys) },
        keys,
        now: systemClock.now(),
      })
    },
  }
}

/**
 * The ledger after the backup: so it tells all that happened until the backup was there. Both by the store's clock: by a clock that
 * is ahead a ledger would leave out what was sent lately.
 */
async function backUp(
  database: Database,
  { to, ledger, onProgress }: BackupAsked,
  { release, key: secretKey }: { release: string; key: Buffer | null },
): Promise<BackedUp> {
  const parts = { database, tables: backedUpTables, release, secretKey, onProgress }
  const backup = to === null ? null : await writeBackup({ ...parts, file: to, now: await storeClock(database) })
  if (ledger === null) return { backup, ledgerRows: null }
  const ledgerParts = { file: ledger, parts: lasting, now: await storeClock(database) }
  const ledgerRows = await database.forBulk().wholeSnapshot((state) => writeLedger(state, ledgerParts))
  await noteLedgerWritten(database)
  return { backup, ledgerRows }
}
