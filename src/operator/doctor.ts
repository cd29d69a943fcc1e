/** `doctor`: the check-up as a command. */
import { existsSync, statfsSync } from 'node:fs'
import { stripeSettings } from '../billing/provider/client.ts'
import { askProvider } from '../billing/provider/stripe.ts'
import { openRegister } from '../companies/open-register.ts'
import { RegisterUnreadable } from '../companies/register/register-faults.ts'
import type { LoadedExtract } from '../companies/registered-company.ts'
import { accountsFinding } from '../health/accounts-check-up.ts'
import { checkUp } from '../health/check-up.ts'
import { isDrill, ofDrill } from '../health/drill.ts'
import { type Finding, finding } from '../health/finding.ts'
import { installationFindings, roomFinding } from '../health/installation-check-up.ts'
import { outsideFindings } from '../health/outside-check-up.ts'
import { registerFinding } from '../health/register-check-up.ts'
import { outletOf, requireMailFrom } from '../mail/outlet.ts'
import type { Database } from '../platform/database/database.ts'
import { StoreError } from '../platform/database/store-error.ts'
import type { Observer } from '../platform/observer.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { standingSecretKey } from '../platform/secret-key.ts'
import type { Settings } from '../platform/settings.ts'
import { dayOf } from '../values/brussels.ts'
import { oneLine } from '../values/one-line.ts'
import { type SecretBox, secretBox } from '../webhooks/secret-box.ts'
import type { CommandStore, Host } from './host.ts'
import { CommandFault, exitCodes, type Outcome } from './output.ts'
import type { Screen, Style } from './terminal/screen.ts'
import { wrapped } from './terminal/table.ts'

/** What fails is a finding. */
const untold: Observer = { tell: () => {}, end: () => {} }
/** From the one that matters least. */
const styles: Record<Finding['level'], Style> = { ok: 'green', advice: 'dim', warning: 'yellow', fault: 'red' }
/** Before what is found: its level. */
const levelColumns = 8

/**
 * Exit status 1 when there is a fault; warnings and advice alone are 0. Where the store cannot be opened that is the first finding, and
 * what can be looked at without it is looked at all the same.
 */
export async function examine(host: Host): Promise<Outcome> {
  const settings = host.settings()
  requireMailFrom(settings)
  let findings: Finding[]
  try {
    findings = await host.withStore((store) => withStore(store, settings, host))
  } catch (fault) {
    if (!isOfTheStore(fault)) throw fault
    const ofStore = finding('store', 'fault', `it cannot be looked at: ${fault.message}`)
    const rest = await outsideOf(settings, settings.baseUrl === '' ? null : settings.baseUrl, host)
    findings = [ofStore, ...roomFinding(freeBytesOf(settings)), ...rest]
  }
  const faults = findings.filter(({ level }) => level === 'fault').length
  const text = (screen: Screen): string =>
    [...inOrder(findings).map((one) => findingText(one, screen)), '', summaryOf(findings)].join('\n')
  return { document: { findings, faults }, text, exitCode: faults === 0 ? exitCodes.done : exitCodes.failed }
}

async function withStore(
  { database, baseUrl, means: load }: CommandStore,
  settings: Settings,
  host: Host,
): Promise<Finding[]> {
  // Whoever is slow outside is asked meanwhile.
  const outside = outsideOf(settings, baseUrl, host)
  const means = await load()
  const ofStore = [
    ...(await installationFindings({
      ...{ database, clock: means.clock, baseUrl, secrets: secretsOf(settings) },
      freeBytes: freeBytesOf(settings),
    })),
    ...(await checkUp({ database, lookups: means.lookups }, host.clock.now())),
    await accountsFinding(database, settings.accountsKey !== null),
    registerFinding(await loadedRegister(database, settings, host), dayOf(host.clock.now())),
  ]
  const findings = [...ofStore, ...(await outside)]
  return (await isDrill(database, means.clock)) ? ofDrill(findings) : findings
}

async function loadedRegister(
  database: Database,
  settings: Settings,
  { clock }: Host,
): Promise<LoadedExtract | 'unreadable' | null> {
  const { register } = await openRegister(database, settings, () => clock.now())
  try {
    return await register.standing()
  } catch (fault) {
    // A store that is away is told of above.
    if (settings.databaseUrl !== null && !(fault instanceof RegisterUnreadable)) throw fault
    return 'unreadable'
  } finally {
    register.close()
  }
}

/** `baseUrl` null: nobody knows it without the store. */
function outsideOf(settings: Settings, baseUrl: string | null, { clock, version }: Host): Promise<Finding[]> {
  const provider = stripeSettings(settings, untold)
  const engine = settings.databaseUrl === null ? 'sqlite' : 'postgres'
  return outsideFindings({
    mail: outletOf(settings, { engine }, baseUrl ?? 'http://localhost'),
    askProvider: provider === null ? null : () => askProvider(provider),
    identityKeysUrl: settings.googleClientId === '' ? null : settings.googleKeysUrl,
    fetch: createOutbound({ version, clock, observer: untold }),
    baseUrl,
    now: clock.now(),
  })
}

/** There is none, or it does not answer. One that this release cannot read, and a wrong setting, are told as by any command. */
const isOfTheStore = (fault: unknown): fault is Error =>
  (fault instanceof StoreError && fault.fault === 'unavailable') ||
  (fault instanceof CommandFault && fault.code === 'no_store')

function secretsOf(settings: Settings): SecretBox | null {
  const key = standingSecretKey(settings)
  return key === null ? null : secretBox(key, settings.secretKeyPrevious)
}

/** On PostgreSQL the disk is another machine's. */
function freeBytesOf({ databaseUrl, dataDir }: Settings): number | null {
  if (databaseUrl !== null || !existsSync(dataDir)) return null
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/** What matters most last, beside the summary, where it is seen when much has gone by. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const levels = Object.keys(styles)
  return findings.toSorted((left, right) => levels.indexOf(left.level) - levels.indexOf(right.level))
}

function findingText({ check, level, message }: Finding, { columns, paint }: Screen): string {
  const room = columns === null ? null : Math.max(1, columns - levelColumns)
  const lines = wrapped(oneLine(`${check}: ${message}`), room)
  return `${paint(styles[level], level.padEnd(levelColumns))}${lines.join(`\n${' '.repeat(levelColumns)}`)}`
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (level: Finding['level'], one: string, many: string): string => {
    const found = findings.filter((finding) => finding.level === level).length
    return `${found} ${found === 1 ? one : many}`
  }
  const counts = [count('fault', 'fault', 'faults'), count('warning', 'warning', 'warnings')]
  return `${counts.join(', ')}, ${count('advice', 'piece of advice', 'pieces of advice')}.`
}
