import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainScreen, type Screen, screenOf, shownOn } from './screen.ts'
import { facts, table, wrapped } from './table.ts'

const wide = (columns: number): Screen => ({ ...plainScreen, columns })

const rows = [
  ['run_01', 'failed', 'the host name was not found, after four attempts in a minute'],
  ['run_02', 'succeeded', ''],
]
const runs = table(['run', 'status', 'error'], rows, 'none')

test('a table keeps its columns apart, and says in words that there is nothing', () => {
  assert.equal(shownOn(plainScreen, table(['id', 'name'], [['abc', 'x']], 'none')), 'id   name\nabc  x')
  assert.equal(shownOn(plainScreen, table(['id'], [], 'No keys yet.')), 'No keys yet.')
})

test('a table that is too wide goes on in the next line of its column, and nothing is cut off', () => {
  assert.equal(
    shownOn(wide(44), runs),
    [
      'run     status     error',
      'run_01  failed     the host name was not',
      '                   found, after four',
      '                   attempts in a minute',
      'run_02  succeeded',
    ].join('\n'),
  )
})

test('columns whose longest words do not fit side by side become a list for each row', () => {
  assert.equal(
    shownOn(wide(24), runs),
    [
      'run     run_01',
      'status  failed',
      'error   the host name',
      '        was not found,',
      '        after four',
      '        attempts in a',
      '        minute',
      '',
      'run     run_02',
      'status  succeeded',
      'error',
    ].join('\n'),
  )
})

test('no line of a table is wider than the screen, unless a single word is', () => {
  const words = ['a', 'key_01JABCDEF', 'of a name with words', 'https://example.org/a/long/address', '', '3 of 10']
  for (let columns = 12; columns < 160; columns += 1) {
    const screen = wide(columns)
    for (let row = 0; row < words.length; row += 1) {
      const cells = words.map((_word, column) => words[(row * 7 + column * 3) % words.length] ?? '')
      const shown = shownOn(screen, table(['id', 'name', 'what it says', 'd', 'e', 'f'], [cells, words], 'none'))
      for (const line of shown.split('\n')) {
        const value = line.replace(/^(id|name|what it says|[def]) {2,}/, '').trim()
        assert.ok(line.length <= columns || !value.includes(' '), `${columns}: ${line}`)
      }
      const all = shown.replaceAll(/\s+/g, ' ')
      for (const word of [...cells, ...words].flatMap((cell) => cell.split(' '))) assert.ok(all.includes(word), word)
    }
  }
})

test('what a source wrote moves no cursor and ends no line', () => {
  const shown = shownOn(plainScreen, table(['error'], [['a\nb\u001b[2Jc\u009b1m']], 'none'))
  assert.equal(shown, 'error\na b [2Jc 1m')
  assert.equal(shownOn(plainScreen, facts([['name', 'x\r\ny']])), 'name  x y')
})

test('facts stand under one another, and what is long is indented as far as it began', () => {
  const named = facts([
    ['id', 'a'],
    ['attribution', 'from the open data of the city'],
  ])
  assert.equal(shownOn(wide(30), named), 'id           a\nattribution  from the open\n             data of the city')
})

test('a word that is longer than the line stands alone on one', () => {
  assert.deepEqual(wrapped('see https://example.org/long for more', 10), [
    'see',
    'https://example.org/long',
    'for more',
  ])
})

test('colours are shown on a terminal that has them, and on nothing else', () => {
  const terminal = { write: () => true, isTTY: true, columns: 80 }
  assert.equal(screenOf(terminal, {}).paint('red', 'x'), '\u001b[31mx\u001b[39m')
  assert.equal(screenOf(terminal, { NO_COLOR: '' }).paint('red', 'x'), '\u001b[31mx\u001b[39m')
  assert.equal(screenOf(terminal, { NO_COLOR: '1' }).paint('red', 'x'), 'x')
  assert.equal(screenOf(terminal, { TERM: 'dumb' }).paint('red', 'x'), 'x')
  assert.equal(screenOf({ write: () => true }, { FORCE_COLOR: '1' }).paint('red', 'x'), 'x')
})

test('the width is that of the moment, and none where the terminal does not know it', () => {
  const terminal = { write: () => true, isTTY: true, columns: 80 }
  const screen = screenOf(terminal, {})
  assert.equal(screen.columns, 80)
  terminal.columns = 60
  assert.equal(screen.columns, 60)
  terminal.columns = 0
  assert.equal(screen.columns, null)
})
