/**
 * What an admission costs, against a bare read of one row by its key, in one run: `node bench/meter/run.ts`. The two are
 * measured in turns, so that whatever else the machine does meets both; trust the ratio, not the times. PostgreSQL is
 * measured where TEST_DATABASE_URL names a server. Fails when an admission costs more reads than `ratioMax`.
 */

import { digestOf } from '../../src/accounts/api-key.ts'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { admit } from '../../src/limits/store.ts'
import { engines } from '../../tests/harness/databases.ts'
import { median, tellFigure } from '../figures.ts'

const rounds = 15
const callsPerRound = { sqlite: 4_000, postgres: 800 }
const concurrent = 16
/** On SQLite the read is 5 us without a write, on PostgreSQL both are a round trip. */
const ratioMax = { sqlite: 12, postgres: 4 }
const stepMs = 10

/** Microseconds a call takes, `width` of them under way at once. */
async function timeOf(calls: number, width: number, call: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  const one = async (): Promise<void> => {
    for (let done = 0; done < calls / width; done += 1) await call()
  }
  await Promise.all(Array.from({ length: width }, one))
  return ((performance.now() - from) / calls) * 1_000
}

for (const engine of engines) {
  await using store = await engine.open()
  const { database } = store
  let now = Date.UTC(2026, 10, 2)
  const { id } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan: 'enterprise' })
  const { key } = await createKey(database, now, { account: id, mode: 'live', name: 'x' })
  const digest = digestOf(key)
  const admitting = async (): Promise<void> => {
    now += stepMs
    const { outcome } = await admit(database, digest, now)
    if (outcome !== 'admitted') throw new Error(`an admission of the bench was ${outcome}`)
  }
  const reading = () => database.one('select id, email, plan from account where id = $1', [id])
  for (const width of [1, concurrent]) {
    const times = { admit: [] as number[], read: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const admitUs = await timeOf(callsPerRound[engine.name], width, admitting)
      const readUs = await timeOf(callsPerRound[engine.name], width, reading)
      if (round === 0) continue
      times.admit.push(admitUs)
      times.read.push(readUs)
    }
    const ratio = median(times.admit.map((time, round) => time / (times.read[round] ?? Number.NaN)))
    console.log(
      `${engine.name.padEnd(8)} ${String(width).padStart(2)} at once: admission ${median(times.admit).toFixed(1)} us, ` +
        `point read ${median(times.read).toFixed(1)} us, ratio ${ratio.toFixed(2)}`,
    )
    if (!(ratio <= ratioMax[engine.name])) process.exitCode = 1
    tellFigure({
      promise: `a request's key, plan, bucket and quota, ${width} at once`,
      ...{ engine: engine.name, value: median(times.admit), unit: 'us' },
      ...{ peer: { name: 'a read of one row', value: median(times.read) }, ratio },
      goal: { of: 'ratio', atMost: ratioMax[engine.name] },
      rounds: times.admit.map((time, round) => time / (times.read[round] ?? Number.NaN)),
    })
  }
}
