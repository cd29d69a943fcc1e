/** `doctor`: the check-up as a command. */
import { statfsSync } from 'node:fs'
import { checkUp } from '../health/check-up.ts'
import type { Finding } from '../health/finding.ts'
import { installationFindings } from '../health/installation-check-up.ts'
import { outletOf } from '../mail/outlet.ts'
import { standingSecretKey } from '../platform/secret-key.ts'
import type { Settings } from '../platform/settings.ts'
import type { Instant } from '../values/brussels.ts'
import { oneLine } from '../values/one-line.ts'
import { type SecretBox, secretBox } from '../webhooks/secret-box.ts'
import type { CommandStore } from './host.ts'
import { exitCodes, type Outcome } from './output.ts'
import type { Screen, Style } from './terminal/screen.ts'
import { wrapped } from './terminal/table.ts'

/** From the one that matters least. */
const styles: Record<Finding['level'], Style> = { ok: 'green', advice: 'dim', warning: 'yellow', fault: 'red' }
/** Before what is found: its level. */
const levelColumns = 8

/** Exit status 1 when there is a fault; warnings and advice alone are 0. */
export async function examine(
  { database, baseUrl, means: load }: CommandStore,
  settings: Settings,
  now: Instant,
): Promise<Outcome> {
  const means = await load()
  const findings = [
    ...(await installationFindings({
      ...{ database, clock: means.clock, baseUrl, secrets: secretsOf(settings) },
      ...{ mail: outletOf(settings, database, baseUrl).kind, freeBytes: freeBytesOf(settings) },
    })),
    ...(await checkUp({ database, lookups: means.lookups }, now)),
  ]
  const faults = findings.filter(({ level }) => level === 'fault').length
  const text = (screen: Screen): string =>
    [...inOrder(findings).map((finding) => findingText(finding, screen)), '', summaryOf(findings)].join('\n')
  return { document: { findings, faults }, text, exitCode: faults === 0 ? exitCodes.done : exitCodes.failed }
}

function secretsOf(settings: Settings): SecretBox | null {
  const key = standingSecretKey(settings)
  return key === null ? null : secretBox(key, settings.secretKeyPrevious)
}

/** On PostgreSQL the disk is another machine's. */
function freeBytesOf({ databaseUrl, dataDir }: Settings): number | null {
  if (databaseUrl !== null) return null
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
