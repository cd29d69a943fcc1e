/**
 * A copy against everything at once: the service is killed and started again, its answers are cut, stalled and made up by a
 * proxy, the account is limited, the process that keeps the copy is killed, and meanwhile measures come, change, go, come back
 * and are merged. After each round the copies are brought up to date in peace, and equal the catalogue record by record.
 *
 * ROUNDS says how many, SEED what is drawn.
 */

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { FileStore } from '../../../clients/typescript/src/file-store.ts'
import {
  type CopyStore,
  MemoryStore,
  SubsidiesClient,
  type SyncResult,
} from '../../../clients/typescript/src/subsidy-measures-client.ts'
import { holdFreePort } from '../../../src/platform/http/listen-fault.ts'
import { copyFaults } from '../../harness/copy-faults.ts'
import { startCuttingProxy } from '../../harness/cutting-proxy.ts'
import { engines } from '../../harness/databases.ts'
import { movingCatalogue } from '../../harness/moving-catalogue.ts'
import { processScene, type ServiceProcess } from '../../harness/process.ts'
import { repeated } from '../../harness/repeated.ts'
import { type StartedProcess, startProgram } from '../../harness/started-process.ts'

const rounds = repeated('ROUNDS', { few: 2, many: 100 })
const seed = Number(process.env.SEED ?? 20_261_123)
const program = path.join(import.meta.dirname, '..', '..', 'harness', 'copy-keeper-child.ts')
/** A copy is begun from nothing so often. */
const freshEvery = 4
const deedsLeast = 6
const deedsMore = 8
const pauseMsMax = 300
const burst = 60

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function drawing(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const [engine] = engines
test(`${rounds} rounds of kills, cuts, limits and changes: every copy equals the catalogue, byte for byte`, {
  timeout: 60_000 + rounds * 30_000,
}, async (t) => {
  const chance = drawing(seed)
  // Records tell the service's address: the same after each start, as an operator has it.
  const port = await holdFreePort('127.0.0.1')
  await port.release()
  const environment = { PORT: String(port.port) }
  await using scene = await processScene(engine ?? assert.fail(), { environment })
  const catalogue = await movingCatalogue(scene, drawing(seed + 1))
  const keeper = await scene.customer('business')
  const lister = await scene.customer('pro')
  const reader = await scene.customer('enterprise')
  const proxy = await startCuttingProxy(drawing(seed + 2))
  t.after(() => proxy.stop())
  const folder = path.join(scene.folder, 'copy')
  const happened: Record<string, number> = {}
  const note = (what: string): void => {
    happened[what] = (happened[what] ?? 0) + 1
  }

  let service: ServiceProcess | null = null
  const serve = async (): Promise<ServiceProcess> => {
    service ??= await scene.serve()
    proxy.leadTo(service.origin)
    return service
  }
  const killService = async (): Promise<void> => {
    proxy.leadTo(null)
    await service?.process.kill()
    service = null
    await serve()
  }
  const bad = { baseUrl: proxy.origin, timeoutMs: 700, retries: 2 }
  let child: StartedProcess | null = null
  const keep = (): void => {
    const settings = JSON.stringify({ ...bad, key: keeper.key, folder })
    child ??= startProgram(process.execPath, ['--disable-warning=ExperimentalWarning', program, settings], {
      environment: {},
    })
  }
  const killKeeper = async (): Promise<void> => {
    await child?.kill()
    for (const line of child?.out.trim().split('\n') ?? []) note(said(line))
    assert.equal(child?.error ?? '', '')
    child = null
  }
  const limit = async (): Promise<void> => {
    const { origin } = await serve()
    const asked = Array.from({ length: burst }, async () => {
      const { status } = await fetch(`${origin}/v1/key`, { headers: { authorization: `Bearer ${keeper.key}` } })
      if (status === 429) note('limited')
    })
    await Promise.allSettled(asked)
  }

  let memory: CopyStore = new MemoryStore()
  const listing = new SubsidiesClient({ ...bad, key: lister.key })
  const nl = { lang: 'nl', includeWithdrawn: true } as const

  const deeds: [name: string, work: () => Promise<unknown>][] = [
    ['the service killed', killService],
    ['the keeper killed', killKeeper],
    ['limited', limit],
    ['happened', async () => note(await catalogue.happen())],
    ['happened', async () => note(await catalogue.happen())],
    ['happened', async () => note(await catalogue.happen())],
  ]

  for (let round = 1; round <= rounds; round += 1) {
    if (round % freshEvery === 0) {
      await rm(folder, { recursive: true, force: true })
      memory = new MemoryStore()
    }
    await serve()
    let isOver = false
    const lists = (async () => {
      while (!isOver) {
        await listing.sync(memory, nl).then(
          () => note('memory synchronised'),
          (error: Error) => note(`memory ${error.name}`),
        )
        await wait(20)
      }
    })()
    for (let deed = deedsLeast + Math.floor(chance() * deedsMore); deed > 0; deed -= 1) {
      keep()
      await wait(chance() * pauseMsMax)
      const [name, work] = deeds[Math.floor(chance() * deeds.length)] ?? assert.fail()
      note(name)
      await work()
    }
    isOver = true
    await Promise.all([lists, killKeeper()])

    const { origin } = await serve()
    const quiet = (key: string): SubsidiesClient => new SubsidiesClient({ baseUrl: origin, key, retries: 8 })
    const store = new FileStore(folder)
    const result = await quiet(keeper.key).sync(store)
    await quiet(lister.key).sync(memory, nl)
    const where = `round ${round} of seed ${seed}`
    const exact = quiet(reader.key)
    assert.deepEqual(await copyFaults(store.records(), await exact.exportSubsidies()), [], where)
    const all = await exact.exportSubsidies({ lang: 'nl', include_withdrawn: true })
    assert.deepEqual(await copyFaults(memory.records(), all), [], where)
    assert.equal(result.measures, (await store.ids()).length)
    assert.deepEqual({ added: 0, changed: 0, removed: 0 }, figuresOf(await quiet(keeper.key).sync(store)), where)
    await store.close()
  }
  t.diagnostic(JSON.stringify({ rounds, connections: proxy.met, happened }))
  assert.ok(
    Object.values(proxy.met).every((count) => count > 0),
    JSON.stringify(proxy.met),
  )
})

const figuresOf = ({ added, changed, removed }: SyncResult) => ({ added, changed, removed })

function said(line: string): string {
  if (line === '') return 'the keeper said nothing'
  try {
    const { stopped, restarted } = JSON.parse(line)
    return stopped === undefined
      ? `keeper synchronised${restarted === null ? '' : ` ${restarted}`}`
      : `keeper ${stopped}`
  } catch {
    return 'the keeper was killed in a line'
  }
}
