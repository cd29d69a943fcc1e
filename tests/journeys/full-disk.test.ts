/** A disk that is full answers every read and takes no write: whoever asks whether the service is ready must hear of it. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const harness = join(import.meta.dirname, '..', 'harness')
const child = join(harness, 'full-disk-child.ts')
const exportChild = join(harness, 'full-disk-export-child.ts')
/** In the blocks of 512 bytes that the shell counts: 16 MB, of which an empty store has a few hundred KB. */
const blocks = 32_768
/** It fills the disk in some seconds. */
const childMsMax = 60_000

test('sqlite: a store that takes no writes is not ready, and its service degraded, while matches are 500', {
  skip: process.platform === 'win32' ? 'no shell that bounds the size of files' : false,
}, async () => {
  const words = ['-c', `ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, child]
  const { stdout } = await promisify(execFile)('sh', words, {
    env: { PATH: process.env.PATH ?? '' },
    timeout: childMsMax,
  })
  const { before, after } = JSON.parse(stdout)
  assert.deepEqual([before.ready, before.health], [200, ['ok', 'ok']])
  assert.notEqual(before.match, 500)
  assert.deepEqual(after, { ready: 503, health: ['degraded', 'unavailable'], match: 500 })
})

test('an export that does not fit the disk is a 500 and takes no place; when there is room again it is served', {
  skip: spawnSync('prlimit', ['--version']).status === 0 ? false : 'no prlimit to bound the size of files',
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [exportChild], {
    env: { PATH: process.env.PATH ?? '' },
    timeout: childMsMax,
  })
  const fault = [500, 'internal_error']
  assert.deepEqual(JSON.parse(stdout), {
    full: [fault, fault, fault],
    after: [
      [200, '200'],
      [200, '200'],
    ],
    places: [200, 200],
  })
})
