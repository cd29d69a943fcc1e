/** A disk that is full answers every read and takes no write: whoever asks whether the service is ready must hear of it. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runSource } from '../../src/ingestion/runs/run-source.ts'
import { engines } from '../harness/databases.ts'
import { ingestionScene, input } from '../harness/ingestion.ts'

const harness = join(import.meta.dirname, '..', 'harness')
const child = join(harness, 'full-disk-child.ts')
const runChild = join(harness, 'full-disk-run-child.ts')
const exportChild = join(harness, 'full-disk-export-child.ts')
/** In the blocks of 512 bytes that the shell counts: 16 MB, of which an empty store has a few hundred KB. */
const blocks = 32_768
/** It fills the disk in some seconds. */
const childMsMax = 60_000
const noPrlimit = spawnSync('prlimit', ['--version']).status === 0 ? false : 'no prlimit to bound the size of files'

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

const saysWhatToDo = /^nothing was published\. The disk of the store takes no more: make room \(df -h\)/

test('sqlite: a run that meets a full disk has failed and says so once there is room for that, and what fits is published by the next', {
  skip: noPrlimit,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [runChild], {
    env: { PATH: process.env.PATH ?? '' },
    timeout: childMsMax,
  })
  const [full, after] = JSON.parse(stdout)
  assert.deepEqual([full.status, full.created], ['failed', 0])
  assert.match(full.error, saysWhatToDo)
  assert.deepEqual(after, { status: 'succeeded', error: null, created: 3 })
})

for (const engine of engines.filter(({ name }) => name === 'postgres'))
  test('postgres: a run whose server has no room has failed and says so, also where there is none for its end at first', async () => {
    await using store = await engine.open()
    const { database } = store
    const scene = await ingestionScene(database)
    // What the server says then (53100), of a record, and a few times of the run's end.
    await database.run('create sequence refused')
    await database.run(
      `create function no_room() returns trigger language plpgsql as $$ begin
         if tg_table_name = 'run' then
           if new.status <> 'failed' or nextval('refused') >= 4 then return new; end if;
         end if;
         raise exception 'could not extend file' using errcode = '53100';
       end $$`,
    )
    for (const table of ['measure_record', 'run'])
      await database.run(
        `create trigger no_room before ${table === 'run' ? 'update' : 'insert'} on ${table} for each row execute function no_room()`,
      )
    scene.sources.lists('alpha', { items: [input('a')] })
    const run = await runSource(scene.means, 'alpha', {})
    assert.equal(run.status, 'failed')
    assert.match(run.error ?? '', saysWhatToDo)
    assert.equal((await database.one<{ tried: number }>('select last_value as tried from refused'))?.tried, 4)
  })

test('an export that does not fit the disk is a 500 and takes no place; when there is room again it is served', {
  skip: noPrlimit,
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
