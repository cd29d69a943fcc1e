/**
 * The copy that the Python client keeps, against everything at once: the service is killed, restarted and put back to an
 * earlier state, the road to it cuts, limits and garbles, the client is killed at any point, while measures change, are
 * withdrawn, merged and reinstated. After every round one quiet `sync` makes the copy the catalogue, to the byte.
 *
 * `ROUNDS` says how many; `SEED` to have the same again, as far as processes let it.
 */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { holdFreePort } from '../../../src/platform/http/listen-fault.ts'
import { assertSameRecords, type CopyOptions, exportedRecords, recordsInFile } from '../../harness/copies.ts'
import { engines } from '../../harness/databases.ts'
import { type ProcessScene, processScene, type ServiceProcess } from '../../harness/process.ts'
import { pythonMissing, startPython } from '../../harness/python.ts'
import { chance, randomInputs } from '../../harness/random-measures.ts'
import { repeated } from '../../harness/repeated.ts'
import { startRoad } from '../../harness/rough-road.ts'

const rounds = repeated('ROUNDS', { few: 2, many: 100 })
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const measures = 150
const changesMax = 6
const attemptsMax = 3
const killAfterMsMax = 2_500
/** The contract's minute for what the clock changes, and some patience. */
const clockPatienceMs = 75_000

const next = chance(seed)
const below = (count: number): number => Math.floor(next() * count)
const oneOf = <One>(all: readonly One[]): One => {
  const one = all[below(all.length)]
  assert.ok(one !== undefined)
  return one
}

/** What ends a `sync` that was interfered with; anything else is a fault of the client. */
const passing = new Set([
  ...['ConnectionFailedError', 'RequestTimeoutError', 'IncompleteAnswerError', 'CatalogueBehindError'],
  ...['RateLimitExceededError', 'UnexpectedAnswerError', 'InternalError', 'ServiceTimeoutError', 'InvalidCursorError'],
])

type Item = Record<string, unknown> & { local_id: string; related?: { excludes: string[] } }

/** The catalogue, as a source and an operator change it. */
class Authority {
  #items: Item[]
  readonly #all: Item[]
  readonly #withdrawn = new Set<string>()
  readonly #merged = new Set<string>()
  readonly #scene: ProcessScene

  constructor(scene: ProcessScene) {
    this.#scene = scene
    this.#all = randomInputs(measures, seed) as unknown as Item[]
    // Some come later.
    this.#items = this.#all.slice(0, -20)
  }

  async ingest(): Promise<void> {
    await this.#scene.lists('city', this.#items)
    const run = await this.#scene.operator.command('ingest', 'city', '--json')
    // A run that would withdraw many is held until it is confirmed; all the same, nothing is lost by it.
    assert.ok(run.status === 0 || run.status === 3, run.out)
  }

