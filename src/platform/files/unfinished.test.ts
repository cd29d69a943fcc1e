import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { beginUnfinished, endUnfinished, takeAwayUnfinished } from './unfinished.ts'

const now = Date.parse('2026-03-03T09:00:00Z')
const minuteMs = 60_000

test('what processes left that are no more goes at once; what one is at that runs stays for ten minutes', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'unfinished-'))
  try {
    const { pid: ended } = spawnSync(process.execPath, ['--version'])
    const [mine, mineNoMore] = [beginUnfinished(folder), beginUnfinished(folder)]
    endUnfinished(mineNoMore)
    const here = /^unfinished-([0-9a-f]{8})-/.exec(path.basename(mine))?.[1] ?? assert.fail()
    const elsewhere = `unfinished-${'0'.repeat(8)}`
    const ofOthers = {
      // Where processes are numbered otherwise, that number may well be of one that runs.
      [`${elsewhere}-${ended}-00ff`]: 9,
      [`${elsewhere}-${process.pid}-0aff`]: 11,
      [`unfinished-${here}-${ended}-00ff`]: 0,
      // One of a process of before that had the number of this one, and numbers that no process has.
      [`unfinished-${here}-${process.pid}-00ff`]: 0,
      [`unfinished-${here}-99999999999-00ff`]: 0,
      [`unfinished-${here}-${process.ppid}-00ff`]: 9,
      [`unfinished-${here}-${process.ppid}-0aff`]: 11,
      'unfinished-00ff00ff': 9,
      'unfinished-0aff00ff': 11,
      catalogue: 11,
    }
    for (const file of [mine, mineNoMore]) writeFileSync(file, '')
    for (const [name, minutes] of Object.entries(ofOthers)) {
      writeFileSync(path.join(folder, name), '')
      utimesSync(path.join(folder, name), new Date(now), new Date(now - minutes * minuteMs))
    }
    await takeAwayUnfinished(folder, now)
    assert.deepEqual(
      readdirSync(folder).toSorted(),
      [
        ...['catalogue', 'unfinished-00ff00ff', `${elsewhere}-${ended}-00ff`],
        ...[`unfinished-${here}-${process.ppid}-00ff`, path.basename(mine)],
      ].toSorted(),
    )
    endUnfinished(mine)
    await takeAwayUnfinished(folder, now)
    assert.ok(!readdirSync(folder).includes(path.basename(mine)))
    await takeAwayUnfinished(path.join(folder, 'none'), now)
  } finally {
    await rm(folder, { recursive: true })
  }
})
