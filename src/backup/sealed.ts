/** What of a backup is kept encrypted, tried with the keys at hand before anything is made of it. */

import { hkdfSync } from 'node:crypto'
import { BackupFault } from './backup-fault.ts'
import type { BackupHeader } from './file/header.ts'
import type { Rows } from './file/open-backup.ts'

/** `opens`: whether a key at hand opens a text of that column. */
export type Sealed = { table: string; column: string; opens(text: string): boolean }

/** Counts, of the rows it is handed, those that no key at hand opens. */
export function countingUnopened({ table, column, opens }: Sealed): { take(rows: Rows): void; count(): number } {
  let unopened = 0
  return {
    take(rows) {
      const place = rows.table === table ? rows.columns.findIndex(({ name }) => name === column) : -1
      if (place < 0) return
      for (const line of rows.lines) {
        const row: unknown[] = JSON.parse(line)
        if (!opens(String(row[place]))) unopened += 1
      }
    },
    count: () => unopened,
  }
}

/** `unopened` of the secrets open with none of these keys. */
export function wrongKey(header: BackupHeader, keys: readonly (Buffer | null)[], unopened: number): BackupFault {
  const given = keys.filter((key) => key !== null)
  const isOfBackup = given.some((key) => keyCheck(key) === header.key_check)
  const which =
    given.length === 0
      ? 'no key is given here'
      : isOfBackup
        ? 'the key that the backup was made under is given here, but they were encrypted with the one before it'
        : 'the key given here is another than the one that the backup was made under'
  return new BackupFault(
    'wrong_secret_key',
    `The backup has ${header.sealed} secrets of webhooks, and ${unopened} of them cannot be opened: ${which}. Give the right one as SECRET_KEY, or as SECRET_KEY_PREVIOUS beside another; on the embedded store it is the file secret.key of its DATA_DIR. Where it is lost, say --without-secrets: endpoints are then sent nothing until their owners rotate the secrets. Nothing was restored.`,
    { sealed: header.sealed, unopened },
  )
}

const checkBytes = 16

/** Another for every key; nobody finds the key from it, which is 32 random bytes. */
export function keyCheck(secretKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'backup key check', checkBytes)).toString('hex')
}
