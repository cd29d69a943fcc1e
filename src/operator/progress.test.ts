/** What a person sees of a long command, and what stands in a log where nobody sits before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showProgress } from './progress.ts'

function written(isTerminal: boolean, steps: Iterable<number>, total: number | null = null): string[] {
  const lines: string[] = []
  const stream = { columns: 80, write: (text: string) => lines.push(text) > 0 }
  const display = showProgress(stream, isTerminal)
  for (const done of steps) display.show({ sourceId: 'backup', done, total, note: null })
  display.end()
  return lines
}

function* upTo(end: number, step: number): Generator<number> {
  for (let done = step; done <= end; done += step) yield done
}

test('a million rows of which nobody knows the number are some twenty lines of a log, the first of them early', () => {
  const lines = written(false, upTo(1_000_000, 250))
  assert.ok(lines.length >= 10 && lines.length <= 25, String(lines.length))
  assert.equal(lines[0], 'backup: 250 read\n')
  assert.equal(lines[1], 'backup: 750 read\n')
})

test('where the number is known a log has a line for each quarter', () => {
  assert.deepEqual(written(false, upTo(1_000, 10), 1_000), [
    'backup: 10 of 1000 read\n',
    'backup: 260 of 1000 read\n',
    'backup: 510 of 1000 read\n',
    'backup: 760 of 1000 read\n',
    'backup: 1000 of 1000 read\n',
  ])
})

test('a terminal has one line, which is drawn again', () => {
  const lines = written(true, upTo(100, 10), 100)
  assert.ok(lines.slice(0, -1).every((line) => line.startsWith('\r') && line.length === 80))
  assert.equal(lines.at(-1), '\n')
})
