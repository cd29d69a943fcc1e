/** The operator's commands: `npx subsidies <command>`. */
import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './account-commands.ts'
import { addBillingCommands } from './billing-commands.ts'
import { addCheckCommand } from './check-command.ts'
import type { Run } from './command-run.ts'
import { examine } from './doctor.ts'
import type { Host, Role } from './host.ts'
import { addMeasureCommands } from './measure-commands.ts'
import { CommandFault, exitCodes, type Outcome, present, presentFault } from './output.ts'
import { addSourceCommands } from './source-commands.ts'
import { addWebhookCommands } from './webhook-commands.ts'

/** Carries out the command that the words name; answers the exit status. */
export async function runProgram(words: readonly string[], host: Host): Promise<number> {
  const ownWordsEnd = words.indexOf('--')
  const json = (ownWordsEnd < 0 ? words : words.slice(0, ownWordsEnd)).includes('--json')
  let help = ''
  let status: number = exitCodes.done
  const run = async (work: () => Promise<Outcome>): Promise<void> => {
    status = await present(work, json, host.streams)
  }
  const program = new Command('subsidies')
    .description('Operate the Subsidy Measures service.')
    .option('--json', 'print exactly one JSON document, also on failure')
    .version(host.version, '--version', 'print the version of this release')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text
      },
      // With --json the fault is a document on standard output, printed below.
      writeErr: (text) => void (json ? undefined : host.streams.error.write(text)),
    })
    .showHelpAfterError('(--help lists the commands)')
  addServiceCommands(program, host, run, json)
  addAccountCommands(program, host, run)
  addSourceCommands(program, host, run)
  addCheckCommand(program, host, run)
  addMeasureCommands(program, host, run)
  addBillingCommands(program, host, run)
  addWebhookCommands(program, host, run)
  for (const command of descendants(program)) {
    command.option('--json', 'print exactly one JSON document, also on failure').exitOverride()
  }
  try {
    await program.parseAsync([...words], { from: 'user' })
    return status
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.version')
      return await present(
        async () => ({ document: { version: host.version }, text: host.version }),
        json,
        host.streams,
      )
    if (error.exitCode === 0)
      return await present(async () => ({ document: { help }, text: help.trimEnd() }), json, host.streams)
    if (!json) return exitCodes.usage
    const isIncomplete = error.code === 'commander.help'
    const message = isIncomplete ? 'a command is missing (--help lists them)' : error.message.replace(/^error: /, '')
    return presentFault(new CommandFault('usage', message, { exitCode: exitCodes.usage }), true, host.streams)
  }
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)])
}

function addServiceCommands(program: Command, host: Host, run: Run, json: boolean): void {
  program
    .command('serve')
    .description('run the service: the API and its background work')
    .option('--role <role>', 'api or worker: one of the two alone, any number of each')
    .action((options: { role?: string }) =>
      run(async () => {
        const role = readRole(options.role)
        await host.serve(role, json)
        // What listens has printed where; a worker has only its end to tell of.
        return { document: role === 'worker' ? { stopped: true } : undefined, text: '' }
      }),
    )
  program
    .command('migrate')
    .description('bring the store to the newest schema')
    .action(() =>
      run(async () => {
        const applied = await host.migrate()
        const text = applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}.`
        return { document: { applied }, text }
      }),
    )
  program
    .command('doctor')
    .description('look for what is wrong or will be, and say what to do')
    .action(() => run(() => host.withStore((store) => examine(store, host.clock.now()))))
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .option('--dashboard', "of the dashboard's own routes")
    .action((options: { dashboard?: true }) =>
      run(async () => {
        const document = host.openApiDocument(options.dashboard === true)
        return { document, text: JSON.stringify(document, null, 2) }
      }),
    )
}

function readRole(text: string | undefined): Role {
  if (text === undefined) return 'all'
  if (text === 'api' || text === 'worker') return text
  throw new CommandFault('usage', `--role must be api or worker, not "${text}".`, { exitCode: exitCodes.usage })
}
