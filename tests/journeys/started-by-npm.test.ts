/** A service that npm or the launcher started ends with them, however they end; one that nobody of them started goes on alone. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { processScene } from '../harness/process.ts'
import { projectRoot, type StartedProcess, startProgram, until } from '../harness/started-process.ts'

/** What ends a service has nothing to do with its store. */
const [engine = assert.fail('there is no engine')] = engines
/** Far below the 30 s that requests in flight are given. */
const soonMs = 10_000
/** Several times as long as a service takes to see that its parent has ended. */
const severalLooksMs = 1_500

type Started = { process: StartedProcess; origin: string; [Symbol.asyncDispose](): Promise<void> }

/** A service on a new embedded store, started by this program in a process group of its own. */
async function startedBy(command: string, words: readonly string[]): Promise<Started> {
  const scene = await processScene(engine)
  const environment = {
    ...scene.environment,
    npm_config_cache: path.join(scene.folder, 'npm'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  }
  const process = startProgram(command, words, { environment, detached: true })
  const dispose = async (): Promise<void> => {
    signalGroup(process, 'SIGKILL')
    await process.end()
    await scene[Symbol.asyncDispose]()
  }
  try {
    const [, origin = ''] = await process.printed(/^Address +(\S+)$/m)
    return { process, origin, [Symbol.asyncDispose]: dispose }
  } catch (fault) {
    await dispose()
    throw fault
  }
}

function signalGroup({ child }: StartedProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? Number.NaN), name)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}

const isAnswering = (origin: string): Promise<boolean> =>
  call(origin, 'GET', '/livez').then(
    ({ status }) => status === 200,
    () => false,
  )

const launcher = path.join(projectRoot, 'scripts', 'subsidies.mjs')
const starters: [what: string, command: string, words: string[]][] = [
  ['npm start', 'npm', ['start']],
  ['npx subsidies serve', 'npx', ['subsidies', 'serve']],
  ['the launcher alone', process.execPath, [launcher, 'serve']],
]
const ends: [what: string, end: (started: StartedProcess) => void][] = [
  ['SIGTERM', (started) => started.signal('SIGTERM')],
  ['SIGTERM to its process group', (started) => signalGroup(started, 'SIGTERM')],
  ['SIGKILL', (started) => started.signal('SIGKILL')],
]

describe('a service and what started it', { concurrency: 2 }, () => {
  for (const [what, command, words] of starters) {
    for (const [how, end] of ends) {
      test(`${what}, ended by ${how}: the service ends and its port is free`, async () => {
        await using started = await startedBy(command, words)
        assert.equal(await isAnswering(started.origin), true)
        end(started.process)
        // It has ended when everybody has who held its standard output: the service is one of them.
        await started.process.end(soonMs)
        assert.equal(await isAnswering(started.origin), false)
        assert.equal(started.process.error.match(/^Stopping/gm)?.length, 1, 'it stopped, rather than was killed')
      })
    }
  }

  test('a service in the background goes on when the shell that started it ends, whatever runs above that shell', async () => {
    await using started = await startedBy('sh', [
      '-c',
      `npm_lifecycle_event=start npm_package_json=/elsewhere/package.json "${process.execPath}" src/begin.mjs serve & wait`,
    ])
    started.process.signal('SIGKILL')
    await until('the shell to end', () => !started.process.isRunning)
    const endedMs = performance.now()
    await until('several looks', async () => {
      assert.equal(await isAnswering(started.origin), true)
      return performance.now() - endedMs > severalLooksMs
    })
  })
})
