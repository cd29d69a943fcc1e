/**
 * The grade of a word in an entry: how much the best of the fields that hold it counts, 0 the least. A row of postings is
 * an ordinal with a grade.
 */
import type { Entry } from '../query.ts'

const gradeBits = 3
/** An entry has at most this many fields of words. */
const fieldsMost = 2 ** gradeBits
/** The grade of a word of the first field, which counts the most. */
export const bestGrade = fieldsMost - 1

export function rowOf(ordinal: number, grade: number): number {
  return (ordinal << gradeBits) | grade
}

export function ordinalOf(row: number): number {
  return row >> gradeBits
}

export function gradeOf(row: number): number {
  return row & bestGrade
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
