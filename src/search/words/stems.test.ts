import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { beginningsOf, stemLettersMin, stemmers } from './stems.ts'
import { wordsOf } from './words.ts'

/** The words of a table in four languages, as they are and with endings of each of these put to them. */
const endings =
  ',s,e,en,n,es,er,ers,ed,ing,ly,ity,bility,ability,ization,ational,iveness,ency,y,ies,aal,aan,oon,een,uur,lijk,heid,ung,ungen,' +
  'lich,keit,aux,euse,euses,ence,ences,ation,ations,logie,ement,ivite,eux,al,able,ance'

test('every word begins with its stem, or has in place of its last letter one that is looked for', () => {
  const table = readFileSync(new URL('../../../reference/search-words.tsv', import.meta.url), 'utf8')
  const words = wordsOf(table).filter((word) => /^\p{L}+$/u.test(word))
  let others = 0
  for (const word of words.flatMap((word) => endings.split(',').map((ending) => word + ending))) {
    for (const stemmer of stemmers) {
      const stem = stemmer(word)
      // Of stems that differ from the word by more than their last letter, or are as short as can be, the words are not looked for.
      if (stem.length <= stemLettersMin || !word.startsWith(stem.slice(0, -1))) continue
      const beginning = beginningsOf(stem).find((one) => word.startsWith(one))
      assert.ok(beginning !== undefined, `${word} has the stem ${stem}`)
      if (beginning !== stem) others += 1
    }
  }
  assert.ok(others > 1000, 'the endings make such words')
})

test('no two beginnings of a stem are one, or begin with the other', () => {
  for (const stem of [
    'energi',
    'schon',
    'referent',
    'municipal',
    'precieux',
    'nationale',
    'bai',
    'baat',
    'baal',
    'seit',
    'seei',
  ]) {
    const beginnings = beginningsOf(stem)
    for (const one of beginnings)
      assert.deepEqual(
        beginnings.filter((other) => other.startsWith(one)),
        [one],
      )
  }
})
