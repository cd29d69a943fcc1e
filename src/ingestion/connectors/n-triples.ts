/**
 * N-Triples (W3C Recommendation of 25 February 2014), the line form of RDF: one triple a line. Strict: a line that is no
 * triple is a fault with its number, because a graph with a hole in it could say the opposite of what was published.
 */

export type Term =
  | { kind: 'iri'; value: string }
  /** The value begins with `_:`. */
  | { kind: 'blank'; value: string }
  /** `language` in lower case; `datatype` null for a plain text. */
  | { kind: 'literal'; value: string; language: string | null; datatype: string | null }

/** Objects by subject and predicate, in the order of the document, each triple once. Blank nodes begin with `_:`. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, readonly Term[]>>

/** The document is no N-Triples. `line` counts from 1. */
export class TriplesFault extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}

const triplesMax = 2_000_000
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

// Productions 8 (IRIREF), 7 (BLANK_NODE_LABEL, the characters that are written), 9 (STRING_LITERAL_QUOTE), 6 (LANGTAG).
const iri = '<([^\\x00-\\x20<>"{}|^`\\\\]*(?:\\\\[uU][^\\x00-\\x20<>"{}|^`\\\\]*)*)>'
const blank = '(_:[\\p{L}\\p{N}_:](?:[\\p{L}\\p{N}_:.·-]*[\\p{L}\\p{N}_:·-])?)'
const literal = `"((?:[^"\\\\\\n\\r]|\\\\.)*)"(?:@([A-Za-z]+(?:-[A-Za-z0-9]+)*)|\\^\\^${iri})?`
const triple = new RegExp(
  `^[ \\t]*(?:${iri}|${blank})[ \\t]*${iri}[ \\t]*(?:${iri}|${blank}|${literal})[ \\t]*\\.[ \\t]*(?:#.*)?$`,
  'u',
)
const nothing = /^[ \t]*(?:#.*)?$/

/** Reads a whole document. Throws a `TriplesFault` at the first line that is no triple. */
export function readNTriples(text: string): Graph {
  const graph = new Map<string, Map<string, Term[]>>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  let triples = 0
  for (const [index, line] of lines.entries()) {
    if (nothing.test(line)) continue
    triples += 1
    if (triples > triplesMax) throw new TriplesFault(index + 1, `more than ${triplesMax} triples`)
    const parts = triple.exec(line)
    if (parts === null) throw new TriplesFault(index + 1, 'not a triple')
    const plain = (escaped: string): string => unescaped(escaped, index + 1)
    const absolute = (reference: string): string => absoluteIri(plain(reference), index + 1)
    const [, subject, blankSubject, predicate = '', object, blankObject, value, language, datatype] = parts
    const term: Term =
      object !== undefined
        ? { kind: 'iri', value: absolute(object) }
        : blankObject !== undefined
          ? { kind: 'blank', value: blankObject }
          : {
              kind: 'literal',
              value: plain(value ?? ''),
              language: language?.toLowerCase() ?? null,
              datatype: datatype === undefined ? null : absolute(datatype),
            }
    add(graph, subject === undefined ? (blankSubject ?? '') : absolute(subject), absolute(predicate), term)
  }
  return graph
}

function add(graph: Map<string, Map<string, Term[]>>, subject: string, predicate: string, term: Term): void {
  const predicates = graph.get(subject) ?? new Map<string, Term[]>()
  const terms = predicates.get(predicate) ?? []
  if (!terms.some((known) => isSame(known, term))) terms.push(term)
  graph.set(subject, predicates.set(predicate, terms))
}

function isSame(a: Term, b: Term): boolean {
  if (a.kind !== b.kind || a.value !== b.value) return false
  return a.kind !== 'literal' || b.kind !== 'literal' || (a.language === b.language && a.datatype === b.datatype)
}

const singles: Record<string, string> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f', '"': '"', "'": "'", '\\': '\\' }

/** Undoes the escapes of production 10 (ECHAR) and 3 (UCHAR). */
function unescaped(text: string, line: number): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gu, (_, short, long, single) => {
    const code = Number.parseInt(short ?? long ?? '', 16)
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    const character = single === undefined ? (isCharacter ? String.fromCodePoint(code) : undefined) : singles[single]
    if (character === undefined) throw new TriplesFault(line, 'an escape that does not exist')
    return character
  })
}

function absoluteIri(reference: string, line: number): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(reference)) return reference
  throw new TriplesFault(line, 'a relative IRI')
}

/** Subjects of one of the types, in the order of the document. */
export function subjectsOfType(graph: Graph, types: readonly string[]): string[] {
  const isOne = (term: Term): boolean => term.kind === 'iri' && types.includes(term.value)
  return [...graph].filter(([, predicates]) => predicates.get(rdfType)?.some(isOne)).map(([subject]) => subject)
}

/** Objects of a subject's predicate; empty where there are none. */
export function objectsOf(graph: Graph, subject: string, predicate: string): readonly Term[] {
  return graph.get(subject)?.get(predicate) ?? []
}
