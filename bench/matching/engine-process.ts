/** One engine in a process of its own, so that no engine's calls make another's slower. Started by `run.ts`. */
import {
  type Course,
  companiesARound,
  companiesFor,
  type EngineName,
  engineOf,
  measuresFor,
  type Seen,
} from './engines.ts'

/** The companies from there on, each timed. */
export type Task = { from: number; count: number } | 'close'
export type Opened = { name: string; builtMs: number }
export type Done = { ms: number[]; seen: Seen[] }

/** Companies judged before the first that is timed, as far as the engine can bear it. */
const warmUpRounds = 1

const [engineName = '', count = '0', courseName = ''] = process.argv.slice(2)
const [name, course] = [engineName as EngineName, courseName as Course]
const companies = companiesFor(course)
const measures = measuresFor(Number(count), course)
const from = performance.now()
const engine = engineOf(name, measures, companies[0]?.today ?? '')
const builtMs = performance.now() - from
for (const facts of companies.slice(0, warmUpRounds * companiesARound[name])) await engine.judge(facts)
process.send?.({ name: engine.name, builtMs } satisfies Opened)

process.on('message', async (task: Task) => {
  if (task === 'close') process.exit(0)
  const ms: number[] = []
  const seen: Seen[] = []
  for (const facts of companies.slice(task.from, task.from + task.count)) {
    const start = performance.now()
    const found = await engine.judge(facts)
    ms.push(performance.now() - start)
    seen.push(found)
  }
  process.send?.({ ms, seen } satisfies Done)
})
