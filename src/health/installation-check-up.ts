/** The check-up of the installation: its address, disk and secret, whether the store takes writes, and whether anybody works on it. */

import { feedTime } from '../changes/append.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { processAheadMs, storeClock } from '../platform/database/store-clock.ts'
import { clockOffMaxMs } from '../platform/database/transaction-clock.ts'
import { WriteProbe } from '../platform/database/write-probe.ts'
import { jobLease } from '../platform/jobs.ts'
import { freeLeases } from '../platform/leases.ts'
import type { Observer } from '../platform/observer.ts'
import { formatInstant } from '../values/brussels.ts'
import { hasSecrets, nobodysSecrets } from '../webhooks/nobodys-secrets.ts'
import type { SecretBox } from '../webhooks/secret-box.ts'
import { type Finding, finding } from './finding.ts'

/** Statuses go by the clock of the process that answers, what is counted and leased by the store's. */
const warningMs = 2_000
const faultMs = 10_000

/** The check-up of clocks: this machine's beside the store's, and the time of the feed, which never goes back. */
export async function clockFinding(database: Database): Promise<Finding> {
  const aheadMs = await processAheadMs(database)
  const apartMs = Math.abs(aheadMs)
  if (apartMs > warningMs) {
    const way = aheadMs < 0 ? 'behind' : 'ahead of'
    const outcome =
      apartMs > clockOffMaxMs
        ? 'Its processes append nothing to the change feed and take no work'
        : 'What opens and closes is told at the wrong time'
    const message = `this machine's clock is ${Math.round(apartMs / 1_000)} s ${way} the store's. ${outcome}. Set both by NTP (timedatectl set-ntp true)`
    return finding('clock', apartMs > faultMs ? 'fault' : 'warning', message)
  }
  const feedAt = await feedTime(database)
  if (feedAt - (await storeClock(database)) <= clockOffMaxMs)
    return finding('clock', 'ok', "this machine's clock is that of the store")
  const what = `A clock was ahead and has been set right. Events go on, all with that time until it has come, and none is lost`
  return finding('clock', 'warning', `the newest event is of ${formatInstant(feedAt)}, which lies ahead. ${what}`)
}

export type Installation = {
  database: Database
  clock: Clock
  /** Under which people reach the service. */
  baseUrl: string
  /** Opens the secrets of webhooks; null: no key was given to this process, and none stands beside the store. */
  secrets: SecretBox | null
  /** Of the disk on which the store and what is made of it lie; null where they lie elsewhere. */
  freeBytes: number | null
}

const gigabyte = 1024 ** 3
const roomWarningBytes = 2 * gigabyte
const roomFaultBytes = gigabyte / 4
/** A job that nobody takes any more for so long is not waited for: a lease is looked for every few seconds. */
const idleWarningMs = 2 * 60_000
/** Leases of jobs that earlier releases had are no sign. */
const forgottenMs = 7 * 24 * 3_600_000
const nobody: Observer = { tell: () => {}, end: () => {} }

/** Each of them once; what is not as it should be ends with what to do. */
export async function installationFindings(installation: Installation): Promise<Finding[]> {
  return [
    await writesFinding(installation),
    await workFinding(installation),
    await clockFinding(installation.database),
    ...roomFinding(installation.freeBytes),
    addressFinding(installation),
    await secretFinding(installation),
  ]
}

async function writesFinding({ database, clock }: Installation): Promise<Finding> {
  if (await new WriteProbe(database, clock, nobody).takesWrites())
    return finding('writes', 'ok', 'the store takes them')
  const why =
    database.engine === 'sqlite'
      ? 'Look whether its disk is full or read-only (df -h), and whether this user may write there'
      : 'Look whether its disk is full, and whether it is a standby (select pg_is_in_recovery()): then let DATABASE_URL name the primary'
  return finding('writes', 'fault', `the store answers and takes none, so that every request with a key fails. ${why}`)
}

async function workFinding({ database, clock }: Installation): Promise<Finding> {
  const check = 'background work'
  const start = 'Start a service: npx subsidies serve, or serve --role worker'
  const jobs = await freeLeases(database, clock, jobLease, forgottenMs)
  if (jobs.length === 0) return finding(check, 'warning', `nobody has done any for a week, or ever. ${start}`)
  const idleMs = Math.min(...jobs.map(({ freeMs }) => freeMs))
  if (idleMs <= idleWarningMs) return finding(check, 'ok', 'somebody does it')
  const minutes = Math.round(idleMs / 60_000)
  return finding(check, 'warning', `nobody has done any for ${minutes} minutes: no runs, deliveries, mails. ${start}`)
}

export function roomFinding(freeBytes: number | null): Finding[] {
  if (freeBytes === null) return []
  const free = `${(freeBytes / gigabyte).toFixed(1)} GB are free`
  if (freeBytes > roomWarningBytes) return [finding('disk', 'ok', free)]
  const level = freeBytes <= roomFaultBytes ? 'fault' : 'warning'
  const what = 'Make room: on a full disk nothing is written, and every request with a key fails'
  return [finding('disk', level, `${free} under DATA_DIR. ${what}`)]
}

function addressFinding({ database, baseUrl }: Installation): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  const isOfThisMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(hostname)
  const set = 'Set BASE_URL to the address that people use, for every process, and start them again'
  if (isOfThisMachine && database.engine === 'postgres')
    return finding(
      'address',
      'warning',
      `it is ${baseUrl}, which others do not reach: links and cookies go by it. ${set}`,
    )
  if (!isOfThisMachine && protocol !== 'https:')
    return finding(
      'address',
      'warning',
      `it is ${baseUrl}: keys and sessions go over the network in clear. ${set}, by https`,
    )
  return finding('address', 'ok', baseUrl)
}

async function secretFinding({ database, secrets }: Installation): Promise<Finding> {
  const check = 'secret key'
  if (secrets === null && !(await hasSecrets(database)))
    return finding(check, 'ok', 'not given to this command, and no endpoint has a secret that it would have to open')
  if (secrets === null)
    return finding(check, 'advice', 'not given to this command, so not looked at. Give it SECRET_KEY')
  const { looked, sealedElsewhere } = await nobodysSecrets(database, secrets)
  if (sealedElsewhere === 0) return finding(check, 'ok', `it opens the secrets of endpoints (${looked} looked at)`)
  const message = `it does not open those of ${sealedElsewhere} of ${looked} endpoints, which are sent nothing. Give the key that they were made under as SECRET_KEY_PREVIOUS, or have their owners rotate them`
  return finding(check, 'fault', message)
}
