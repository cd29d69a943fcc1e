import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { listIn, memberIn, readTable } from './table.ts'

const folder = new URL('../../reference/', import.meta.url)

test('a table with another header than the loader expects does not load', () => {
  assert.throws(() => readTable('areas.tsv', ['nis', 'kind']), /wrong header/)
})

test('a word outside the vocabulary is refused', () => {
  assert.equal(memberIn(['a', 'b'], 'b'), 'b')
  assert.throws(() => memberIn(['a', 'b'], 'c'), /c is not one of a, b/)
})

test('an empty cell is an empty list', () => {
  assert.deepEqual(listIn(''), [])
  assert.deepEqual(listIn('x y'), ['x', 'y'])
  assert.deepEqual(listIn('x y|z', '|'), ['x y', 'z'])
})

test('the note on sources speaks of every table, and of no table that is not there', () => {
  const note = readFileSync(new URL('README.md', folder), 'utf8')
  const tables = readdirSync(folder).filter((file) => file.endsWith('.tsv'))
  for (const table of tables) assert.equal(note.includes(`\`${table}\``), true, table)
  for (const [, named = ''] of note.matchAll(/`([a-z0-9-]+\.tsv)`/g)) assert.equal(tables.includes(named), true, named)
})

test('no cell of any table has white space around it, or a character of a broken encoding', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tsv'))) {
    for (const [index, line] of readFileSync(new URL(file, folder), 'utf8').split('\n').entries()) {
      for (const cell of line.split('\t')) {
        assert.equal(
          cell.trim() === cell && !/\s{2}|�|Ã[\u0080-¿]/.test(cell),
          true,
          `${file}, line ${index + 1}: ${cell}`,
        )
      }
    }
  }
})
