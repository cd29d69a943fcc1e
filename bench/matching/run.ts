/**
 * The matcher against other ways to match, in one run: `node bench/matching/run.ts [measures ...]`. Only ratios of one run
 * say anything. Each engine has a process of its own, and they take turns; what they find is compared with the plain
 * evaluator. Then 5,000 companies on one thread, without and with the bytes of their answers.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Figure, median, tellFigure } from '../figures.ts'
import type { Done, Opened, Task } from './engine-process.ts'
import {
  type Course,
  companiesARound,
  companiesFor,
  type EngineName,
  measuresFor,
  plainly,
  type Seen,
} from './engines.ts'

const rounds = 5
/** Companies on which every engine is compared with the plain evaluator. */
const compared = 3
const publicodesMeasures = 1_000
/** How long the others are to take beside the evaluator. */
const goals: Partial<Record<EngineName, NonNullable<Figure['goal']>>> = {
  'json-logic': { of: 'ratio', atLeast: 120 },
  closures: { of: 'ratio', atLeast: 30 },
}

type Racer = { engine: EngineName; child: ChildProcess; opened: Opened; ms: number[] }

async function race(engines: readonly EngineName[], count: number, course: Course): Promise<Racer[]> {
  const racers: Racer[] = []
  for (const engine of engines) {
    const itsCourse = engine === 'with points' ? 'points' : course
    const child = fork(join(import.meta.dirname, 'engine-process.ts'), [engine, String(count), itsCourse])
    racers.push({ engine, child, opened: await answerOf<Opened>(child), ms: [] })
  }
  const measures = measuresFor(count, course)
  const expected = companiesFor(course)
    .slice(0, compared)
    .map((facts) => plainly(measures, facts))
  for (const { engine, child, opened } of racers) {
    // It has measures and companies of its own.
    if (engine === 'with points') continue
    child.send({ from: 0, count: compared } satisfies Task)
    const { seen } = await answerOf<Done>(child)
    for (const [place, found] of expected.entries()) compare(opened.name, seen[place], found)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { engine, child, ms } of racers) {
      const size = companiesARound[engine]
      child.send({ from: round * size, count: size } satisfies Task)
      ms.push(...(await answerOf<Done>(child)).ms)
    }
  }
  for (const { child } of racers) child.send('close' satisfies Task)
  return racers
}

async function answerOf<Message>(child: ChildProcess): Promise<Message> {
  const [message]: Message[] = await once(child, 'message')
  if (message === undefined) throw new Error('an engine answered nothing')
  return message
}

function compare(name: string, found: Seen | undefined, expected: Seen): void {
  const { refused, lacking } = found ?? { refused: -1, lacking: null }
  if (refused === expected.refused && (lacking === null || lacking === expected.lacking)) return
  throw new Error(`${name} finds ${refused} refused and ${lacking} lacking, not ${JSON.stringify(expected)}`)
}

function report(title: string, racers: readonly Racer[]): void {
  console.log(`\n${title}`)
  // Beside others the evaluator does all of its work: with points, answers and the facts beside the company.
  const own = racers.find(({ engine }) => engine === 'with points') ?? racers[0]
  const base = median(own?.ms ?? [])
  for (const { engine, opened, ms } of racers) {
    const time = median(ms)
    if (opened.name !== own?.opened.name) {
      const goal = goals[engine]
      tellFigure({
        promise: `${title}: ${opened.name}`,
        ...{ engine: null, value: base * 1_000, unit: 'us' },
        ...{ peer: { name: opened.name, value: time * 1_000 }, ratio: time / base },
        goal: goal ?? null,
      })
    }
    const us = (time * 1000).toFixed(0).padStart(10)
    console.log(
      `  ${opened.name.padEnd(34)} ${us} us   ${(time / base).toFixed(1).padStart(9)}   built in ${opened.builtMs.toFixed(0)} ms`,
    )
  }
}

const sizes = process.argv.slice(2).map(Number)
for (const size of sizes.length === 0 ? [1_000, 10_000] : sizes) {
  const racers = await race(
    ['evaluator', 'with points', 'plain', 'closures', 'json-logic', 'json-rules'],
    size,
    'rules',
  )
  report(`One company against ${size} measures, ratio to the evaluator with points and answers`, racers)
  const bulk = fork(join(import.meta.dirname, 'bulk-process.ts'), [String(size)])
  await once(bulk, 'exit')
}
report(
  `${publicodesMeasures} measures of regions, sizes and numbers`,
  await race(['evaluator', 'publicodes'], publicodesMeasures, 'formulas'),
)
