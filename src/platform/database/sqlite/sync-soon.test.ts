/** Commits that wait for no disk are on it within a second. */
import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mock, test } from 'node:test'
import { LogSync } from './log-sync.ts'
import { SyncSoon } from './sync-soon.ts'

const contractMs = 1_000

/** With a disk that counts how often it was asked, and a clock that stands still. */
async function withLog(work: (log: SyncSoon, syncs: () => number) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-sync-'))
  const file = path.join(folder, 'log')
  await (await open(file, 'w')).close()
  mock.timers.enable({ apis: ['setTimeout'] })
  let syncs = 0
  const log = new LogSync(file, () => {
    syncs += 1
    return Promise.resolve()
  })
  try {
    await work(new SyncSoon(log), () => syncs)
  } finally {
    mock.timers.reset()
    await rm(folder, { recursive: true })
  }
}

const patienceMs = 10_000

/** Goes on when the disk was asked so often; and looks whether it is asked once more. */
async function untilAsked(syncs: () => number, times: number): Promise<void> {
  const end = performance.now() + patienceMs
  while (syncs() < times && performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(syncs(), times)
}

test('commits of a moment are synced once, in less than the second that the contract gives', () =>
  withLog(async (log, syncs) => {
    log.note()
    log.note()
    await untilAsked(syncs, 0)
    mock.timers.tick(contractMs / 2)
    await untilAsked(syncs, 1)
    mock.timers.tick(10 * contractMs)
    await untilAsked(syncs, 1)
    log.note()
    mock.timers.tick(contractMs / 2)
    await untilAsked(syncs, 2)
    await log.close()
  }))

test('what was committed last is synced when the file is closed', () =>
  withLog(async (log, syncs) => {
    log.note()
    await log.close()
    assert.equal(syncs(), 1)
  }))

test('whoever has to know waits for the disk', () =>
  withLog(async (log, syncs) => {
    await log.durable()
    assert.equal(syncs(), 1)
    await log.close()
  }))
