/** A release is replaced by the next while people use it: both run on one store for a while, and nobody is refused. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { fileSource, type ProcessScene, processScene, records } from '../harness/process.ts'
import { releaseFolder } from '../harness/release-folder.ts'
import { projectRoot, type StartedProcess, startProgram, until } from '../harness/started-process.ts'

const migrationsNow = readdirSync(path.join(projectRoot, 'migrations')).filter((name) => name.endsWith('.sql')).length
const nextMigration = `${String(migrationsNow + 1).padStart(4, '0')}-next-release.sql`
/** What a release may do to the store beside the one before it: add. Of tables that every request reads, and a new one. */
const added = `alter table account add column next_release text;
alter table api_key add column next_release bigint;
alter table measure add column next_release text;
create table next_release (id text not null primary key);
`
/** Of a process that stops: much longer than the balancer takes to notice, also on a busy machine. */
const delaySeconds = 4
const lookEveryMs = 20
const betweenMs = 10
const customers = 4

/** As a balancer does: asks each who is there whether he is ready, and sends requests to those who are. */
class Balancer {
  #ready: readonly string[] = []
  readonly #ended = new AbortController()

  /** Watches one more. */
  async watch(origin: string): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const isReady = await call(origin, 'GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
      const others = this.#ready.filter((one) => one !== origin)
      this.#ready = isReady ? [...others, origin] : others
      await pause(lookEveryMs)
    }
  }

  get ready(): readonly string[] {
    return this.#ready
  }

  /** The one that the `turn`-th request goes to. */
  pick(turn: number): string {
    const origin = this.#ready[turn % this.#ready.length]
    assert.ok(origin !== undefined, 'nobody is ready')
    return origin
  }

  end(): void {
    this.#ended.abort()
  }
}

type Load = { asked: number; stop(): Promise<void> }

/** Reads and writes of several customers, one after the other each, until it is stopped; every answer must be the right one. */
function load(balancer: Balancer, keys: readonly string[]): Load {
  const told = { asked: 0, isOver: false }
  const work = keys.map(async (key, customer) => {
    for (let turn = customer; !told.isOver; turn += 1) {
      const ask = async (method: string, target: string, json?: unknown): Promise<Record<string, unknown>> => {
        // Slower than the plan allows, on any machine.
        await pause(betweenMs)
        told.asked += 1
        const answer = await call(balancer.pick(turn), method, target, json === undefined ? { key } : { key, json })
        assert.ok(answer.status < 300, `${method} ${target}: ${answer.status} ${answer.body}`)
        return answer.json()
      }
      const page = await ask('GET', '/v1/subsidies?limit=7')
      const { next_cursor } = page.pagination as { next_cursor: string }
      await ask('GET', `/v1/subsidies?limit=7&cursor=${next_cursor}`)
      await ask('POST', '/v1/match', { company: { postcode: '9000' } })
      const { id } = (await ask('POST', '/v1/watchlists', { name: `list ${turn}` })).data as { id: string }
      await ask('DELETE', `/v1/watchlists/${id}`)
    }
  })
  return {
    get asked() {
      return told.asked
    },
    async stop() {
      told.isOver = true
      await Promise.all(work)
    },
  }
}

async function used(scene: ProcessScene, accounts: readonly string[]): Promise<number> {
  const database = await scene.database()
  const counts = await Promise.all(
    accounts.map((account) =>
      database.one<{ n: number }>('select sum(requests) as n from meter where account_id = $1', [account]),
    ),
  )
  return counts.reduce((sum, count) => sum + (count?.n ?? 0), 0)
}

describe('two releases', { concurrency: 2 }, () => {
  for (const engine of engines) {
    test(`${engine.name}: the next release takes over on the store of this one without one answer lost, and this one does not start on it again`, async () => {
      await using scene = await processScene(engine, { sources: () => [fileSource('city')] })
      await using next = await releaseFolder({ version: '99.0.0', migrations: { [nextMigration]: added } })
      const environment = { ...scene.environment, SHUTDOWN_DELAY_SECONDS: String(delaySeconds) }
      await scene.lists('city', records(40))
      await scene.operator.done('ingest', 'city')
      const given: Awaited<ReturnType<ProcessScene['customer']>>[] = []
      while (given.length < customers) given.push(await scene.customer('enterprise'))
      const old = await scene.serve([], { SHUTDOWN_DELAY_SECONDS: String(delaySeconds) })
      const balancer = new Balancer()
      balancer.watch(old.origin)
      let taken: (StartedProcess & { origin?: string }) | null = null
      try {
        await until('the release of now is ready', () => balancer.ready.length === 1)
        const running = load(
          balancer,
          given.map(({ key }) => key),
        )
        const ofNext = (...words: string[]): StartedProcess =>
          startProgram(process.execPath, [next.mainFile, ...words], { environment, cwd: next.folder })
        const migrating = ofNext('migrate', '--json')
        assert.equal((await migrating.end()).code, 0, migrating.error)
        assert.match(migrating.out, new RegExp(nextMigration))
        await goesOn(running, 'the release of now answers on the store of the next')

        taken = ofNext('serve')
        await taken.printed(/^Docs .*$/m)
        const origin = /^Address +(\S+)$/m.exec(taken.out)?.[1] ?? ''
        balancer.watch(origin)
        await until('both are ready', () => balancer.ready.length === 2)
        assert.equal((await call(origin, 'GET', '/v1/health')).json().version, '99.0.0')
        await goesOn(running, 'both answer')

        assert.equal(await old.process.stop(), 0)
        assert.deepEqual(balancer.ready, [origin])
        await goesOn(running, 'the next release answers alone')
        await running.stop()
        assert.equal(await used(scene, accountsOf(given)), running.asked, 'what was counted is what was asked')
        await refusesToStart(scene)
        assert.equal(await taken.stop(), 0)
      } finally {
        balancer.end()
        await taken?.kill()
      }
    })
  }
})

const accountsOf = (given: readonly { account: string }[]): string[] => given.map(({ account }) => account)

/** Waits until so much more has been asked, and answered as it should, that everybody had several turns. */
async function goesOn(running: Load, what: string): Promise<void> {
  const from = running.asked
  await until(what, () => running.asked > from + 20 * customers)
}

async function refusesToStart(scene: ProcessScene): Promise<void> {
  const program = scene.start(['serve'])
  assert.equal((await program.end()).code, 1)
  assert.match(
    program.error,
    new RegExp(`^The store is newer than this release: it has migration ${nextMigration}.*\\n$`),
  )
}
