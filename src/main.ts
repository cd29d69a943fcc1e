/**
 * The only file that reads the environment: it reads the settings when a command needs them, opens the store, and hands both
 * to the command. A process begins with `begin.mjs`, which loads it; one that begins here loads its code as the runtime does.
 */
import path from 'node:path'
import { makeHost } from './host.ts'
import { runProgram } from './operator/program.ts'

/** How long a command that has ended may take to let go of its process. */
const lingerMs = 2_000
const root = path.join(import.meta.dirname, '..')

// A reader that goes away (a closed pipe, a terminal) ends no service. A result that could not be written otherwise, on
// a full disk say, is a failed command.
let isLost = false
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return
  isLost = true
  process.exitCode = 1
})
process.stderr.on('error', () => {})

const host = makeHost({
  root,
  environment: process.env,
  input: () => process.stdin,
  out: process.stdout,
  error: process.stderr,
})
const status = await runProgram(process.argv.slice(2), host)
process.exitCode = isLost && status === 0 ? 1 : status
// Everything is closed: what still holds the process is not waited for.
setTimeout(() => process.exit(), lingerMs).unref()
