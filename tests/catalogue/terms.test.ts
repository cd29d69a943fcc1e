/** The words of the curated records: official names and terms as `reference/terms.tsv` settles them, in every language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listIn, memberIn, readTable } from '../../src/reference/table.ts'
import { curatedMeasures } from '../harness/curated-catalogue.ts'
import { noneOf } from '../harness/curated-findings.ts'
import { textsIn } from '../harness/curated-texts.ts'

const languages = ['nl', 'fr', 'de', 'en'] as const

const terms = readTable('terms.tsv', ['language', 'term', 'in_place_of', 'about']).map((cell) => ({
  language: memberIn(languages, cell('language')),
  term: cell('term'),
  replaced: listIn(cell('in_place_of'), '|'),
}))

/** The words as they stand, whole and in any case: `frame` is not in `framework`. */
function asWholeWords(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

test('no text of a curated record calls a thing otherwise than by its official name or settled term', async () => {
  const patterns = languages.map((language) => {
    const own = terms.filter((term) => term.language === language)
    const termOf = new Map(own.flatMap(({ term, replaced }) => replaced.map((word) => [word.toLowerCase(), term])))
    return { language, termOf, wrong: asWholeWords([...termOf.keys()]) }
  })
  noneOf(await curatedMeasures(), ({ record }) =>
    textsIn(record).flatMap(({ text }) =>
      patterns.flatMap(({ language, termOf, wrong }) => {
        const word = wrong.exec(text[language] ?? '')?.[0].toLowerCase()
        return word === undefined ? [] : [`${termOf.get(word)}, not: ${text[language]}`]
      }),
    ),
  )
})

test('every term has words that it replaces, and none of them is a term of its language', () => {
  for (const { language, term, replaced } of terms) {
    assert.ok(term !== '' && replaced.length > 0, `${language} ${term}`)
    const named = terms.filter((other) => other.language === language).map((other) => other.term.toLowerCase())
    for (const word of replaced) assert.ok(word !== '' && !named.includes(word.toLowerCase()), `${language} ${word}`)
  }
})
