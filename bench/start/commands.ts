/**
 * What a command costs the processor, user and system together, from the start of its process to its end: each with its compiled code
 * kept (warm, as every later one of a release is) and with the folder of compiled code empty (cold, as the first one is).
 *
 *   node bench/start/commands.ts [rounds]    # 5; needs /usr/bin/time
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { emptyInstallation, type Installation } from '../../tests/harness/backups.ts'
import { engines } from '../../tests/harness/databases.ts'
import { projectRoot } from '../../tests/harness/started-process.ts'
import { median, tellFigure } from '../figures.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
/** A revocation in an incident waits for it, and the timer of the ledger pays it every five minutes. */
const warmMostSeconds = 1
const commandMs = 120_000
const run = promisify(execFile)

type Command = { name: string; opensStore: boolean; words: () => Promise<readonly string[]> }

const rows: Record<string, string | number>[] = []
const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
try {
  for (const [number, engine] of engines.entries()) {
    const place = await emptyInstallation(engine)
    try {
      for (const command of await commandsOn(place)) {
        if (!command.opensStore && number > 0) continue
        const kept = await mkdtemp(join(folder, 'kept-'))
        // Nobody counts the one that fills the folder.
        await cpuSeconds(place, await command.words(), kept)
        const [warm, cold]: [number[], number[]] = [[], []]
        for (let round = 0; round < rounds; round += 1) {
          warm.push(await cpuSeconds(place, await command.words(), kept))
          cold.push(await cpuSeconds(place, await command.words(), await mkdtemp(join(folder, 'empty-'))))
        }
        const store = command.opensStore ? engine.name : null
        tell(store, command.name, 'warm', warm)
        tell(store, command.name, 'cold', cold)
      }
    } finally {
      await place.remove()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.table(rows)

/** The commands, on a store with one account; whatever each round needs is made in this process. */
async function commandsOn({ operator }: Installation): Promise<Command[]> {
  await operator.done('migrate')
  const { id: account } = await operator.done<{ id: string }>('accounts', 'create', '--email', 'a@example.org')
  const newKey = async (): Promise<string> => {
    const words = ['keys', 'create', '--account', account, '--mode', 'live', '--name', 'bench']
    return (await operator.done<{ id: string }>(...words)).id
  }
  return [
    { name: '--version', opensStore: false, words: async () => ['--version'] },
    { name: 'keys list', opensStore: true, words: async () => ['keys', 'list', '--account', account] },
    { name: 'keys revoke', opensStore: true, words: async () => ['keys', 'revoke', await newKey()] },
    {
      name: 'backup --ledger',
      opensStore: true,
      words: async () => ['backup', '--ledger', join(folder, 'ledger.ndjson')],
    },
  ]
}

/** Seconds of the processor that the command took, in a process that keeps its compiled code in that folder. */
async function cpuSeconds(
  { environment }: Installation,
  words: readonly string[],
  compiledIn: string,
): Promise<number> {
  const told = join(folder, 'told')
  const command = ['-f', '%U %S', '-o', told, process.execPath, 'src/begin.mjs', ...words]
  await run('/usr/bin/time', command, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '', ...environment, NODE_COMPILE_CACHE: compiledIn },
    timeout: commandMs,
  })
  const [user, system] = (await readFile(told, 'utf8')).split(' ').map(Number)
  return (user ?? Number.NaN) + (system ?? Number.NaN)
}

function tell(engine: string | null, name: string, state: 'warm' | 'cold', seconds: readonly number[]): void {
  const value = median(seconds)
  rows.push({
    ...{ store: engine ?? '', command: name, code: state, 'CPU s': value.toFixed(2) },
    rounds: seconds.map((one) => one.toFixed(2)).join(' '),
  })
  if (state === 'warm' && value > warmMostSeconds) process.exitCode = 1
  tellFigure({
    promise: `${name}, ${state === 'warm' ? 'with its compiled code kept' : 'the first of a release'}`,
    ...{ engine, value, unit: 's CPU', rounds: seconds },
    goal: state === 'warm' ? { of: 'value', atMost: warmMostSeconds } : null,
  })
}
