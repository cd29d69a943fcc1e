/**
 * What a backup and a restore cost: time, size and the most memory of the command, beside copying the same bytes as the engine
 * keeps them (SQLite: `vacuum into`; PostgreSQL: `copy` of every table by its own server into a file that is thrown away).
 *
 *     node bench/backup/run.ts [measures] [events]
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptyInstallation, type Installation } from '../../tests/harness/backups.ts'
import { engines } from '../../tests/harness/databases.ts'
import { projectRoot } from '../../tests/harness/started-process.ts'
import { tellFigure } from '../figures.ts'

const [measures = 100_000, events = 1_000_000] = process.argv.slice(2).map(Number)
const recordLetters = 5_000
const rowsTogether = 1_000

/** As many records as measures, of their size, and events; what a service keeps of them beside is a few more columns. */
async function fill(place: Installation): Promise<void> {
  await place.operator.done('migrate')
  await place.within(async (database) => {
    const store = database.forBulk()
    const words = Array.from({ length: 997 }, (_, number) => (number * 7_919).toString(36)).join(' ')
    for (let from = 0; from < measures; from += rowsTogether)
      await store.insertMany(
        'measure_record',
        ['id', 'record'],
        Array.from({ length: Math.min(rowsTogether, measures - from) }, (_, at) => [
          `m${from + at}`,
          `${from + at} ${words.slice((from + at) % 500)}${words}`.slice(0, recordLetters),
        ]),
      )
    const columns = 'seq, id, event, created_at, subject, subject_id, categories, regions, topics, diff, summary'.split(
      ', ',
    )
    for (let from = 1; from <= events; from += rowsTogether)
      await store.insertMany(
        'change_event',
        columns,
        Array.from({ length: Math.min(rowsTogether, events - from + 1) }, (_, at) => [
          ...[from + at, `chg_${from + at}`, 'subsidy.updated', 1_700_000_000_000 + from + at, 'subsidy', `m:${at}`],
          ...[
            '["deadline"]',
            '["flanders"]',
            '["energy"]',
            '{"deadline":{"before":null,"after":"2026-12-01"}}',
            'The deadline moved.',
          ],
        ]),
      )
  })
}

type Cost = { seconds: number; megabytes: number }

/** A command in a process of its own: its time, and the most memory that it had. */
async function cost({ environment }: Installation, ...words: string[]): Promise<Cost> {
  const begunAt = performance.now()
  const command = ['-v', process.execPath, 'src/begin.mjs', ...words]
  const child = spawn('/usr/bin/time', command, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(told)
  const kilobytes = Number(/Maximum resident set size \(kbytes\): (\d+)/.exec(told)?.[1])
  return { seconds: (performance.now() - begunAt) / 1_000, megabytes: kilobytes / 1_000 }
}

/** Seconds in which the engine copies the same rows by itself. */
function peer({ settings, within }: Installation, folder: string): Promise<number> {
  const begunAt = performance.now()
  const seconds = (): number => (performance.now() - begunAt) / 1_000
  if (settings.databaseUrl === null) {
    const database = new DatabaseSync(join(settings.dataDir, 'store.db'))
    database.exec(`vacuum into '${join(folder, 'copy.db')}'`)
    database.close()
    return Promise.resolve(seconds())
  }
  return within(async (database) => {
    for (const table of ['measure_record', 'change_event']) await database.forBulk().run(`copy ${table} to '/dev/null'`)
    return seconds()
  })
}

const shown = ({ seconds, megabytes }: Cost): string => `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB of memory`
for (const engine of engines) {
  const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
  const [origin, place] = [await emptyInstallation(engine), await emptyInstallation(engine)]
  try {
    await fill(origin)
    const file = join(folder, 'backup')
    const backup = await cost(origin, 'backup', '--to', file)
    const { size } = await stat(file)
    const copied = await peer(origin, folder)
    const restore = await cost(place, 'restore', '--from', file)
    const of = `${measures} records and ${events} events`
    for (const [what, { seconds, megabytes }] of [
      ['a backup', backup],
      ['a restore', restore],
    ] as const) {
      tellFigure({
        promise: `${what} of ${of}`,
        ...{ engine: engine.name, value: seconds, unit: 's' },
        peer: { name: "the engine's own copy, unread", value: copied },
        ratio: seconds / copied,
      })
      tellFigure({ promise: `the most memory of ${what} of ${of}`, engine: engine.name, value: megabytes, unit: 'MB' })
    }
    process.stdout.write(
      `${engine.name}: ${measures} records, ${events} events: backup ${shown(backup)}, ${(size / 1_000_000).toFixed(0)} MB of file; ` +
        `copied by the engine itself ${copied.toFixed(1)} s; restore ${shown(restore)}\n`,
    )
  } finally {
    await origin.remove()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
