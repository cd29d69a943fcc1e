import assert from 'node:assert/strict'
import { unlinkSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { emptyInstallation, withFolder } from '../../tests/harness/backups.ts'
import { engines } from '../../tests/harness/databases.ts'
import { migrationsFolder } from '../../tests/harness/store-templates.ts'
import { BackupFault } from './backup-fault.ts'
import { restore } from './restore.ts'

for (const engine of engines)
  test(`${engine.name}: a backup that goes away while it is restored is named, and not the folder of the store`, () =>
    withFolder(async (folder) => {
      const place = await emptyInstallation(engine)
      try {
        const file = path.join(folder, 'backup')
        await place.operator.done('migrate')
        await place.operator.done('backup', '--to', file)
        const restoring = restore({
          ...{ settings: place.settings, migrations: migrationsFolder, tables: ['migration', 'account'], file },
          lasting: [
            {
              ...{
                word: 'w',
                mustBeKnown: false,
                tables: ['account'],
                toldDays: 1,
                form: ['text'],
                honour: async () => 0,
              },
              tell: async () => {
                unlinkSync(file)
                return []
              },
            },
          ],
          ...{ resume: async () => {}, ledgers: [], replaces: true, withoutLedger: false, withoutSecrets: false },
          ...{ sealed: { table: 'webhook', column: 'secret', opens: () => true }, keys: [], now: 0 },
          onProgress: () => {},
        })
        await assert.rejects(
          restoring,
          (fault: unknown) =>
            fault instanceof BackupFault && fault.code === 'no_such_file' && fault.message.startsWith(`${file} `),
        )
      } finally {
        await place.remove()
      }
    }))
