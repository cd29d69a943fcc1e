import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { bodyBytesMax } from '../../src/contract/body/body.ts'
import { largeBodies } from '../harness/large-bodies.ts'

/** Contract 11. */
const stretchMsMax = 50
/** The median of so many processes counts: the runtime collects garbage when it likes. */
const processes = 3
/** Of them, as the median says. */
const processesWithin = 2
const processMs = 20_000
const child = path.join(import.meta.dirname, '..', 'harness', 'body-stretch-child.ts')
const run = promisify(execFile)

for (const { what, text } of largeBodies) {
  test(`${what}, 2 MB of it as the first body of a process, keeps the event loop for at most ${stretchMsMax} ms at a stretch`, async () => {
    assert.ok(Buffer.byteLength(text()) <= bodyBytesMax)
    const stretches: number[] = []
    const within = (): number => stretches.filter((ms) => ms <= stretchMsMax).length
    // Of three, the third says nothing that two alike have not said.
    while (stretches.length < processes && within() < processesWithin) {
      const { stdout } = await run(process.execPath, [child, what], { timeout: processMs })
      const { longestMs, verdict } = JSON.parse(stdout)
      assert.ok(verdict.length > 0)
      stretches.push(longestMs)
    }
    assert.ok(within() >= processesWithin, `${stretches.map(Math.round).join(', ')} ms`)
  })
}
