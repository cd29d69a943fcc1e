/**
 * Which fields of an entry hold a word, and the word's grade: how much the best of them counts, 0 the least. A row of postings
 * is an ordinal with the fields, one bit each.
 */
import type { Entry } from '../query.ts'

/** An entry has at most this many fields of words, so that their bits fit beside an ordinal of up to 8 million. */
const fieldsMost = 8
/** All fields at once. */
export const allFields = 2 ** fieldsMost - 1
/** The grade of a word of the first field, which counts the most. */
export const bestGrade = fieldsMost - 1

/** The bit of a field, which is the higher the more the field counts. */
export function fieldBit(grade: number): number {
  return 1 << grade
}

/** `fields`: the bits of at least one. */
export function rowOf(ordinal: number, fields: number): number {
  return (ordinal << fieldsMost) | fields
}

export function ordinalOf(row: number): number {
  return row >> fieldsMost
}

export function fieldsOf(row: number): number {
  return row & allFields
}

export function gradeOf(row: number): number {
  return 31 - Math.clz32(row & allFields)
}

/** Visits each text of an entry with the grade of its field, the best first. */
export function eachField(words: Entry['words'], visit: (text: string, grade: number) => void): void {
  if (words.length > fieldsMost) throw new Error(`an entry has at most ${fieldsMost} fields of words`)
  for (let field = 0; field < words.length; field += 1) {
    const texts = words[field] ?? []
    for (let place = 0; place < texts.length; place += 1) visit(texts[place] ?? '', bestGrade - field)
  }
}

/**
 * How well each row has a word of a query, by ordinal: 0 not at all, 1 to 8 by the best grade of a word of it that begins with
 * the one that is asked for, the top level where the best field has the word itself.
 */
export type Levels = Uint8Array<ArrayBuffer>

export const topLevel = 9

/** `isWhole`: whether the row has the very word that is asked for. */
export function levelOf(grade: number, isWhole: boolean): number {
  return isWhole && grade === bestGrade ? topLevel : grade + 1
}

/** Gives an ordinal a level where the one it has is lower. */
export function raise(levels: Levels, ordinal: number, level: number): void {
  if ((levels[ordinal] ?? 0) < level) levels[ordinal] = level
}
