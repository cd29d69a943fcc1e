/**
 * The power is cut, at any moment of a service's life on the embedded store: what it had acknowledged is there, what it
 * had shown is not taken back, and it starts. All that its processes write is recorded once; from the log follows what a
 * disk may have kept at each moment; each time a store is opened there, and now and then a service started (docs/decisions/0061).
 *
 * `CUTS`, `ROUNDS` and `SEED` name other numbers of them; where a cut is told, the same log and seed give the same one.
 */

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { fileSource, processScene } from '../harness/process.ts'
import { chance } from '../harness/random-measures.ts'
import { repeated } from '../harness/repeated.ts'
import { faultsIn, putBack, someFate } from './after-cut.ts'
import { faultsOfService } from './after-start.ts'
import { makeClaims } from './claims.ts'
import { type Kept, makeDisk } from './disk.ts'
import { live } from './life.ts'
import { makeRecorder, type Recorded, whyNotRecorded } from './write-log.ts'

const cuts = repeated('CUTS', { few: 60, many: 3000 })
const rounds = repeated('ROUNDS', { few: 1, many: 4 })
const seed = Number(process.env.SEED ?? 1)
const faultsToldMax = 20
/** After each of so many cuts a whole service is started, and asked over the wire. */
const cutsPerStart = 12

test(`${cuts} power cuts: nothing acknowledged is lost, nothing shown is taken back, the store opens`, {
  skip: whyNotRecorded(),
}, async () => {
  const [sqlite] = engines
  assert.ok(sqlite?.name === 'sqlite')
  const place = await mkdtemp(path.join(tmpdir(), 'subsidies-power-'))
  await using scene = await processScene(sqlite, {
    isEmpty: true,
    sources: () => [fileSource('city', { schedule: '0 4 1 1 *' })],
    environment: { WEBHOOK_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
  })
  const recorder = makeRecorder(place, scene.folder)
  try {
    Object.assign(scene.environment, recorder.environment)
    const claims = makeClaims(recorder.mark)
    const life = await live(scene, claims, rounds)
    const log = recorder.read()
    claims.place(log)
    const random = chance(seed)
    const moments = someMoments(log, cuts, random)
    const disk = makeDisk(scene.folder, recorder.folderFile)
    const faults: string[] = []
    let [checked, cut] = [0, 0]
    for (const [index, record] of log.entries()) {
      for (; moments[cut] === index; cut += 1) {
        const { name, fate } = someFate(random, index)
        const after = path.join(place, `cut${cut}`)
        putBack(disk.cut(fate, random), scene.folder, after, random)
        const expected = claims.at(index)
        for (const fault of await faultsIn(path.join(after, 'var'), expected))
          faults.push(`cut ${cut} at ${index} of ${log.length} (${name}): ${fault}`)
        checked += expected.claims.length
        await rm(after, { recursive: true })
        if (cut % cutsPerStart !== 0) continue
        putBack(disk.cut(fate, random), scene.folder, after, random)
        for (const fault of await faultsOfService(scene, life, expected.claims, path.join(after, 'var')))
          faults.push(`cut ${cut} at ${index} of ${log.length} (${name}): ${fault}`)
        await rm(after, { recursive: true })
      }
      disk.take(record, index)
      if (faults.length >= faultsToldMax) break
    }
    assert.deepEqual(faults, [], `seed ${seed}`)
    assert.ok(checked > cuts, `${checked} claims were looked at`)
    // Were anything written that is not in the log, the cuts would be of another disk than there is.
    const [all, real] = [disk.cut(() => 'kept', random), await realFiles(path.join(scene.folder, 'var'))]
    assert.deepEqual(digestsOf(all, scene.folder), digestsOf(real, scene.folder))
  } finally {
    recorder.close()
    await rm(place, { recursive: true, force: true })
  }
})

/** A third right after something was said to be so, a third around syncs, a third anywhere; in their order. */
function someMoments(log: readonly Recorded[], count: number, random: () => number): number[] {
  const places = (kinds: readonly string[]): number[] =>
    log.flatMap(({ kind }, index) => (kinds.includes(kind) ? [index + 1] : [])).filter((index) => index < log.length)
  const after = [places(['mark']), places(['sync begun', 'sync ended']), [...log.keys()]]
  return Array.from({ length: count }, (_, at) => {
    const some = after[at % after.length] ?? []
    return some[Math.floor(random() * some.length)] ?? 0
  }).toSorted((left, right) => left - right)
}

async function realFiles(folder: string): Promise<Kept> {
  const found: Kept = new Map([[folder, null]])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.join(entry.parentPath, entry.name)
    found.set(name, entry.isDirectory() ? null : await readFile(name))
  }
  return found
}

/** Files by name, with their length and bytes; of folders and of shared memory the name. */
function digestsOf(files: Kept, folder: string): [string, string][] {
  return [...files]
    .filter(([name]) => name !== folder)
    .map(([name, bytes]): [string, string] => [
      path.relative(folder, name),
      bytes === null || name.endsWith('-shm') ? '' : `${bytes.length} ${hash('sha256', bytes)}`,
    ])
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
}
