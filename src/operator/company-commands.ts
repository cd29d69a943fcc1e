/** `companies`: the register of companies, loaded from its open data, shown, and what is left out of it. */
import path from 'node:path'
import type { Command } from 'commander'
import { companiesOf, forgetCompany, forgottenCompanies } from '../companies/companies.ts'
import { companyDocument } from '../companies/company-document.ts'
import { ExtractFault } from '../companies/extract/extract-fault.ts'
import { openExtract } from '../companies/extract/extract-file.ts'
import { inRegisterTurn, openRegister } from '../companies/open-register.ts'
import { loadExtract } from '../companies/register/load.ts'

import { RegisterBusy, RegisterUnreadable } from '../companies/register/register-faults.ts'
import type { Database } from '../platform/database/database.ts'
import { HeldByOthers } from '../platform/database/store-error.ts'
import { readNumberOfCompany } from '../reference/enterprise-number.ts'
import { dayOf, daysBetween, formatInstant } from '../values/brussels.ts'
import type { Run } from './command-run.ts'
import type { Host } from './host.ts'
import { CommandFault, exitCodes, type Outcome } from './output.ts'
import { showProgress } from './progress.ts'
import { shownOn } from './terminal/screen.ts'
import { facts } from './terminal/table.ts'

type RegisterPlace = Awaited<ReturnType<typeof openRegister>>
type RegisterStanding = Awaited<ReturnType<RegisterPlace['register']['standing']>>

export function addCompanyCommands(program: Command, host: Host, run: Run): void {
  const companies = program.command('companies').description('companies: the register by which a number is enough')
  companies
    .command('load')
    .description("load the register's open data: a full file, or the update that follows the one that stands")
    .requiredOption('--file <file>', 'the zip as it was downloaded')
    .option('--older', 'take a full file that is older than the register that stands')
    .action((options: { file: string; older?: boolean }) =>
      run(() => withRegister(host, (database, place) => load(host, database, place, options))),
    )
  companies
    .command('show')
    .description('show what the register has of a company')
    .argument('<number>', 'number of an enterprise or of an establishment')
    .action((number: string) => run(() => withRegister(host, (database, place) => show(database, place, number))))
  companies
    .command('status')
    .description('say which extract of the register is loaded, and how old it is')
    .action(() =>
      run(() =>
        withRegister(host, async (database, { register }) =>
          statusOutcome(await register.standing(), (await forgottenCompanies(database)).size, host),
        ),
      ),
    )
  companies
    .command('forget')
    .description('leave an enterprise out of the register, now and by every later load; it cannot be undone')
    .argument('<number>', 'enterprise number')
    .action((number: string) =>
      run(() => withRegister(host, (database, place) => forget(host, database, place, number))),
    )
}

const heldTables =
  'Another load that stands still, here or on another machine, holds the tables of the register. End that one, and load again.'

function withRegister<T>(host: Host, work: (database: Database, place: RegisterPlace) => Promise<T>): Promise<T> {
  return host.withStore(async ({ database }) => {
    const place = await openRegister(database, host.settings(), () => host.clock.now())
    try {
      return await work(database, place)
    } catch (fault) {
      if (fault instanceof ExtractFault) throw new CommandFault('extract_refused', fault.message)
      if (fault instanceof RegisterBusy) throw new CommandFault('register_busy', fault.message)
      if (fault instanceof RegisterUnreadable) throw new CommandFault('register_unreadable', fault.message)
      if (fault instanceof HeldByOthers) throw new CommandFault('register_busy', heldTables)
      if (host.signal.aborted)
        throw new CommandFault('stopped', 'It was stopped. The register stands as it was before.')
      throw fault
    } finally {
      place.register.close()
    }
  })
}

