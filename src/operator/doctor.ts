/** `doctor`: the check-up as a command. */
import { checkUp } from '../health/check-up.ts'
import type { Instant } from '../values/brussels.ts'
import type { OpenStore } from './host.ts'
import { exitCodes, type Outcome } from './output.ts'

/** Exit status 1 when there is a fault; warnings and advice alone are 0. */
export async function examine({ database, means }: OpenStore, now: Instant): Promise<Outcome> {
  const findings = await checkUp({ database, lookups: means.lookups }, now)
  const faults = findings.filter(({ level }) => level === 'fault').length
  const text = findings.map(({ check, level, message }) => `${level.padEnd(8)}${check}: ${message}`).join('\n')
  return { document: { findings, faults }, text, exitCode: faults === 0 ? exitCodes.done : exitCodes.failed }
}
