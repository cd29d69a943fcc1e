/** Filed accounts on a real store, with the worker's job and the stand-in of the office. */
import { Writable } from 'node:stream'
import { fetchAccountsJob } from '../../src/companies/filed-accounts/fetch-accounts.ts'
import { type FiledAccounts, filedAccounts } from '../../src/companies/filed-accounts/filed-accounts.ts'
import type { Database, Row } from '../../src/platform/database/database.ts'
import type { Job } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { logObserver } from '../../src/platform/log-observer.ts'
import { type Observer, type Occurrence, tellingAll } from '../../src/platform/observer.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { type AccountsStandIn, standInKey, startAccountsStandIn } from './accounts-stand-in.ts'
import { type TestClock, testClock } from './ingestion.ts'
import { keepingObserver } from './observer.ts'
import { until } from './started-process.ts'

/** Legal persons with right check digits. */
export const [firstNumber, secondNumber] = ['0403019261', '0200065765'] as const

export function numberOf(place: number): string {
  const body = 20_000_000 + place
  return `${String(body).padStart(8, '0')}${String(97 - (body % 97)).padStart(2, '0')}`
}

export type AccountsScene = {
  database: Database
  clock: TestClock
  standIn: AccountsStandIn
  observer: Observer
  told: Occurrence[]
  /** The lines of the log so far. */
  log(): string
  accounts: FiledAccounts
  /** Another one on each call; with the key of the stand-in unless another is given. */
  job(key?: string): Job
  /** Begins to work; the answer ends it. */
  begin(job?: Job): () => Promise<void>
  /** Works until `isDone` says so. Fails after 20 seconds. */
  workUntil(isDone: () => Promise<boolean>, job?: Job): Promise<void>
  /** Works until nothing is due and nothing under way. */
  work(job?: Job): Promise<void>
  rows(): Promise<Row[]>
  /** Wants a company, waits for no answer. */
  want(number: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const waitMaxMs = 20_000
/** How long a call may last; a test waits for no more. */
const callMs = 2_000

export async function accountsScene(database: Database, claimMs = 20_000): Promise<AccountsScene> {
  const clock = testClock()
  const standIn = await startAccountsStandIn()
  const keeping = keepingObserver()
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const observer = tellingAll([keeping, logObserver(createLog('trace', destination))])
  const accounts = filedAccounts({ isOn: true, clock, observer })
  const fetch = createOutbound({ version: '0.0.0', clock, observer })
  const scene: AccountsScene = {
    ...{ database, clock, standIn, observer, told: keeping.told, accounts },
    log: () => lines.join(''),
    job(key = standInKey) {
      const settings = { accountsKey: key, accountsUrl: standIn.origin }
      const job = fetchAccountsJob({ settings, fetch, observer, chance: () => 0, claimMs, callMs })
      if (job === null) throw new Error('a key is set')
      return job
    },
    begin(job = scene.job()) {
      const stop = new AbortController()
      const ended = job.run({ database, clock, signal: stop.signal })
      return async () => {
        stop.abort(new Error('the test is over'))
        await ended
      }
    },
    async workUntil(isDone, job) {
      const end = scene.begin(job)
      try {
        await soon(isDone)
      } finally {
        await end()
      }
    },
    work: (job) =>
      scene.workUntil(async () => {
        const { now } = database.dialect
        const row = await database.one(
          `select count(*) as n from filed_account where due_at <= ${now} or claim_token is not null`,
        )
        return row?.n === 0
      }, job),
    rows: async () =>
      (await database.all('select * from filed_account order by enterprise_number')).map((row) => ({ ...row })),
    async want(number) {
      const gone = new AbortController()
      const asked = accounts.ask(database, number, gone.signal).catch(() => null)
      await soon(async () => (await scene.rows()).some((row) => row.enterprise_number === number))
      gone.abort(new Error('nobody waits'))
      await asked
    },
    [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose](),
  }
  return scene
}

/** Puts off no longer: as if the time of the next attempt had come. */
export const makeDue = ({ database }: AccountsScene): Promise<number> =>
  database.run('update filed_account set due_at = 0 where due_at is not null')

/** Resolves when it is so; fails after 20 seconds. */
export async function soon(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await until('what the test waits for', isSo, waitMaxMs)
}
