import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSavedFlemishData, noFlemishData, savedText } from '../../../tests/harness/ipdc-products.ts'
import { objectsOf, readNTriples, subjectsOfType, type Term, TriplesFault } from './n-triples.ts'

const literal = (value: string, language: string | null = null, datatype: string | null = null): Term => ({
  kind: 'literal',
  value,
  language,
  datatype,
})

const objects: [object: string, term: Term][] = [
  ['<http://a.example/o>', { kind: 'iri', value: 'http://a.example/o' }],
  ['<http://a.example/\\u00E9>', { kind: 'iri', value: 'http://a.example/é' }],
  ['_:node-1', { kind: 'blank', value: '_:node-1' }],
  ['"plain"', literal('plain')],
  ['""', literal('')],
  ['"with \\"quotes\\" and \\\\"', literal('with "quotes" and \\')],
  ['"a\\tb\\nc\\rd"', literal('a\tb\nc\rd')],
  ['"Oekra\\u00EFne \\U0001F600"', literal('Oekraïne 😀')],
  ['"Subsidie"@nl', literal('Subsidie', 'nl')],
  ['"Subsidie"@nl-BE-x-formal', literal('Subsidie', 'nl-be-x-formal')],
  [
    '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>',
    literal('true', null, 'http://www.w3.org/2001/XMLSchema#boolean'),
  ],
  ['"a # b . c"', literal('a # b . c')],
]
for (const [object, term] of objects) {
  test(`the object ${object} is read as it is meant`, () => {
    for (const line of [
      `<http://a.example/s> <http://a.example/p> ${object} .`,
      `<http://a.example/s>\t<http://a.example/p>\t${object}\t. # why`,
      `  <http://a.example/s><http://a.example/p>${object}.`,
    ]) {
      assert.deepEqual(objectsOf(readNTriples(line), 'http://a.example/s', 'http://a.example/p'), [term])
    }
  })
}

const faults: [line: string, reason: string][] = [
  ['<http://a.example/s> <http://a.example/p> "no end" ', 'not a triple'],
  ['<http://a.example/s> <http://a.example/p> "open .', 'not a triple'],
  ['<http://a.example/s> <http://a.example/p> <http://a.example/o> . <http://a.example/s>', 'not a triple'],
  ['<http://a.example/s> _:p <http://a.example/o> .', 'not a triple'],
  ['"s" <http://a.example/p> <http://a.example/o> .', 'not a triple'],
  ['<http://a.example/s> <http://a.example/p> """long""" .', 'not a triple'],
  ['@prefix a: <http://a.example/> .', 'not a triple'],
  ['<http://a.example/s> <http://a.example/p> <o> .', 'a relative IRI'],
  ['<http://a.example/s> <http://a.example/p> "\\x" .', 'an escape that does not exist'],
  ['<http://a.example/s> <http://a.example/p> "\\uD800" .', 'an escape that does not exist'],
  ['<http://a.example/s> <http://a.example/p> "\\u12" .', 'an escape that does not exist'],
]
for (const [line, reason] of faults) {
  test(`${line} is refused: ${reason}, with its line`, () => {
    assert.throws(
      () => readNTriples(`# a head\n\n${line}\n`),
      (error) => {
        assert.ok(error instanceof TriplesFault)
        assert.deepEqual([error.line, error.message], [3, `line 3: ${reason}`])
        return true
      },
    )
  })
}

test('a graph is a set: a triple that stands twice is one, and order is that of the document', () => {
  const graph = readNTriples(
    ['"b"', '"a"', '"b"', '"b"@nl'].map((object) => `_:s <http://a.example/p> ${object} .`).join('\r\n'),
  )
  assert.deepEqual(objectsOf(graph, '_:s', 'http://a.example/p'), [literal('b'), literal('a'), literal('b', 'nl')])
})

test('subjects are found by their type, each once', () => {
  const typed = (subject: string, type: string): string =>
    `<http://a.example/${subject}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a.example/${type}> .`
  const graph = readNTriples(
    [typed('2', 'Call'), typed('1', 'Other'), typed('1', 'Call'), typed('3', 'Other')].join('\n'),
  )
  assert.deepEqual(subjectsOfType(graph, ['http://a.example/Call']), ['http://a.example/2', 'http://a.example/1'])
})

if (hasSavedFlemishData) {
  const files: [file: string, triples: number][] = [
    ['flanders-subsidie/subsidiepunt-offers-2026-05.nt', 221],
    ['flanders-subsidie/subsidiedatabank-offers-2023-08.nt', 185],
    ['flanders-ipdc/products/ipdc-prod-products-2026-02.nt', 698],
    ['flanders-ipdc/products/ipdc-prod-financial-advantage-2026-02.nt', 119],
  ]
  for (const [file, triples] of files) {
    test(`every triple of ${file} is read`, () => {
      const graph = readNTriples(savedText(file))
      const read = [...graph.values()].flatMap((predicates) => [...predicates.values()]).flat()
      assert.equal(read.length, triples)
    })
  }
} else test('what the saved data of the Flemish sources show', { skip: noFlemishData })
