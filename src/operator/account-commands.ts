/** `accounts` and `keys`: who may use the service, and with what. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Account } from '../accounts/account.ts'
import {
  createAccount,
  createKey,
  deleteAccount,
  listAccounts,
  listKeys,
  revokeKey,
  setPlan,
  showAccount,
} from '../accounts/operations.ts'
import { isPlanId } from '../accounts/plans.ts'
import { setOperator } from '../accounts/profile.ts'
import { handOver } from '../billing/reconcile.ts'
import { tellingKey } from '../mail/security/tell-security.ts'
import { makeLinkToHandOver } from '../sign_in/links/links.ts'
import { formatInstant } from '../values/brussels.ts'
import { planIds } from '../values/vocabularies.ts'
import type { Run } from './command-run.ts'
import type { Host } from './host.ts'
import { CommandFault, exitCodes } from './output.ts'
import { shownOn, type Text } from './terminal/screen.ts'
import { table } from './terminal/table.ts'

const accountDocument = ({ id, email, emailVerified, language, plan, planBy, isOperator, createdAt }: Account) => ({
  ...{ id, email, email_verified: emailVerified, language, plan, plan_by: planBy, operator: isOperator },
  created_at: formatInstant(createdAt),
})

export function addAccountCommands(program: Command, host: Host, run: Run): void {
  const accounts = program.command('accounts').description('accounts: who may use the service')
  accounts
    .command('create')
    .description('make an account')
    .requiredOption('--email <email>', 'its e-mail address')
    .option('--plan <plan>', `its plan: ${planIds.join(', ')} (none: keyed routes answer 402 until it has one)`)
    .action((options: { email: string; plan?: string }) =>
      run(async () => {
        const plan = options.plan === undefined ? null : readPlan(options.plan)
        return host.withStore(async ({ database }) => {
          const account = await database.transaction((transaction) =>
            createAccount(transaction, host.clock.now(), { email: options.email, plan }),
          )
          return {
            document: { id: account.id, email: account.email, plan: account.plan },
            text:
              `Made the account ${account.id} (${account.email}), plan ${account.plan ?? 'none'}.\n` +
              `Make a key for it: npx subsidies keys create --account ${account.id} --mode live --name <name>`,
          }
        })
      }),
    )
  accounts
    .command('list')
    .description('list the accounts, oldest first')
    .action(() =>
      run(() =>
        host.withStore(async ({ database }) => {
          const all = await listAccounts(database)
          return {
            document: all.map(accountDocument),
            text: table(
              ['id', 'email', 'plan', 'created'],
              all.map((account) => [
                account.id,
                account.email,
                account.plan ?? 'none',
                formatInstant(account.createdAt),
              ]),
              'There are no accounts. Make one: npx subsidies accounts create --email <email> --plan <plan>',
            ),
          }
        }),
      ),
    )
  accounts
    .command('show')
    .description('show an account and its keys')
    .argument('<account>', 'id or e-mail address')
    .action((idOrEmail: string) =>
      run(() =>
        host.withStore(async ({ database }) => {
          const account = await showAccount(database, idOrEmail)
          const keys = await listKeys(database, account.id)
          return {
            document: { ...accountDocument(account), keys: keys.map(keyDocument) },
            text: (screen) =>
              `${account.id}  ${account.email}  plan ${account.plan ?? 'none'}\n${shownOn(screen, keyTable(keys))}`,
          }
        }),
      ),
    )
  accounts
    .command('set-plan')
    .description('give an account another plan, from its next request on')
    .argument('<account>', 'id or e-mail address')
    .argument('<plan>', `${planIds.join(', ')}, none, or stripe: what the account pays by card`)
    .action((idOrEmail: string, word: string) =>
      run(async () => {
        const now = host.clock.now()
        const plan = word === 'none' || word === 'stripe' ? null : readPlan(word, [...planIds, 'none', 'stripe'])
        return host.withStore(async ({ database }) => {
          const account =
            word === 'stripe' ? await handOver(database, now, idOrEmail) : await setPlan(database, now, idOrEmail, plan)
          return {
            document: { id: account.id, email: account.email, plan: account.plan },
            text: `${account.id} (${account.email}) now has the plan ${account.plan ?? 'none'}.`,
          }
        })
      }),
    )
  addAccessCommands(accounts, host, run)
  addKeyCommands(program, host, run)
}

const actor = { kind: 'operator' } as const

/** Writes an archive for its owner alone; answers its bytes. A file that is there is not written over. */
async function writeArchive(pieces: AsyncIterable<Buffer>, file: string): Promise<number> {
  let written = 0
  const counted = async function* () {
    for await (const piece of pieces) {
      written += piece.length
      yield piece
    }
  }
  try {
    await pipeline(counted(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
    throw new CommandFault('conflict', `${file} is there already. Name another file, or remove it.`)
  }
  return written
}

/** What lets people in, and shows them more, or ends it all. */
function addAccessCommands(accounts: Command, host: Host, run: Run): void {
  accounts
    .command('sign-in-link')
    .description('make a link that signs somebody in to an account: once, within 15 minutes')
    .argument('<account>', 'id or e-mail address')
    .action((idOrEmail: string) =>
      run(() =>
        host.withStore(async ({ database, baseUrl }) => {
          const { id, email } = await showAccount(database, idOrEmail)
          const link = baseUrl + (await makeLinkToHandOver(database, host.clock.now(), id))
          return {
            document: { id, link },
            text: `${link}\nSigns in to ${id} (${email}), once, within 15 minutes: hand it over as you would a password.`,
          }
        }),
      ),
    )
  accounts
    .command('set-operator')
    .description('let an account see the pages of who runs this service, or no longer')
    .argument('<account>', 'id or e-mail address')
    .argument('<on or off>', 'on or off')
    .action((idOrEmail: string, word: string) =>
      run(async () => {
        if (word !== 'on' && word !== 'off')
          throw new CommandFault('usage', `Say on or off, not "${word}".`, { exitCode: exitCodes.usage })
        return host.withStore(async ({ database }) => {
          const { id, email, isOperator } = await setOperator(database, host.clock.now(), idOrEmail, word === 'on')
          return {
            document: { id, operator: isOperator },
            text: `${id} (${email}) ${isOperator ? 'sees' : 'does not see'} the operator's pages.`,
          }
        })
      }),
    )
  accounts
    .command('export')
    .description('write everything of an account into a zip, as its owner gets it')
    .argument('<account>', 'id or e-mail address')
    .requiredOption('--to <file>', 'a file that does not exist yet')
    .action((idOrEmail: string, { to }: { to: string }) =>
      run(() =>
        host.withStore(async ({ database }) => {
          const { exportAccount } = await import('../dashboard/account/export-account.ts')
          const { id } = await showAccount(database, idOrEmail)
          const bytes = await writeArchive(exportAccount(database, host.clock.now(), { accountId: id, actor }), to)
          return { document: { id, file: to, bytes }, text: `${to}: ${bytes} bytes, everything of ${id}.` }
        }),
      ),
    )
  accounts
    .command('delete')
    .description('delete an account for good, with its keys, watchlists and events')
    .argument('<account>', 'id or e-mail address')
    .action((idOrEmail: string) =>
      run(() =>
        host.withStore(async ({ database }) => {
          const { id, email } = await deleteAccount(database, host.clock.now(), idOrEmail)
          return {
            document: { id, deleted: true },
            text:
              `Deleted ${id} (${email}): its keys are refused from now on.\n` +
              'What it left is erased by the running service within a few minutes.',
          }
        }),
      ),
    )
}

type KeyFacts = Awaited<ReturnType<typeof listKeys>>[number]

const keyDocument = (key: KeyFacts) => ({
  id: key.id,
  name: key.name,
  mode: key.mode,
  prefix: key.prefix,
  created_at: formatInstant(key.createdAt),
  revoked_at: key.revokedAt === null ? null : formatInstant(key.revokedAt),
})

function keyTable(keys: readonly KeyFacts[]): Text {
  return table(
    ['id', 'name', 'mode', 'begins with', 'created', 'revoked'],
    keys.map((key) => [
      key.id,
      key.name,
      key.mode,
      key.prefix,
      formatInstant(key.createdAt),
      key.revokedAt === null ? '' : formatInstant(key.revokedAt),
    ]),
    'It has no keys.',
  )
}

/** `keys`: made, listed, revoked. */
function addKeyCommands(program: Command, host: Host, run: Run): void {
  const keys = program.command('keys').description('keys: what a program shows to be let in')
  keys
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--account <account>', 'id or e-mail address of its account')
    .requiredOption('--mode <mode>', 'live or test: a label for reports, both reach the same data')
    .requiredOption('--name <name>', 'what it is for')
    .action((options: { account: string; mode: string; name: string }) =>
      run(async () => {
        const { account, mode, name } = options
        if (mode !== 'live' && mode !== 'test') throw usage(`--mode must be live or test, not "${mode}".`)
        return host.withStore(async ({ database }) => {
          const now = host.clock.now()
          const made = await createKey(database, now, { account, mode, name, also: tellingKey(now) })
          return {
            document: { id: made.id, key: made.key, mode: made.mode, prefix: made.prefix },
            text: `${made.key}\nThis is the key ${made.id}, shown this once: keep it where only your server can read it.`,
          }
        })
      }),
    )
  keys
    .command('list')
    .description("list an account's keys")
    .requiredOption('--account <account>', 'id or e-mail address')
    .action((options: { account: string }) =>
      run(() =>
        host.withStore(async ({ database }) => {
          const all = await listKeys(database, options.account)
          return { document: all.map(keyDocument), text: keyTable(all) }
        }),
      ),
    )
  keys
    .command('revoke')
    .description('revoke a key: the next request with it is refused')
    .argument('<key-id>', 'the id of the key (key_...), not the key itself')
    .action((keyId: string) =>
      run(() =>
        host.withStore(async ({ database }) => {
          const key = await revokeKey(database, host.clock.now(), { keyId })
          return {
            document: keyDocument(key),
            text: `Revoked ${key.id} (${key.prefix}...). It cannot be brought back.`,
          }
        }),
      ),
    )
}

function readPlan(text: string, accepted: readonly string[] = planIds) {
  if (!isPlanId(text)) throw usage(`The plan must be one of ${accepted.join(', ')}, not "${text}".`)
  return text
}

function usage(message: string): CommandFault {
  return new CommandFault('usage', message, { exitCode: exitCodes.usage })
}
