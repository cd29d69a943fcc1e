import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { mock, test } from 'node:test'
import { GatheredLines, gatherCharacters, gatherMs, type LineSink } from './gathered-lines.ts'

type Written = { sink: LineSink; writes: string[] }

function written(): Written {
  const writes: string[] = []
  const sink = { write: (lines: string) => void writes.push(lines), flushSync() {}, writeSync() {} }
  return { sink, writes }
}

test('lines are written together, in their order, when the first of them has waited long enough', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const { sink, writes } = written()
    const lines = new GatheredLines(sink)
    lines.write('a\n')
    mock.timers.tick(gatherMs - 1)
    lines.write('b\n')
    assert.deepEqual(writes, [])
    mock.timers.tick(1)
    assert.deepEqual(writes, ['a\nb\n'])
    lines.write('c\n')
    mock.timers.tick(gatherMs)
    assert.deepEqual(writes, ['a\nb\n', 'c\n'])
  } finally {
    mock.timers.reset()
  }
})

test('no more characters are held than the bound says', () => {
  const { sink, writes } = written()
  const lines = new GatheredLines(sink)
  const line = `${'x'.repeat(1_023)}\n`
  for (let count = 0; count < gatherCharacters / line.length; count += 1) {
    assert.deepEqual(writes, [])
    lines.write(line)
  }
  assert.deepEqual(
    writes.map((one) => one.length),
    [gatherCharacters],
  )
})

test('what is handed over takes along what was held before it, and nothing is written twice', () => {
  const { sink, writes } = written()
  const lines = new GatheredLines(sink)
  lines.write('a\n')
  lines.write('b\n')
  lines.handOver()
  lines.flush()
  assert.deepEqual(writes, ['a\nb\n'])
})

// What a process that ends leaves is looked at from outside: nothing here stands in for its end or its pipe.
const program = (work: string): string => `
  import { GatheredLines, standardError } from ${JSON.stringify(new URL('gathered-lines.ts', import.meta.url).href)}
  const lines = new GatheredLines(standardError())
  process.stdin.once('data', () => { ${work} })`

function started(work: string) {
  return spawn(process.execPath, ['--input-type=module', '--eval', program(work)], { stdio: 'pipe' })
}

const endings = {
  'process.exit': "lines.write('a\\n'); lines.write('b\\n'); process.exit(0)",
  'a fault that nobody catches': "lines.write('a\\n'); lines.write('b\\n'); throw null",
  'its last work': "lines.write('a\\n'); lines.write('b\\n'); process.stdin.destroy()",
}
for (const [name, work] of Object.entries(endings)) {
  test(`what is held when the process ends by ${name} is written`, async () => {
    const child = started(work)
    child.stdin.write('go')
    assert.ok((await text(child.stderr)).includes('a\nb\n'))
  })
}

for (const [name, work] of Object.entries({
  'that are held': "lines.write('a\\n'); process.exit(0)",
  'that are flushed': "lines.write('a\\n'); try { lines.flush() } catch {} process.exit(0)",
})) {
  test(`lines ${name} do not keep a process whose standard error nobody reads any more`, async () => {
    const child = started(work)
    child.stderr.destroy()
    await once(child.stderr, 'close')
    child.stdin.write('go')
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })
}
