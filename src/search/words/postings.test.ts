import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestGrade, gradeOf, ordinalOf } from './grades.ts'
import { Lexicon } from './lexicon.ts'
import { Postings } from './postings.ts'

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

test('the words of a prefix are those that begin with it, whatever its length and letters', () => {
  const words = someWords()
  const lexicon = lexiconOf(words)
  const postings = new Postings(lexicon, new Uint32Array(words.length + 1), new Int32Array(0))
  const prefixes = new Set(
    words.flatMap((word) => Array.from({ length: word.length }, (_, at) => word.slice(0, at + 1))),
  )
  for (const prefix of [...prefixes, 'nothing', 'subsidx', 'яя漢', '\u00ffz']) {
    const { from, to } = postings.prefixRange(prefix)
    assert.deepEqual(
      words.slice(from, to),
      words.filter((word) => word.startsWith(prefix)),
      JSON.stringify(prefix),
    )
  }
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
  const postings = new Postings(lexiconOf(['energie']), Uint32Array.of(0, 1), Int32Array.of(0))
  const added: [text: string, inBase: string[]][] = [
    ['Zonne-energie voor innovatie', ['energie']],
    ['innovatief Energie', ['energie']],
  ]
  added.forEach(([text, inBase], at) => {
    const seen: string[] = []
    postings.add(at + 1, { words: [[text], [text]] }, (word) => seen.push(postings.lexicon.textOf(word)))
    assert.deepEqual(seen, inBase)
  })
  const { from, to } = postings.recentRange('inno')
  assert.deepEqual(
    postings.recent.slice(from, to).map((word) => postings.lexicon.textOf(word)),
    ['innovatie', 'innovatief'],
  )
  const rows: number[] = []
  postings.eachChained(0, (row) => rows.push(row))
  assert.deepEqual(
    rows.map((row) => [ordinalOf(row), gradeOf(row)]),
    [
      [2, bestGrade],
      [1, bestGrade],
    ],
  )
})
