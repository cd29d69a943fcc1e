/**
 * A changed measure over a hundred thousand watched companies, as customers meet it: a service process of its own (API and
 * background work), and another customer who asks for a page of a list every 15 ms. From the commit of the version to that
 * of the last match event; beside it what the bare store takes for the same rows in one transaction. Then the matches of a
 * list of five thousand companies, over HTTP.
 *
 *   node bench/watchlists/reevaluation.ts [companies] [measures] [rounds] [engine]    # 100000 10000 5 sqlite
 *
 * One company in ten changes its status in every round; each of a hundred accounts has one list.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { withFeed } from '../../src/changes/append.ts'
import { settingsChecks } from '../../src/ingestion/connectors/connectors.ts'
import { readInputRecord } from '../../src/measures/reading/read-input.ts'
import { kept } from '../../src/measures/record/kept-record.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import { settleClock } from '../../src/measures/versions/clock.ts'
import { measuresByIds } from '../../src/measures/versions/store.ts'
import { becoming, type Transition, writeTransitions } from '../../src/measures/versions/versions.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { readSourcesFile } from '../../src/sources/read-sources-file.ts'
import { sourceSettings } from '../../src/sources/source/source-settings.ts'
import { engines } from '../../tests/harness/databases.ts'
import { watchCompanies } from '../../tests/harness/watched.ts'
import { makeList } from '../../tests/harness/watchlists.ts'
import { tellFigure } from '../figures.ts'
import { companiesOf } from '../matching/catalogue.ts'
import { freePort, serviceEnvironment, startMeasured, until200 } from '../start/measured.ts'
import { fillStore, writeSourcesFile } from '../start/store.ts'

const [companiesText = '100000', measuresText = '10000', roundsText = '5', engineName = 'sqlite'] =
  process.argv.slice(2)
const companyCount = Number(companiesText)
const rounds = Number(roundsText)
const accountCount = 100
const changingOneIn = 10
const portfolioCount = 5_000
const rowsAtOnce = 1_000
const readAheadMs = 15_000
const answerMs = 120_000
const lookMs = 10
/** Asked again, so that what is made once is made. */
const matchesAsked = 4

