/** The operator's commands: `npx subsidies <command>`. */
import { Command, CommanderError } from 'commander'
import type { Run } from './command-run.ts'
import type { Host, Role } from './host.ts'
import { CommandFault, exitCodes, type Outcome, present, presentFault } from './output.ts'
import { examplesOf } from './terminal/examples.ts'
import { pathOf, WrongUsage } from './terminal/wrong-usage.ts'

type AddCommands = (program: Command, host: Host, run: Run) => void

/** The commands that are files of their own, by their first words, in the order in which the help lists them. */
const commandGroups: readonly { firstWords: readonly string[]; load(): Promise<AddCommands[]> }[] = [
  { firstWords: ['backup', 'restore'], load: async () => [(await import('./backup-commands.ts')).addBackupCommands] },
  { firstWords: ['accounts', 'keys'], load: async () => [(await import('./account-commands.ts')).addAccountCommands] },
  {
    firstWords: ['sources', 'ingest'],
    load: async () => [
      (await import('./source-commands.ts')).addSourceCommands,
      (await import('./check-command.ts')).addCheckCommand,
    ],
  },
  { firstWords: ['measures'], load: async () => [(await import('./measure-commands.ts')).addMeasureCommands] },
  { firstWords: ['companies'], load: async () => [(await import('./company-commands.ts')).addCompanyCommands] },
  { firstWords: ['billing'], load: async () => [(await import('./billing-commands.ts')).addBillingCommands] },
  { firstWords: ['webhooks'], load: async () => [(await import('./webhook-commands.ts')).addWebhookCommands] },
]
/** Of these too, which this file has itself. */
const ownFirstWords = ['serve', 'migrate', 'doctor', 'openapi']

/**
 * Loads the commands that the first word can mean, and no other's code: a key that is to be revoked waits for it. All of them where
 * it means none, for the help and for who is told which words there are.
 */
async function addersFor(words: readonly string[]): Promise<AddCommands[]> {
  const first = words.find((word) => !word.startsWith('-'))
  const asksVersion = first === undefined && words.includes('--version')
  if (asksVersion || (first !== undefined && ownFirstWords.includes(first))) return []
  const named = commandGroups.filter(({ firstWords }) => first !== undefined && firstWords.includes(first))
  return (await Promise.all((named.length === 0 ? commandGroups : named).map(({ load }) => load()))).flat()
}

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
  for (const add of await addersFor(words)) add(program, host, run)
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
    .action(() =>
      run(async () => {
        const { examine } = await import('./doctor.ts')
        return examine(host)
      }),
    )
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .option('--dashboard', "of the dashboard's own routes")
    .action((options: { dashboard?: true }) =>
      run(async () => {
        const document = await host.openApiDocument(options.dashboard === true)
        return { document, text: JSON.stringify(document, null, 2) }
      }),
    )
}

function readRole(text: string | undefined): Role {
  if (text === undefined) return 'all'
  if (text === 'api' || text === 'worker') return text
  throw new CommandFault('usage', `--role must be api or worker, not "${text}".`, { exitCode: exitCodes.usage })
}
