/** `backup` and `restore`: the store as a file, and a file as the store. */
import path from 'node:path'
import type { Command } from 'commander'
import type { Restored } from '../backup/restore.ts'
import { formatInstant } from '../values/brussels.ts'
import type { Run } from './command-run.ts'
import type { BackedUp, Host, RowsProgress } from './host.ts'
import { CommandFault, exitCodes } from './output.ts'
import { showProgress } from './progress.ts'

const bytesPerMegabyte = 1_000_000

type BackupOptions = { to?: string; ledger?: string }
type RestoreOptions = { from: string; ledger?: string; replace?: true; withoutLedger?: true }

export function addBackupCommands(program: Command, host: Host, run: Run): void {
  program
    .command('backup')
    .description(
      'write the store into a file that either engine restores, while the service runs; secret.key is not in it',
    )
    .option('--to <file>', 'a file that is not there yet')
    .option('--ledger <file>', 'also, or alone, what no restore may undo: ship it often; it replaces the one before')
    .action(({ to, ledger }: BackupOptions) =>
      run(async () => {
        if (to === undefined && ledger === undefined)
          throw new CommandFault('usage', 'backup needs --to F, --ledger L, or both.', { exitCode: exitCodes.usage })
        const files = { to: absolute(to), ledger: absolute(ledger) }
        const done = await showing(host, 'backup', (onProgress) => host.backUp({ ...files, onProgress }))
        return { document: backupDocument(files, done), text: backupText(files, done) }
      }),
    )
  program
    .command('restore')
    .description('make the store of a backup: another life of it, in which erasures, revocations and counts hold')
    .requiredOption('--from <file>', 'a backup')
    .option('--ledger <file>', 'what must not be undone, where the store that is replaced does not tell it any more')
    .option('--replace', 'put it in the place of a store that has accounts')
    .option('--without-ledger', 'even if the store that is replaced cannot be read, and no ledger is given')
    .action(({ from, ledger, replace, withoutLedger }: RestoreOptions) =>
      run(async () => {
        const asked = {
          from: path.resolve(from),
          ledger: absolute(ledger),
          replaces: replace === true,
          withoutLedger: withoutLedger === true,
        }
        const restored = await showing(host, 'restore', (onProgress) => host.restore({ ...asked, onProgress }))
        return { document: restoreDocument(asked.from, restored), text: restoreText(asked.from, restored) }
      }),
    )
}

const absolute = (file: string | undefined): string | null => (file === undefined ? null : path.resolve(file))

async function showing<T>(
  { streams, isTerminal }: Host,
  name: string,
  work: (on: RowsProgress) => Promise<T>,
): Promise<T> {
  const display = showProgress(streams.error, isTerminal)
  try {
    return await work((note, done) => display.show({ sourceId: name, done, total: null, note }))
  } finally {
    display.end()
  }
}

type Files = { to: string | null; ledger: string | null }

function backupDocument({ to, ledger }: Files, { backup, ledgerRows }: BackedUp): unknown {
  return {
    backup: backup === null ? null : { file: to, bytes: backup.bytes, ...summaryOf(backup.header) },
    ledger: ledgerRows === null ? null : { file: ledger, rows: ledgerRows },
  }
}

type Header = Restored['header']

const summaryOf = ({ taken, engine, generation, release, migrations, tables, sealed }: Header) => ({
  ...{ taken_at: taken, engine, generation, release, migration: migrations.at(-1)?.name ?? null, sealed },
  rows: rowsOf(tables),
  tables: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
})

const rowsOf = (tables: Header['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0)

function backupText({ to, ledger }: Files, { backup, ledgerRows }: BackedUp): string {
  const lines: string[] = []
  if (backup !== null) {
    const { header, bytes } = backup
    lines.push(
      `Backed up ${rowsOf(header.tables)} rows of ${header.taken} to ${to} (${(bytes / bytesPerMegabyte).toFixed(1)} MB), and read it again whole.`,
      header.sealed === 0
        ? 'Nothing in it is encrypted by SECRET_KEY.'
        : `It has ${header.sealed} secrets that SECRET_KEY alone opens: keep that key elsewhere.`,
    )
  }
  if (ledgerRows !== null) lines.push(`Wrote ${ledgerRows} rows of what no restore may undo to ${ledger}.`)
  return lines.join('\n')
}

function restoreDocument(file: string, { header, generation, honoured }: Restored): unknown {
  return { restored: { file, ...summaryOf(header), generation }, honoured }
}

function restoreText(file: string, { header, honoured }: Restored): string {
  const { erased = 0, revoked = 0, requests = 0, evaluations = 0, mailed = 0, delivered = 0 } = honoured
  return [
    `Restored ${rowsOf(header.tables)} rows of ${formatInstant(header.taken_at)} from ${file}.`,
    `Since then: ${erased} accounts erased again, ${revoked} keys revoked again, ${requests + evaluations} counts raised, ${delivered} deliveries and ${mailed} mails not sent again.`,
    'Cursors of before are refused; sessions and sign-in links have ended. Start the service.',
  ].join('\n')
}
