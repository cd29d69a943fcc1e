/**
 * What a command of the operator leaves behind: with `--json` exactly one JSON document on standard output, also on
 * failure; without it, text for a person. Progress and messages go to standard error. Exit status 0 done, 1 refused or
 * failed, 2 wrong usage, 3 the run is held.
 */
import { BackupFault } from '../backup/backup-fault.ts'
import { Refusal } from '../contract/refusals.ts'
import { MigrationError } from '../platform/database/migrations.ts'
import { StoreError } from '../platform/database/store-error.ts'
import { WrongSetting } from '../platform/settings.ts'
import { oneLine } from '../values/one-line.ts'
import { type Output, type Screen, shownOn, type Text } from './terminal/screen.ts'

export const exitCodes = { done: 0, failed: 1, usage: 2, held: 3 } as const

/**
 * The result of a command: the document for programs, the text for people. A document that is undefined was printed by
 * the command itself.
 */
export type Outcome = { document: unknown; text: Text; exitCode?: number }

/** A command that could not be carried out for a reason that is no refusal of the API. `code` is stable. */
export class CommandFault extends Error {
  readonly code: string
  readonly exitCode: number
  readonly details: Record<string, unknown>

  constructor(code: string, message: string, options: { exitCode?: number; details?: Record<string, unknown> } = {}) {
    super(message)
    this.code = code
    this.exitCode = options.exitCode ?? exitCodes.failed
    this.details = options.details ?? {}
  }
}

/** `screen`: what stands behind `out`. */
export type Streams = { out: Output; error: Output; screen: Screen }

/** Carries out a command, writes what it leaves, and answers the exit status. */
export async function present(work: () => Promise<Outcome>, json: boolean, streams: Streams): Promise<number> {
  try {
    const outcome = await work()
    const text = json ? JSON.stringify(outcome.document) : shownOn(streams.screen, outcome.text)
    if (text !== undefined && text !== '') streams.out.write(`${text}\n`)
    return outcome.exitCode ?? exitCodes.done
  } catch (error) {
    return presentFault(error, json, streams)
  }
}

/** Writes a failure in the form that was asked for, and answers the exit status. */
export function presentFault(error: unknown, json: boolean, streams: Streams): number {
  const fault = faultOf(error)
  if (json) {
    const { code, message, details } = fault
    streams.out.write(`${JSON.stringify({ error: { code, message, details } })}\n`)
  } else {
    streams.error.write(`${oneLine(fault.message.replaceAll(/\s*\n\s*/g, ' '))}\n`)
  }
  return fault.exitCode
}

function faultOf(error: unknown): CommandFault {
  if (error instanceof CommandFault) return error
  if (error instanceof Refusal) return new CommandFault(error.code, error.message, { details: error.details })
  if (error instanceof BackupFault) return new CommandFault(error.code, error.message, { details: error.details })
  if (error instanceof WrongSetting) return new CommandFault('wrong_setting', error.message)
  if (error instanceof MigrationError) return new CommandFault('wrong_store', error.message)
  if (error instanceof StoreError && error.fault === 'unavailable')
    return new CommandFault('store_unavailable', error.message)
  if (error instanceof StoreError && error.fault === 'rights') return new CommandFault('wrong_store', error.message)
  const message = error instanceof Error ? error.message : String(error)
  return new CommandFault('internal_error', message)
}
