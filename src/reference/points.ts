/**
 * The points: what no rule can say and a caller can answer with yes or no, shared by the measures that ask it (contract 5,
 * points). One fact is one point, said so that yes is the fact. Table: `reference/points.tsv`. A point is never removed:
 * one that nothing should ask any more is retired, and what was answered under it is left aside.
 */
import { type AskedProperty, askedProperties } from '../values/questions.ts'
import { type ApplicantType, applicantTypes, type TextLanguage } from '../values/vocabularies.ts'
import { listIn, memberIn, readTable } from './table.ts'

type Texts = Readonly<Record<TextLanguage, string>>

export type Point = {
  id: string
  retired: boolean
  /** Request properties that it is the gate of: one question stands for all of them (contract 5, gates). */
  gates: readonly AskedProperty[]
  /** Points that hold wherever this one does. */
  implies: readonly string[]
  /** The applicants of whom it can be true; empty: of all. */
  onlyOf: readonly ApplicantType[]
  /** The applicants of whom it always holds. */
  trueOf: readonly ApplicantType[]
  /** The fact, said as though it held. */
  fact: Texts
  /** What is asked, so that yes is the fact. */
  question: Texts
}

const all: readonly Point[] = readTable('points.tsv', [
  'id',
  'retired',
  'gates',
  'implies',
  'only_of',
  'true_of',
  'nl',
  'fr',
  'de',
  'en',
  'question_nl',
  'question_fr',
  'question_de',
  'question_en',
]).map((cell) => ({
  id: cell('id'),
  retired: cell('retired') === '1',
  gates: listIn(cell('gates')).map((name) => memberIn(askedProperties, name)),
  implies: listIn(cell('implies')),
  onlyOf: listIn(cell('only_of')).map((type) => memberIn(applicantTypes, type)),
  trueOf: listIn(cell('true_of')).map((type) => memberIn(applicantTypes, type)),
  fact: { nl: cell('nl'), fr: cell('fr'), de: cell('de'), en: cell('en') },
  question: {
    nl: cell('question_nl'),
    fr: cell('question_fr'),
    de: cell('question_de'),
    en: cell('question_en'),
  },
}))

const byId: ReadonlyMap<string, Point> = new Map(all.map((point) => [point.id, point]))

/** Every point, retired ones too, by id. */
export function points(): readonly Point[] {
  return all
}

/** The point of that id; null where there is none. */
export function pointOf(id: string): Point | null {
  return byId.get(id) ?? null
}

/** A point that stands for request properties until it is answered (contract 5, gates). */
export type Gate = { point: string; properties: readonly AskedProperty[] }

const allGates: readonly Gate[] = all
  .filter((point) => point.gates.length > 0)
  .map((point) => ({ point: point.id, properties: point.gates }))
const gateByProperty: ReadonlyMap<AskedProperty, string> = new Map(
  allGates.flatMap(({ point, properties }) => properties.map((property) => [property, point] as const)),
)

export function gates(): readonly Gate[] {
  return allGates
}

/** The point that is the gate of a property; null where it has none. */
export function gateOf(property: AskedProperty): string | null {
  return gateByProperty.get(property) ?? null
}
