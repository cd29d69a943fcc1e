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
type RestoreOptions = {
  from: string
  ledger: string[]
  replace?: true
  withoutLedger?: true
  withoutSecrets?: true
}

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
    .description(
      'make the store of a backup: another life of it, in which erasures, revocations, companies forgotten and counts hold',
    )
    .requiredOption('--from <file>', 'a backup')
    .option(
      '--ledger <file>',
      'what must not be undone, where the store that is replaced does not tell it any more; may be given more than once',
      (file: string, before: string[]) => [...before, file],
      [],
    )
    .option('--replace', 'put it in the place of a store that has accounts')
    .option(
      '--without-ledger',
      'even if nothing tells who was erased or forgotten and which keys were revoked since the backup',
    )
    .option('--without-secrets', 'even if no key at hand opens the secrets of webhooks: their owners rotate them')
    .action(({ from, ledger, replace, withoutLedger, withoutSecrets }: RestoreOptions) =>
      run(async () => {
        const asked = {
          from: path.resolve(from),
          ledgers: ledger.map((file) => path.resolve(file)),
          replaces: replace === true,
          withoutLedger: withoutLedger === true,
          withoutSecrets: withoutSecrets === true,
        }
        const restored = await showing(host, 'restore', (onProgress) => host.restore({ ...asked, onProgress }))
        return { document: restoredDocument(asked.from, restored), text: restoredText(asked.from, restored) }
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
        : `Secrets in it that SECRET_KEY alone opens: ${header.sealed}. Keep that key elsewhere.`,
    )
  }
  if (ledgerRows !== null) lines.push(`Wrote ${ledgerRows} rows of what no restore may undo to ${ledger}.`)
  return lines.join('\n')
}

function restoredDocument(file: string, restored: Restored): unknown {
  const { header, generation, honoured, replaced, toldUntil, unreadable, unopened } = restored
  return {
    restored: { file, ...summaryOf(header), generation },
    replaced,
    told_until: toldUntil === null ? null : formatInstant(toldUntil),
    ...{ unreadable, unopened_secrets: unopened, honoured },
  }
}

const replacedWords: Record<Restored['replaced'], string> = {
  nothing: 'There was no store.',
  empty: 'The store that was replaced was another, with no account.',
  same_life: 'The store that was replaced was the one that the backup is of.',
  before_backup: 'The store that was replaced did not know of this backup: it may have been a copy of before it.',
  later_life: 'The store that was replaced had been restored from a backup of the same store.',
  another: 'The store that was replaced was another.',
  unreadable: 'The store that was replaced could not be read.',
}

function restoredText(file: string, { header, honoured, replaced, toldUntil, unreadable, unopened }: Restored): string {
  const lines = [
    `Restored ${rowsOf(header.tables)} rows of ${header.taken} from ${file}.`,
    replacedWords[replaced],
    toldUntil === null ? unknownText(header.taken) : `Told what happened until ${formatInstant(toldUntil)}.`,
  ]
  // Without anything that tells, a 0 would read as if nothing had happened.
  if (toldUntil !== null || Object.values(honoured).some((rows) => rows > 0)) lines.push(honouredText(honoured))
  if (toldUntil !== null && replaced !== 'same_life')
    lines.push(`What was erased, revoked or forgotten in that store after then is NOT KNOWN.`)
  if (unreadable.length > 0)
    lines.push(`NOT READ, or not to the end, of the store that was replaced: ${unreadable.join(', ')}.`)
  if (unopened > 0)
    lines.push(
      `${unopened} secrets of webhooks open with no key at hand: nothing is sent to those endpoints until their owners rotate them.`,
    )
  lines.push(
    `Payments: customers whom the provider has had since ${header.taken} are sought for every account of this store. One whose account_id is not in this store pays for nothing: end it at the provider.`,
    'Cursors of before are refused; sessions and sign-in links have ended. Start the service.',
  )
  return lines.join('\n')
}

const unknownText = (taken: string): string =>
  `NOT KNOWN: who was erased, which keys were revoked, which companies were forgotten, what was counted and sent after ${taken}. Erase, revoke and forget again what you know of (accounts delete, keys revoke, companies forget).`

function honouredText(honoured: Restored['honoured']): string {
  const of = (...words: string[]): number => words.reduce((sum, word) => sum + (honoured[word] ?? 0), 0)
  return [
    `Kept of it: ${of('erased')} accounts erased again, ${of('revoked', 'revoked_before')} keys revoked again, ${of('forgotten')} companies forgotten again`,
    `${of('requests', 'evaluations')} counts raised, ${of('delivered')} deliveries and ${of('mailed')} mails not sent again`,
    `${of('ending')} payments of erased accounts ended.`,
  ].join(', ')
}
