import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finished } from '../sets/slices.ts'
import { TextsHere } from '../texts.ts'
import { Likeness } from './likeness.ts'
import { Postings } from './postings.ts'

/** Postings of one entry with these words, the last of which come when the base is made. */
function postingsWith(text: string, later = ''): Postings {
  const texts = new TextsHere([])
  texts.add({ id: 'm:1', texts: {}, words: [[text]] })
  const postings = new Postings(finished(texts.finish()).postings)
  if (later !== '') postings.add(1, { words: [[later]] })
  return postings
}

function likesOf(word: string, text: string, later = ''): { stems: string[]; slips: string[] } {
  const postings = postingsWith(text, later)
  const { stems, slips } = new Likeness(postings).of(word)
  const named = (words: readonly number[]): string[] => words.map((one) => postings.lexicon.textOf(one)).sort()
  return { stems: named(stems), slips: named(slips) }
}

const rows: [word: string, text: string, stems: string, slips: string][] = [
  ['leningen', 'lening leningsbedrag Leningen', 'lening', ''],
  ['zonnepaneel', 'zonnepanelen zonnepaneel', 'zonnepanelen', ''],
  ['embaucher', 'embauche embauches', 'embauche embauches', ''],
  ['forderungen', 'Förderung', 'forderung', ''],
  ['hiring', 'hires hire', 'hire hires', ''],
  ['warmtpomp', 'warmtepomp warmtepompen', '', 'warmtepomp'],
  ['warmtteppomp', 'warmtepomp', '', ''],
  ['zonnepamelen', 'zonnepanelen', '', 'zonnepanelen'],
  ['premiee', 'premie premier', '', 'premie premier'],
  ['bonu', 'bon bons bonus', '', ''],
  ['2027x', '2027 2026x', '', ''],
  ['win4excelence', 'win4excellence win2excelence', '', 'win4excellence'],
  ['artikel107', 'artikel10 artikel17 artikel1o7 artikels', '', ''],
]
for (const [word, text, stems, slips] of rows) {
  test(`like ${word} among "${text}": of its stem ${stems || 'none'}, a letter away ${slips || 'none'}`, () => {
    const wanted = { stems: stems === '' ? [] : stems.split(' '), slips: slips === '' ? [] : slips.split(' ') }
    assert.deepEqual(likesOf(word, text), wanted)
    assert.deepEqual(likesOf(word, 'other', text), wanted, 'of words that came later')
  })
}

test('a word that comes is liked from then on by what was asked before', () => {
  const postings = postingsWith('other')
  const likeness = new Likeness(postings)
  assert.deepEqual(likeness.of('leningen').stems, [])
  postings.add(1, { words: [['lening']] })
  assert.equal(likeness.of('leningen').stems.length, 1)
})
