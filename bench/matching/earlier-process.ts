/** The evaluator of an earlier checkout in a process of its own, over that checkout's own measures and companies. Started by `beside.ts`. */
import path from 'node:path'
import type { Task } from './engine-process.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const from = (file: string) => import(path.join(folder, file))
const { Evaluator } = await from('src/matching/evaluator/evaluator.ts')
const { prepare } = await from('src/matching/verdict/prepared-measure.ts')
const { factsOf } = await from('tests/harness/match-samples.ts')
const { companiesOf, measuresOf } = await from('bench/matching/catalogue.ts')
const companies = companiesOf(5_000).map((input: unknown) => factsOf(input))
const evaluator = new Evaluator()
for (const measure of measuresOf(Number(count))) evaluator.put(prepare(measure))
const options = { limit: 25, includeNotEligible: false }
const warmUp = 1_000
for (const facts of companies.slice(0, warmUp)) evaluator.judge(facts, options)
process.send?.('ready')
process.on('message', (task: Task) => {
  if (task === 'close') process.exit(0)
  const ms: number[] = []
  for (const facts of companies.slice(task.from, task.from + task.count)) {
    const start = performance.now()
    evaluator.judge(facts, options)
    ms.push(performance.now() - start)
  }
  process.send?.({ ms, seen: [] })
})
