import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { InFlight, type Placed } from './in-flight.ts'

type Thing = Placed & { name: number; held?: number[] }
const thing = (name: number): Thing => ({ place: -1, name })
const namesIn = (inFlight: InFlight<Thing>): number[] => [...inFlight].map(({ name }) => name)

test('those that are there stand in the order in which they came, whoever has left between them', () => {
  const inFlight = new InFlight<Thing>()
  const things = Array.from({ length: 1_000 }, (_, name) => thing(name))
  for (const one of things) inFlight.add(one)
  for (const one of things) if (one.name % 7 !== 3) inFlight.delete(one)
  assert.deepEqual(
    namesIn(inFlight),
    things.map(({ name }) => name).filter((name) => name % 7 === 3),
  )
  inFlight.add(thing(1_000))
  assert.equal(namesIn(inFlight).at(-1), 1_000)
})

test('one that has left is not put out again in the place of another', () => {
  const inFlight = new InFlight<Thing>()
  const [gone, stays] = [thing(1), thing(2)]
  inFlight.delete(gone)
  inFlight.add(gone)
  inFlight.delete(gone)
  inFlight.add(stays)
  inFlight.delete(gone)
  assert.deepEqual(namesIn(inFlight), [2])
})

test('who leaves while they are looked at is not met afterwards', () => {
  const inFlight = new InFlight<Thing>()
  const things = Array.from({ length: 200 }, (_, name) => thing(name))
  for (const one of things) inFlight.add(one)
  const met: number[] = []
  for (const one of inFlight) {
    met.push(one.name)
    for (const other of things) if (other.name > one.name && other.name < 150) inFlight.delete(other)
  }
  assert.deepEqual(met, [0, ...things.map(({ name }) => name).slice(150)])
})

test('what has come and left lives no longer than anything young', () => {
  setFlagsFromString('--expose-gc')
  const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')
  const inFlight = new InFlight<Thing>()
  const numbers = 1_000
  const held = (name: number): Thing => ({ place: -1, name, held: Array.from({ length: numbers }, () => name) })
  const inside: Thing[] = []
  const usedBefore = process.memoryUsage().heapUsed
  for (let name = 0; name < 20_000; name += 1) {
    const comes = held(name)
    inFlight.add(comes)
    inside.push(comes)
    const leaves = inside.length > 16 ? inside.shift() : undefined
    if (leaves !== undefined) inFlight.delete(leaves)
    if (name % 250 === 0) collect({ type: 'minor' })
  }
  collect({ type: 'minor' })
  // All of them together are 160 MB; a `Set` in its place keeps 32 of them.
  assert.ok(process.memoryUsage().heapUsed - usedBefore < 8 * 1024 * 1024)
})
