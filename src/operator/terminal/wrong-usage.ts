/** What a person is told whose words are no command: everything that is missing at once, and a line that works. */
import type { Command, CommanderError } from 'commander'
import { examplesOf } from './examples.ts'

/** Words that are no command, or not all of one. `command`: the one whose words they were. */
export class WrongUsage extends Error {
  readonly command: Command
  /** Of the library: which kind of fault. */
  readonly code: string
  /** Options and arguments that it must be given and was not. */
  readonly missing: readonly string[]

  constructor(command: Command, fault: CommanderError) {
    const missing = isIncomplete(fault) ? missingOf(command) : []
    const said = fault.message.replace(/^error: /, '').replaceAll('\n', ' ')
    super(missing.length === 0 ? said : `missing: ${missing.join(', ')}`)
    this.command = command
    this.code = fault.code
    this.missing = missing
  }

  /** With how it is done. */
  get text(): string {
    const path = pathOf(this.command)
    const [example = ''] = examplesOf(path)
    const help = ['npx subsidies', path, '--help'].filter((part) => part !== '').join(' ')
    // Of another command an example would lead away.
    const shown = this.code === 'commander.unknownCommand' ? '' : `\nFor example: ${example}`
    return `${this.message}${shown}\nWhat it takes: ${help}`
  }
}

/** The words that lead to a command: `keys create`; none for the program itself. */
export function pathOf(command: Command): string {
  const names: string[] = []
  for (let at: Command | null = command; at?.parent != null; at = at.parent) names.unshift(at.name())
  return names.join(' ')
}

const isIncomplete = ({ code }: CommanderError): boolean =>
  code === 'commander.missingMandatoryOptionValue' || code === 'commander.missingArgument'

function missingOf(command: Command): string[] {
  const words = command.registeredArguments.filter(
    ({ required }, place) => required && command.args[place] === undefined,
  )
  const options = command.options.filter(
    (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  )
  return [...words.map((word) => `<${word.name()}>`), ...options.map(({ flags }) => flags)]
}
