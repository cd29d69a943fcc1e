/** The operator's commands: `npx subsidies <command>`. */
import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './account-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addBillingCommands } from './billing-commands.ts'
import { addCheckCommand } from './check-command.ts'
import type { Run } from './command-run.ts'
import { examine } from './doctor.ts'
import type { Host, Role } from './host.ts'
import { addMeasureCommands } from './measure-commands.ts'
import { CommandFault, exitCodes, type Outcome, present, presentFault } from './output.ts'
import { addSourceCommands } from './source-commands.ts'
import { examplesOf } from './terminal/examples.ts'
import { pathOf, WrongUsage } from './terminal/wrong-usage.ts'
import { addWebhookCommands } from './webhook-commands.ts'

/** Carries out the command that the words name; answers the exit status. */
export async function runProgram(words: readonly string[], host: Host): Promise<number> {
  const ownWordsEnd = words.indexOf('--')
  const json = (ownWordsEnd < 0 ? words : words.slice(0, ownWordsEnd)).includes('--json')
  const { streams } = host
  const { screen } = streams
  let help = ''
  let status: number = exitCodes.done
  const run = async (work: () => Promise<Outcome>): Promise<void> => {
    status = await present(work, json, streams)
  }
  const program = new Command('subsidies')
    .description('Operate the Subsidy Measures service.')
    .option('--json', 'print exactly one JSON document, also on failure')
    .version(host.version, '--version', 'print the version of this release')
    .configureOutput({
      // Printed below, in the form that was asked for.
      writeOut: (text) => {
        help += text
      },
      writeErr: (text) => {
        help += text
      },
      outputError: () => {},
      getOutHelpWidth: () => screen.columns ?? helpColumns,
      getErrHelpWidth: () => screen.columns ?? helpColumns,
    })
    .configureHelp({
      styleTitle: (title) => screen.paint('bold', title),
      optionDescription: (option) => `${option.description}${option.mandatory ? ' (required)' : ''}`,
    })
  addServiceCommands(program, host, run, json)
  addBackupCommands(program, host, run)
  addAccountCommands(program, host, run)
  addSourceCommands(program, host, run)
  addCheckCommand(program, host, run)
  addMeasureCommands(program, host, run)
  addBillingCommands(program, host, run)
  addWebhookCommands(program, host, run)
  for (const command of [program, ...descendants(program)]) {
    if (command !== program) command.option('--json', 'print exactly one JSON document, also on failure')
    const path = pathOf(command)
    const title = screen.paint('bold', 'Examples:')
    command.addHelpText(
      'after',
      `\n${title}\n${examplesOf(path)
        .map((line) => `  ${line}\n`)
        .join('')}`.trimEnd(),
    )
    command.exitOverride((fault) => {
      throw fault.exitCode === 0 ? fault : new WrongUsage(command, fault)
    })
  }
  try {
    await program.parseAsync([...words], { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof WrongUsage) return presentWrongUsage(error, help, json, host)
    if (!(error instanceof CommanderError)) throw error
    const outcome: Outcome =
      error.code === 'commander.version'
        ? { document: { version: host.version }, text: host.version }
        : { document: { help }, text: help.trimEnd() }
    return await present(async () => outcome, json, streams)
  }
}

/** Width of the help where no screen limits it. */
const helpColumns = 100

/** A command that is named in part gets its help, whatever else is wrong the way to do it. */
function presentWrongUsage(fault: WrongUsage, help: string, json: boolean, { streams }: Host): number {
  const isPart = fault.code === 'commander.help'
  if (json) {
    const message = isPart ? 'a command is missing (--help lists them)' : fault.message
    const details = fault.missing.length === 0 ? {} : { missing: [...fault.missing] }
    return presentFault(new CommandFault('usage', message, { exitCode: exitCodes.usage, details }), true, streams)
  }
  streams.error.write(isPart ? help : `${fault.text}\n`)
  return exitCodes.usage
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)])
}

function addServiceCommands(program: Command, host: Host, run: Run, json: boolean): void {
  program
    .command('serve')
    .description(
      'run the service: the API and its background work; PORT, DATA_DIR and the other settings are environment variables (README.md)',
    )
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
    .option('--make-lost', 'make what was lost beside store.db anew, empty: counts begin at nothing')
    .action(({ makeLost }: { makeLost?: true }) =>
      run(async () => {
        const applied = await host.migrate(makeLost === true)
        const text = applied.length === 0 ? 'The store is up to date.' : `Applied: ${applied.join(', ')}.`
        return { document: { applied }, text }
      }),
    )
  program
    .command('doctor')
    .description('look for what is wrong or will be, and say what to do')
    .action(() => run(() => host.withStore((store) => examine(store, host.settings(), host.clock.now()))))
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