  async change(): Promise<string> {
    const kinds = ['texts', 'texts', 'many', 'exclusion', 'drop', 'return', 'withdraw', 'reinstate', 'merge', 'soon']
    const kind = oneOf(kinds)
    const id = `city:${oneOf(this.#items).local_id}`
    if (kind === 'withdraw' && !this.#merged.has(id)) {
      await this.#done('withdraw', id)
      this.#withdrawn.add(id)
    } else if (kind === 'reinstate' && this.#withdrawn.size > 0) {
      const withdrawn = oneOf([...this.#withdrawn])
      await this.#done('reinstate', withdrawn)
      this.#withdrawn.delete(withdrawn)
    } else if (kind === 'merge' && this.#merged.size < measures / 3) {
      // Refused where it would be a circle, or its survivor is withdrawn.
      const done = await this.#done('merge', id, `city:${oneOf(this.#items).local_id}`)
      if (done) this.#merged.add(id)
    } else await this.#publish(kind)
    return kind
  }

  async #publish(kind: string): Promise<void> {
    const at = below(this.#items.length)
    const word = randomBytes(4).toString('hex')
    const changed = (item: Item): Item => ({
      ...item,
      title: `Steun ${word} é 😀`,
      summary: { nl: word, en: `${word} €` },
    })
    if (kind === 'many') this.#items = this.#items.map((item, place) => (place % 2 === 0 ? changed(item) : item))
    else if (kind === 'drop' && this.#items.length > measures / 2) {
      this.#items = this.#items.toSpliced(at, 1)
      // Missed once, it may come again.
      await this.ingest()
    } else if (kind === 'return') {
      const absent = this.#all.filter(({ local_id }) => this.#items.every((item) => item.local_id !== local_id))
      this.#items = [...this.#items, ...absent.slice(0, 1 + below(5))]
    } else {
      const item = this.#items[at] as Item
      const excludes = [`city:${oneOf(this.#all).local_id}`, `city:${oneOf(this.#all).local_id}`]
      const deadline = new Date(Date.now() + 1_000 * (1 + below(8))).toISOString()
      const other =
        kind === 'exclusion'
          ? {
              ...item,
              related: {
                excludes: [...new Set(excludes)].filter((one) => one !== `city:${item.local_id}`),
                replaced_by: [`city:${oneOf(this.#all).local_id}`],
              },
            }
          : kind === 'soon'
            ? { ...item, status: 'open', application_window: { closes_at: deadline } }
            : changed(item)
      this.#items = this.#items.with(at, other as Item)
    }
    await this.ingest()
  }

  async #done(...words: string[]): Promise<boolean> {
    const { status } = await this.#scene.operator.command('measures', ...words, '--json')
    return status === 0
  }
}

/** As a store that is made from a backup: its cursors are refused to whoever holds those of before. */
async function anotherLife(dataDir: string): Promise<void> {
  // Opened anew each time: what was opened before is the store that was taken away.
  const database = await openDatabase({ databaseUrl: null, databasePool: 1, dataDir })
  try {
    await database.run('update store_identity set generation = $1', [randomBytes(16).toString('hex')])
  } finally {
    await database.close()
  }
}

test(`after each of ${rounds} rounds of kills, cuts and limits one quiet sync makes the copy the catalogue (SEED=${seed})`, {
  skip: pythonMissing,
  timeout: 120_000 + rounds * 60_000,
}, async (t) => {
  const [engine] = engines
  assert.ok(engine)
  const held = await holdFreePort('127.0.0.1')
  // Records name the address of the service, so it stays.
  await using scene = await processScene(engine, { environment: { PORT: String(held.port) } })
  await held.release()
  const road = await startRoad(next)
  const store = path.join(scene.folder, 'var')
  const earlier = path.join(scene.folder, 'earlier')
  const authority = new Authority(scene)
  await authority.ingest()
  const copies: { plan: string; key: string; file: string; options: CopyOptions }[] = []
  for (const [plan, lang, includeWithdrawn] of [
    ['business', 'en', false],
    ['pro', 'nl', true],
  ] as const) {
    const { key } = await scene.customer(plan)
    copies.push({ plan, key, file: path.join(scene.folder, `${plan}.db`), options: { lang, includeWithdrawn } })
  }
  const { key: reader } = await scene.customer('enterprise')
  let service: ServiceProcess | null = null
  const start = async (): Promise<void> => {
    service = await scene.serve()
    road.leadsTo(Number(new URL(service.origin).port))
  }
  const kill = async (): Promise<void> => {
    road.leadsTo(null)
    await service?.process.kill()
  }
  const tally = new Map<string, number>()
  const count = (what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1)
  const sync = (copy: (typeof copies)[number], settings: object) =>
    startPython(
      'keep_copy.py',
      [
        copy.file,
        JSON.stringify({ lang: copy.options.lang, include_withdrawn: copy.options.includeWithdrawn }),
        JSON.stringify(settings),
      ],
      { SUBSIDIES_URL: road.origin, SUBSIDIES_KEY: copy.key },
    )

  const disturbed = async (copy: (typeof copies)[number]): Promise<void> => {
    const client = sync(copy, { timeout_seconds: 2, retries: 5 })
    const isKilled = next() < 0.5
    if (isKilled) {
      await Promise.race([client.ended, pause(below(killAfterMsMax))])
      if (client.isRunning) {
        await client.kill()
        return count('client killed')
      }
    }
    const { code } = await client.end(240_000)
    const said = JSON.parse(client.out || `{"error":${JSON.stringify(client.error)}}`)
    if (code === 0) return count(said.restarted === null ? 'synced in spite of it' : `restarted: ${said.restarted}`)
    assert.ok(passing.has(said.error), `${said.error}: ${said.message}`)
    count(said.error)
  }

  const quiet = async (copy: (typeof copies)[number]): Promise<void> => {
    const end = performance.now() + clockPatienceMs
    for (;;) {
      const client = sync(copy, {})
      const { code } = await client.end(120_000)
      assert.equal(code, 0, `${client.out}${client.error}`)
      const { restarted } = JSON.parse(client.out)
      if (restarted !== null) count(`restarted: ${restarted}`)
      const catalogue = await exportedRecords(service?.origin ?? '', reader, copy.options)
      const records = recordsInFile(copy.file)
      try {
        return assertSameRecords(records, catalogue, copy.plan)
      } catch (fault) {
        // A deadline may have passed just now, and its event is still to come; whatever was lost stays lost.
        if (performance.now() > end) throw fault
        count('waited for the clock')
        await pause(2_000)
      }
    }
  }

  try {
    await start()
    for (let round = 1; round <= rounds; round += 1) {
      const copy = oneOf(copies)
      road.isRough = true
      let isOver = false
      const changing = (async () => {
        for (let left = 1 + below(changesMax); left > 0; left -= 1) {
          count(`change: ${await authority.change()}`)
          await pause(below(300))
        }
      })()
      const killing = (async () => {
        while (!isOver && next() < 0.6) {
          await pause(below(killAfterMsMax))
          await kill()
          count('service killed')
          await start()
        }
      })()
      for (let attempt = 1 + below(attemptsMax); attempt > 0; attempt -= 1) await disturbed(copy)
      isOver = true
      await Promise.all([changing, killing])
      road.isRough = false
      if (next() < 0.1 || round === 2) {
        await kill()
        if (round > 2) {
          await rm(store, { recursive: true, force: true })
          await cp(earlier, store, { recursive: true })
          await anotherLife(store)
          count('service put back to an earlier state')
        } else await cp(store, earlier, { recursive: true })
        await start()
      }
      await quiet(copy)
      if (round === rounds) for (const other of copies) await quiet(other)
    }
  } finally {
    for (const [what, times] of [
      ...tally,
      ...[...road.mishaps].map(([name, n]) => [`road: ${name}`, n] as const),
    ].toSorted())
      t.diagnostic(`${what}: ${times}`)
    await kill()
    await road.close()
  }
})
