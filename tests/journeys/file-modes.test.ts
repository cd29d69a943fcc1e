/** Nobody but the user who runs the service can read what it keeps: every file under DATA_DIR, and what it is told to write. */
import assert from 'node:assert/strict'
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { type ProcessScene, processScene, records } from '../harness/process.ts'

type Entry = { at: string; mode: number; isFolder: boolean }

function entriesIn(folder: string): Entry[] {
  const own = { at: folder, mode: lstatSync(folder).mode & 0o777, isFolder: true }
  const below = readdirSync(folder, { withFileTypes: true }).flatMap((entry): Entry[] => {
    const at = path.join(folder, entry.name)
    return entry.isDirectory() ? entriesIn(at) : [{ at, mode: lstatSync(at).mode & 0o777, isFolder: false }]
  })
  return [own, ...below]
}

/** Those that somebody else could read, write or enter. */
const opened = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ mode, isFolder }) => mode !== (isFolder ? 0o700 : 0o600))
    .map(({ at, mode }) => `${at} ${mode.toString(8)}`)

async function inUse(scene: ProcessScene): Promise<Entry[]> {
  await scene.lists('city', records(12))
  const { key } = await scene.customer('enterprise')
  const folder = scene.environment.DATA_DIR ?? ''
  // On PostgreSQL a service makes no such folder, and uses one that is there.
  mkdirSync(folder, { recursive: true })
  const service = await scene.serve()
  await scene.operator.done('ingest', 'city')
  const exported = await service.get('/v1/export/subsidies.ndjson', { key })
  assert.equal(exported.status, 200)
  for (const words of [`backup --to ${folder}/backup --ledger ${folder}/ledger`, `accounts list`]) {
    const done = await scene.command(...words.split(' '))
    assert.equal(done.status, 0, done.error)
  }
  const entries = entriesIn(folder)
  assert.equal(await service.process.stop(), 0)
  return [...entries, ...entriesIn(folder)]
}

describe('file modes', { concurrency: 1 }, () => {
  for (const engine of engines) {
    test(`${engine.name}: what a service, a backup and an export leave under DATA_DIR is their user's alone, also where it was open before`, async () => {
      const before = process.umask(0o022)
      await using scene = await processScene(engine)
      try {
        const made = await inUse(scene)
        assert.deepEqual(opened(made), [])
        const names = made.map(({ at }) => path.basename(at))
        for (const name of [
          'backup',
          'ledger',
          ...(engine.name === 'sqlite' ? ['store.db', 'store.db-wal', 'secret.key'] : []),
        ])
          assert.ok(names.includes(name), `${name} in ${names.join(' ')}`)

        for (const { at, isFolder } of entriesIn(scene.environment.DATA_DIR ?? ''))
          chmodSync(at, isFolder ? 0o755 : 0o644)
        const next = await scene.serve()
        assert.deepEqual(opened(entriesIn(scene.environment.DATA_DIR ?? '')), [])
        assert.equal(await next.process.stop(), 0)
      } finally {
        process.umask(before)
      }
    })
  }
})
