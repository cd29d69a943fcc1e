/**
 * The only file that reads the environment, and where every process of this project begins: it reads the settings when
 * a command needs them, opens the store, and hands both to the command.
 */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

const nodeMajorMin = 26
const root = path.join(import.meta.dirname, '..')

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  process.stderr.write(
    `This needs Node ${nodeMajorMin}; the pinned one comes with "npm start" or "npx subsidies", which find it by themselves.\n`,
  )
  process.exit(1)
}
// Compiled code is kept between starts: a start then takes a fifth of the time.
enableCompileCache()

const { runProgram } = await import('./operator/program.ts')
const { makeHost } = await import('./host.ts')

const host = makeHost({ root, environment: process.env, out: process.stdout, error: process.stderr })
process.exitCode = await runProgram(process.argv.slice(2), host)
