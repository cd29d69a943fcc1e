/**
 * Every bench, one after the other, and what it found of each promise beside its peer: printed, and with `--to F` written as a page
 * of docs. Nothing else should run meanwhile; a whole run takes an hour and a half, `--quick` (smaller sizes, fewer rounds, good for
 * seeing that everything still runs) a third of that.
 *
 *   node bench/run.ts [--quick] [--only name,name...] [--keep folder] [--to docs/figures.md]
 *
 * With `--keep F` what a bench found stays in F, and one that has its file there is not run again: a whole run can be taken in parts.
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server. Fails when a bench fails; a promise that is not held is told.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { engines } from '../tests/harness/databases.ts'
import { benches } from './benches.ts'
import type { Figure } from './figures.ts'
import { pageOf, type Ran, rowOf } from './report.ts'

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'string' },
    to: { type: 'string' },
  },
})
const root = path.join(import.meta.dirname, '..')
const millisecondsPerMinute = 60_000
const gigabyte = 1024 ** 3

const wanted = asked.only?.split(',')
const unknown = wanted?.filter((name) => !benches.some((bench) => bench.name === name)) ?? []
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}
const chosen = benches.filter(({ name }) => wanted?.includes(name) ?? true)
const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-figures-'))
const all: Ran[] = []
try {
  for (const [place, bench] of chosen.entries()) {
    const kept = await keptOf(bench.name)
    if (kept !== null) {
      all.push({ bench, ...kept })
      continue
    }
    const ran: Ran = { bench, figures: [], minutes: 0, failed: false, missing: missingOf(bench.needs), day: today() }
    all.push(ran)
    if (ran.missing !== null) continue
    for (const [part, words] of (asked.quick ? bench.quick : bench.whole).entries()) {
      process.stderr.write(`${place + 1} of ${chosen.length}, ${bench.name}: node bench/${words.join(' ')}\n`)
      const file = path.join(folder, `${place}-${part}`)
      const from = performance.now()
      const child = spawn(process.execPath, ['--expose-gc', path.join('bench', words[0] ?? ''), ...words.slice(1)], {
        cwd: root,
        env: { ...process.env, BENCH_FIGURES: file },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const [code] = await once(child, 'close')
      ran.minutes += (performance.now() - from) / millisecondsPerMinute
      const figures = existsSync(file) ? readFigures(await readFile(file, 'utf8')) : []
      ran.figures.push(...figures)
      // Some also fail where a promise is not held, which their figures say.
      if (code !== 0 && figures.length === 0) ran.failed = true
    }
    if (!ran.failed) await keep(ran)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.table(all.flatMap(({ figures }) => figures.map(rowOf)))
for (const { bench, missing, failed } of all) {
  if (missing !== null) process.stdout.write(`${bench.name} was not run: ${missing}\n`)
  if (failed) process.stdout.write(`${bench.name} failed\n`)
}
if (asked.to !== undefined) {
  const place = {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / gigabyte),
    node: process.version,
    isQuick: asked.quick,
  }
  await writeFile(path.resolve(root, asked.to), pageOf(all, place))
}
process.exitCode = all.some(({ failed }) => failed) ? 1 : 0

function readFigures(text: string): Figure[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Figure => JSON.parse(line))
}

/** The file of a bench in the folder of `--keep`; null without that folder. */
function keptFile(name: string): string | null {
  return asked.keep === undefined ? null : path.resolve(asked.keep, `${name}${asked.quick ? '-quick' : ''}.json`)
}

async function keptOf(name: string): Promise<Omit<Ran, 'bench'> | null> {
  const file = keptFile(name)
  return file === null || !existsSync(file) ? null : JSON.parse(await readFile(file, 'utf8'))
}

async function keep({ bench, ...found }: Ran): Promise<void> {
  const file = keptFile(bench.name)
  if (file === null) return
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(found, null, 2)}\n`)
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Why a bench cannot run here; null where it can. */
function missingOf(needs: 'peers' | 'postgres' | null): string | null {
  if (needs === 'peers' && !existsSync(path.join(import.meta.dirname, 'node_modules')))
    return 'its peers are not installed (npm ci in bench)'
  if (needs === 'postgres' && engines.every(({ name }) => name !== 'postgres'))
    return 'TEST_DATABASE_URL names no server'
  return null
}
