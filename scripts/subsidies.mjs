#!/usr/bin/env node
// `npx subsidies <command>` inside the project's folder: sets up when needed, then hands over to the pinned Node.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeToRun, setUp } from './setup.mjs'

setUp('production')
const main = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src', 'main.ts')
const child = spawn(nodeToRun(), [main, ...process.argv.slice(2)], { stdio: 'inherit' })
// The child ends by itself on these; passing them on covers a signal sent to this process alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128)
})
