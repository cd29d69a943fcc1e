/**
 * The search index against its peers: every engine builds its index of one catalogue in a process of its own, then each
 * in turn is handed the same ten queries, over and over. Only ratios within one run mean anything.
 *
 *   node bench/search/run.ts [measures] [rounds] [engine,engine...]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { wordsOf } from '../../src/search/words/words.ts'
import { entryOf } from './catalogue.ts'
import { type Asked, catalogueOf, type Found, meets, sortKey } from './engine.ts'
import type { Done, Opened, Task } from './engine-process.ts'
import { queriesFor } from './queries.ts'
import { printComparison, printCosts, printTimes } from './report.ts'

export type Run = { name: string; opened: Opened; times: number[][]; found: Found[] }

const queriesATurn = 10
/** A process that has run for minutes is what callers meet: each engine asks all the queries for so long before its turns. */
const warmUpMs = 5_000
const allEngines = 'product,array,sqlite,postgres,minisearch,flexsearch,orama'
const [countText = '10000', roundsText = '5', engineText = allEngines] = process.argv.slice(2)
const [count, rounds] = [Number(countText), Number(roundsText)]
const asked = askedOf(count)

const children = new Map<string, ChildProcess>()
const runs: Run[] = []
let isOver = false
for (const name of engineText.split(',')) {
  const child = fork(join(import.meta.dirname, 'engine-process.ts'), [name, String(count)], {
    execArgv: ['--expose-gc', '--max-old-space-size=8000'],
  })
  child.once('exit', (code, signal) => {
    if (!isOver && children.has(name)) throw new Error(`the process of ${name} ended: ${code ?? signal}`)
  })
  children.set(name, child)
  const opened = await answerOf<Opened>(child)
  if (!opened.opened) {
    process.stdout.write(`${name}: not there, skipped\n`)
    children.delete(name)
    child.kill()
    continue
  }
  process.stdout.write(`${name}: built in ${(opened.buildMs / 1000).toFixed(1)} s\n`)
  runs.push({ name, opened, times: asked.map(() => []), found: [] })
}

for (const { name } of runs) await hand(name, { warmUp: asked, forMs: warmUpMs })
// The first round brings the answers; it is not timed.
for (let round = 0; round <= rounds; round += 1) {
  for (let from = 0; from < asked.length; from += queriesATurn) {
    for (const run of runs) {
      const first = asked[(from + asked.length / 2) % asked.length]
      if (first === undefined) throw new Error('there is no query')
      const queries = asked.slice(from, from + queriesATurn)
      const done = await hand(run.name, { first, queries, wantsRows: round === 0 })
      if (round === 0) run.found.push(...(done.found ?? []))
      else
        done.micros.forEach((micros, place) => {
          run.times[from + place]?.push(micros)
        })
    }
  }
}
isOver = true
for (const child of children.values()) child.send('close' satisfies Task)
printCosts(runs)
printTimes(runs, asked)
printComparison(runs, asked)

async function hand(name: string, task: Task): Promise<Done> {
  const child = children.get(name)
  if (child === undefined) throw new Error(`no engine ${name}`)
  child.send(task)
  return answerOf<Done>(child)
}

async function answerOf<Message>(child: ChildProcess): Promise<Message> {
  const [message]: Message[] = await once(child, 'message')
  if (message === undefined) throw new Error('an engine answered nothing')
  return message
}

/** The queries with their words folded; a deep one with the row before its page, found by looking at every measure. */
function askedOf(total: number): Asked[] {
  const queries = queriesFor(total)
  const deep = queries.filter((query) => query.depth > 0)
  const ranks = catalogueOf(total).titleRanks()
  const matching = new Map(deep.map((query) => [query, [] as { number: number; key: number }[]]))
  for (let number = 0; number < total; number += 1) {
    const entry = entryOf(number)
    for (const [query, rows] of matching) {
      if (meets(entry, query.filters)) rows.push({ number, key: sortKey(entry, number, query.sort, ranks) })
    }
  }
  return queries.map((query) => {
    const words = wordsOf(query.q)
    const rows = matching.get(query) ?? []
    const offset = Math.floor(rows.length * query.depth)
    if (offset === 0) return { ...query, words, offset: 0, after: null }
    rows.sort((left, right) => (left.key === right.key ? left.number - right.number : left.key < right.key ? -1 : 1))
    const { number, key } = rows[offset - 1] ?? { number: 0, key: 0 }
    const title = query.sort.startsWith('title:') ? titleOf(number, query.sort) : ''
    const value = key === Number.POSITIVE_INFINITY ? null : query.sort === 'updated' ? -key : key
    return { ...query, words, offset, after: { value, title, number } }
  })
}

function titleOf(number: number, sort: string): string {
  const { titles } = entryOf(number)
  if (sort === 'title:nl') return titles.nl
  return sort === 'title:fr' ? titles.fr : titles.en
}
