import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finished } from '../sets/slices.ts'
import { bestGrade, fieldBit, fieldsOf, gradeOf, ordinalOf, rowOf } from './grades.ts'
import { Lexicon } from './lexicon.ts'
import { Postings, sortedPostings } from './postings.ts'
import { wordsOf } from './words.ts'

// Words that share six letters and more, that are one another's beginnings, and that have letters beyond Latin-1.
const letters = ['a', 'b', 'z', '0', '\u00fd', '\u00fe', '\u00ff', 'я', 'ё', '漢', '\ud801\udc28']

function someWords(): string[] {
  const words = new Set<string>(['subsid', 'subsidi', 'subsidie', 'subsidies', 'subsidiewijzer', 'subsie', 'sub'])
  for (const one of letters) {
    words.add(one)
    for (const other of letters) {
      words.add(one + other)
      words.add(`aaaa${one}${other}`)
      words.add(`aaaaaa${one}${other}`)
      words.add(`${one}${other}`.repeat(5))
    }
  }
  return [...words].sort()
}

function lexiconOf(words: readonly string[]): Lexicon {
  const lexicon = new Lexicon()
  for (const word of words) {
    const units = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at))
    lexicon.intern(units, units.length)
  }
  return lexicon
}

/** Each word in one row, that of its own number, in the field that counts the least. */
function basedOn(lexicon: Lexicon): Postings {
  return new Postings(finished(sortedPostings(lexicon, lexicon.count, (word) => [rowOf(word, fieldBit(0))])))
}

test('the words of a prefix are those that begin with it, whatever its length and letters', () => {
  const words = someWords()
  const lexicon = lexiconOf(words)
  const postings = basedOn(lexicon)
  const prefixes = new Set(
    words.flatMap((word) => Array.from({ length: word.length }, (_, at) => word.slice(0, at + 1))),
  )
  for (const prefix of [...prefixes, 'nothing', 'subsidx', 'яя漢', '\u00ffz']) {
    assert.deepEqual(
      [...postings.beginningWith(prefix)].map((word) => lexicon.textOf(word)),
      words.filter((word) => word.startsWith(prefix)),
      JSON.stringify(prefix),
    )
  }
})

test('the words of an ending are those that end with it, those of the base and those that came later', () => {
  const words = someWords().filter((word) => wordsOf(word).join() === word)
  const postings = basedOn(lexiconOf(words.slice(0, 100)))
  for (const [at, word] of words.slice(100).entries()) postings.add(100 + at, { words: [[word]] })
  for (const ending of ['a', 'sub', 'ie', 'es', 'nothing', 'xsubsidie', '\u00ffz']) {
    assert.deepEqual(
      [...postings.endingWith(ending)].map((word) => postings.lexicon.textOf(word)).sort(),
      words.filter((word) => word.endsWith(ending)).sort(),
      JSON.stringify(ending),
    )
  }
})

test('a row of a word tells every field that holds it', () => {
  const postings = basedOn(lexiconOf([]))
  postings.add(5, { words: [['isolatie'], [], ['dak en isolatie', 'isolatie'], ['dak']] })
  const rows: [word: string, ordinal: number, fields: number][] = []
  for (const word of postings.beginningWith(''))
    postings.eachRow(word, (row) => rows.push([postings.lexicon.textOf(word), ordinalOf(row), fieldsOf(row)]))
  const [first, third, fourth] = [fieldBit(bestGrade), fieldBit(bestGrade - 2), fieldBit(bestGrade - 3)]
  assert.deepEqual(rows, [
    ['dak', 5, third | fourth],
    ['en', 5, third],
    ['isolatie', 5, first | third],
  ])
})

test('a word is given one number, however many words there are', () => {
  const words = Array.from({ length: 5000 }, (_, number) => `${'w'.repeat(number % 40)}${number}`)
  const lexicon = lexiconOf([...words, ...words.toReversed()])
  assert.equal(lexicon.count, words.length)
  words.forEach((word, number) => {
    assert.equal(lexicon.textOf(number), word)
  })
})

test('words that came after the base are found by their beginning, and in the rows that hold them', () => {
  const postings = basedOn(lexiconOf(['energie']))
  for (const [at, text] of ['Zonne-energie voor innovatie', 'innovatief Energie'].entries())
    postings.add(at + 1, { words: [[text], [text]] })
  assert.deepEqual(
    [...postings.beginningWith('inno')].map((word) => postings.lexicon.textOf(word)),
    ['innovatie', 'innovatief'],
  )
  const rowsOf = (prefix: string): [ordinal: number, grade: number, isWhole: boolean][] => {
    const found: [number, number, boolean][] = []
    postings.eachRun(prefix, (rows, from, to, isWhole) => {
      for (let place = from; place < to; place += 1)
        found.push([ordinalOf(rows[place] ?? 0), gradeOf(rows[place] ?? 0), isWhole])
    })
    return found
  }
  assert.deepEqual(rowsOf('energie'), [
    [0, 0, true],
    [1, bestGrade, true],
    [2, bestGrade, true],
  ])
  assert.deepEqual(rowsOf('innovatie'), [
    [1, bestGrade, true],
    [2, bestGrade, false],
  ])
})
