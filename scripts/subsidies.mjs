#!/usr/bin/env node
// `npx subsidies <command>` inside the project's folder: sets up when needed, then hands over to the pinned Node.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeToRun, orSay, setUp } from './setup.mjs'

const words = process.argv.slice(2)
const begin = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src', 'begin.mjs')

orSay(tell, () => {
  setUp('production')
  // The name by which the child knows whom to end with: src/operator/starters.ts.
  const env = { ...process.env, SUBSIDIES_LAUNCHER_PID: String(process.pid) }
  const child = spawn(nodeToRun(), [begin, ...words], { stdio: 'inherit', env })
  // The child ends by itself on these; passing them on covers a signal sent to this process alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
})

/** As every failure of a command is told: see src/operator/output.ts. */
function tell(message) {
  const error = { code: 'set_up_failed', message, details: {} }
  if (words.includes('--json')) process.stdout.write(`${JSON.stringify({ error })}\n`)
  else process.stderr.write(`${message}\n`)
}