const engine = engines.find(({ name }) => name === engineName)
if (engine === undefined) throw new Error(`${engineName} is no engine, or TEST_DATABASE_URL names no server`)
const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
const store = await engine.open()
const { database } = store
try {
  const sourcesFile = await writeSourcesFile(folder)
  await fillStore(database, sourcesFile, Number(measuresText), Date.now())
  // What the clock owes of the store's past is settled before anybody watches.
  const clock = { now: () => Date.now() }
  await settleClock({ database, clock, lookups: referenceLookups, baseUrl: 'http://127.0.0.1' })
  const file = await readSourcesFile(sourcesFile, settingsChecks)
  const [definition] = file.definitions
  if (definition === undefined) throw new Error('the sources file has no source')
  const source = sourceSettings(definition)

  /** The measure that changes: for small enterprises in one edition, for micro enterprises in the next. */
  const publish = async (size: 'small' | 'micro'): Promise<number> => {
    const input = {
      local_id: 'changing',
      title: 'Changing',
      url: 'https://agency.example/changing',
      status: 'continuous',
    }
    const read = readInputRecord({ ...input, company_sizes: [size] }, source, referenceLookups)
    if ('reason' in read) throw new Error(read.reason)
    const id = `${source.prefix}:changing`
    const [before] = await measuresByIds(database, [id])
    const after = { ...kept(read.record), withdrawn: false, operatorWithdrawn: false, missedRuns: 0 }
    const transition: Transition =
      before === undefined
        ? {
            before: null,
            named: { id, localId: 'changing', slug: 'changing' },
            after: { ...after, lastCheckedAt: null, mergedFrom: [] },
          }
        : becoming(before, kept(read.record))
    const means = { lookups: referenceLookups, baseUrl: 'http://127.0.0.1' }
    await database.transaction((transaction) =>
      withFeed(transaction, Date.now(), { publication: true }, (feed) =>
        writeTransitions(transaction, feed, means, source, [transition]),
      ),
    )
    const row = await database.one<{ seq: number }>(
      `select max(seq) as seq from change_event where subject_id = $1 and subject = 'subsidy'`,
      [id],
    )
    return row?.seq ?? 0
  }

  const given = companiesOf(Math.min(companyCount, 20_000))
  const companyAt = (number: number) => {
    const { company, project } = given[number % given.length] ?? {}
    const facts = { ...company, employees: number % changingOneIn === 0 ? 20 : 300, applicant_type: 'company' as const }
    const { turnover_eur: _turnover, balance_total_eur: _balance, ...rest } = facts
    return { reference: `client-${number}`, company: rest, ...(project === undefined ? {} : { project }) }
  }
  const perAccount = companyCount / accountCount
  const fill = async (email: string, count: number): Promise<{ account: string; list: string }> => {
    const { id: account } = await createAccount(database, Date.now(), { email, plan: 'enterprise' })
    const list = await makeList(database, account, Date.now())
    for (let from = 0; from < count; from += rowsAtOnce) {
      const some = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, place) => companyAt(from + place))
      await watchCompanies(database, account, list, some, Date.now())
    }
    return { account, list }
  }
  for (let number = 0; number < accountCount; number += 1) await fill(`watcher${number}@example.org`, perAccount)
  const portfolio = await fill('portfolio@example.org', portfolioCount)
  const keyOf = async (account: string): Promise<string> =>
    (await createKey(database, Date.now(), { account, mode: 'live', name: 'bench' })).key
  const key = await keyOf(portfolio.account)
  const neighbourAccount = await createAccount(database, Date.now(), { email: 'n@example.org', plan: 'enterprise' })
  const neighbourKey = await keyOf(neighbourAccount.id)

  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = serviceEnvironment(store, sourcesFile, port)
  const service = startMeasured({ file: 'src/begin.mjs', words: ['serve'], environment })
  try {
    await until200(`${origin}/v1/subsidies?limit=1`, key)
    await pause(readAheadMs)
    // The first tells nobody of anything that the rounds do, and reads what is left to be read.
    await allTold(database, await publish('micro'), 0)
    const neighbour = fork(join(import.meta.dirname, '..', 'edge', 'neighbour.ts'))
    neighbour.send({ url: `${origin}/v1/subsidies?limit=25`, key: neighbourKey })
    await pause(1_000)
    const times: number[] = []
    const before = (await service.ask('usage')).cpuUs
    const expected = Math.ceil(companyCount / changingOneIn) + Math.ceil(portfolioCount / changingOneIn)
    let last = 0
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now()
      last = await publish(round % 2 === 0 ? 'small' : 'micro')
      const committed = performance.now()
      await allTold(database, last, expected)
      times.push(performance.now() - committed)
      if (round === 0) console.log(`the version itself: ${(committed - from).toFixed(0)} ms`)
    }
    const cpuMs = ((await service.ask('usage')).cpuUs - before) / 1_000 / rounds
    neighbour.send('stop')
    const [latencies] = await once(neighbour, 'message', { signal: AbortSignal.timeout(answerMs) })
    const bareMs = await bareInsert(database, last)
    const sorted = [...times].sort((left, right) => left - right)
    const middle = sorted[sorted.length >> 1] ?? Number.NaN
    tellFigure({
      promise: `${expected} match events of ${companyCount + portfolioCount} companies told`,
      ...{ engine: engineName, value: middle / 1_000, unit: 's' },
      ...{ peer: { name: 'the same rows in one bare transaction', value: bareMs / 1_000 }, ratio: middle / bareMs },
      ...{ goal: { of: 'value', atMost: 2 }, rounds: times.map((time) => time / 1_000) },
    })
    tellFigure({
      promise: `another customer's p99 while ${companyCount + portfolioCount} companies are judged and told`,
      ...{ engine: engineName, value: shareOf(latencies, 0.99), unit: 'ms' },
      goal: { of: 'value', atMost: 25 },
    })
    console.log(
      `${engineName}: ${companyCount + portfolioCount} companies of ${accountCount + 1} accounts, ${expected} told of a version: all committed after ${times.map((time) => time.toFixed(0)).join(', ')} ms; CPU of the process ${cpuMs.toFixed(0)} ms a round; the same rows in one bare transaction ${bareMs.toFixed(0)} ms; the other customer p50 ${ms(latencies, 0.5)}, p99 ${ms(latencies, 0.99)}`,
    )
    for (let asked = 0; asked < matchesAsked; asked += 1) {
      const from = performance.now()
      const answer = await fetch(`${origin}/v1/watchlists/${portfolio.list}/matches?limit=5000`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const { length } = await answer.arrayBuffer().then((bytes) => Buffer.from(bytes))
      console.log(
        `matches of ${portfolioCount} companies at ${measuresText} measures, 5,000 rows: ${(performance.now() - from).toFixed(0)} ms, ${(length / 1e6).toFixed(1)} MB (${answer.status})`,
      )
    }
  } finally {
    await service.stop()
  }
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

/** Resolves when so many match events of the version are there, and the version is behind the consumer. */
async function allTold(database: Database, seq: number, expected: number): Promise<void> {
  const deadline = performance.now() + answerMs
  for (;;) {
    const row = await database.one<{ told: number; position: number }>(
      `select (select count(*) from change_event where caused_by = $1) as told, position
       from feed_consumer where name = 'watchlists'`,
      [seq],
    )
    if ((row?.position ?? 0) >= seq) {
      if (expected > 0 && row?.told !== expected) throw new Error(`${row?.told} were told, and not ${expected}`)
      return
    }
    if (performance.now() > deadline) throw new Error(`only ${row?.told} were told`)
    await pause(lookMs)
  }
}

/** How long the same rows take to be written into a table of the same columns and indexes, in one transaction. */
async function bareInsert(database: Database, seq: number): Promise<number> {
  await database.run('create table bare_event as select * from change_event where 1 = 0')
  await database.run('create unique index bare_seq on bare_event (seq)')
  await database.run('create unique index bare_caused on bare_event (caused_by, subject_id)')
  await database.run('create index bare_kind on bare_event (kind_id, seq)')
  await database.run('create index bare_subsidy on bare_event (subsidy_id, kind_id, seq)')
  await database.run('create index bare_time on bare_event (created_at, seq)')
  const rows = await database.all('select * from change_event where caused_by = $1', [seq])
  const [first] = rows
  if (first === undefined) throw new Error('there are no rows')
  const columns = Object.keys(first)
  const values = rows.map((row) => columns.map((column) => row[column] as string | number | null))
  const from = performance.now()
  await database.transaction((transaction) => transaction.insertMany('bare_event', columns, values))
  return performance.now() - from
}

/** What that share of the times does not pass, in milliseconds. */
function shareOf(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function ms(times: readonly number[], share: number): string {
  return `${shareOf(times, share).toFixed(1)} ms`
}