async function load(
  { streams, isTerminal, clock, signal }: Host,
  database: Database,
  place: RegisterPlace,
  { file, older = false }: { file: string; older?: boolean },
): Promise<Outcome> {
  const display = showProgress(streams.error, isTerminal)
  try {
    await inRegisterTurn(database, clock, signal, async (ending, confirm) => {
      using extract = await openExtract(path.resolve(file))
      // Only a full file takes the place of a register that cannot be read.
      if (extract.header.kind === 'update') await place.register.standing()
      await loadExtract(place, {
        extract,
        now: () => clock.now(),
        forgotten: async () => new Set([...(await forgottenCompanies(database))].map(Number)),
        onProgress: ({ doneBytes, totalBytes, table }) =>
          display.show({
            sourceId: 'megabytes',
            done: megabytes(doneBytes),
            total: megabytes(totalBytes),
            note: table,
          }),
        takesOlder: older,
        signal: ending,
        confirm,
      })
    })
  } finally {
    display.end()
  }
  return statusOutcome(await place.register.standing(), (await forgottenCompanies(database)).size, { clock })
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000)
}

async function show(database: Database, place: RegisterPlace, text: string): Promise<Outcome> {
  const number = numberIn(text)
  const companies = companiesOf(database, place.register)
  const found = (await companies.find([number], database, 'answer')).get(number)
  if (found === undefined) {
    // Whoever asks for companies is told of none where the register cannot be read; this says so.
    await place.register.standing()
    throw new CommandFault(
      'company_not_found',
      'The register has no company of that number. See: npx subsidies companies status',
    )
  }
  const document = companyDocument(found)
  return {
    document,
    text: (screen) => shownOn(screen, facts(Object.entries(document).map(([name, value]) => [name, wordOf(value)]))),
  }
}

async function forget(host: Host, database: Database, place: RegisterPlace, text: string): Promise<Outcome> {
  const number = numberIn(text)
  if (!/^[01]/.test(number))
    throw new CommandFault(
      'wrong_number',
      'That is the number of an establishment. Give the number of its enterprise, which begins with 0 or 1.',
    )
  // From here on nobody is told of it; then it leaves the register itself.
  await forgetCompany(database, number, host.clock.now())
  try {
    await inRegisterTurn(database, host.clock, host.signal, (_ending, confirm) =>
      place.forget([Number(number)], confirm),
    )
  } catch (fault) {
    return standsStill(host, fault)
  }
  return {
    document: { forgotten: true, taken_out: true },
    text: 'It is left out of the register, now and by every later load.',
  }
}

/** A number that is forgotten, and could not be taken out of the register itself: why, and what to do. */
function standsStill({ signal }: Host, fault: unknown): Outcome {
  const [reason, why] = whyNotTakenOut(signal, fault)
  return {
    document: { forgotten: true, taken_out: false, reason },
    text: `Nobody is told of it any more, and no later load brings it back. ${why}`,
    exitCode: exitCodes.failed,
  }
}

function whyNotTakenOut(signal: AbortSignal, fault: unknown): [reason: string, text: string] {
  const again = 'so that it stands in the register still: say this again'
  if (fault instanceof RegisterBusy || fault instanceof HeldByOthers)
    return ['register_busy', `A load is under way, ${again} when the load has ended.`]
  if (fault instanceof RegisterUnreadable) return ['register_unreadable', fault.message]
  if (signal.aborted) return ['stopped', `The command was stopped, ${again}.`]
  const message = fault instanceof Error ? fault.message : String(fault)
  return ['failed', `The register itself could not be changed (${message}), ${again}.`]
}

/** The text is not told back: numbers of natural persons stand in no log. */
function numberIn(text: string): string {
  const number = readNumberOfCompany(text)
  if (number !== null) return number
  throw new CommandFault(
    'wrong_number',
    'That is no number of an enterprise or an establishment: ten digits, of which the last two check the others.',
  )
}

function statusOutcome(standing: RegisterStanding, forgotten: number, { clock }: Pick<Host, 'clock'>): Outcome {
  if (standing === null)
    return {
      document: { loaded: false, forgotten },
      text: 'No register is loaded. How to get it: docs/operating.md, "The register of companies".',
    }
  const { extract, day, kind, fileName, loadedAt, enterprises, establishments, source, licence } = standing
  const document = {
    loaded: true,
    ...{ extract, date: day, kind, file: fileName },
    loaded_at: formatInstant(loadedAt),
    age_days: daysBetween(day, dayOf(clock.now())),
    ...{ enterprises, establishments, forgotten, source, licence },
  }
  return {
    document,
    text: (screen) => shownOn(screen, facts(Object.entries(document).map(([name, value]) => [name, wordOf(value)]))),
  }
}

function wordOf(value: unknown): string {
  if (value === null) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
