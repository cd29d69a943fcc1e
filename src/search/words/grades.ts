/**
 * The grade of a word in an entry: how much the best of the fields that hold it counts, 0 the least. A row of postings is
 * an ordinal with a grade; of many rows the grades are three sets of bits, one for each digit of the number.
 */
import type { Entry } from '../query.ts'
import type { Bits } from '../sets/bitset.ts'

const gradeBits = 3
/** An entry has at most this many fields of words. */
const fieldsMost = 2 ** gradeBits
/** The grade of a word of the first field, which counts the most. */
export const bestGrade = fieldsMost - 1

/** For each ordinal its grade: the ones of it, the twos and the fours. Where nothing is, 0. */
export type Grades = readonly [ones: Bits, twos: Bits, fours: Bits]

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

export function gradeAt(grades: Grades, ordinal: number): number {
  const [ones, twos, fours] = grades
  const at = ordinal >>> 5
  const place = ordinal & 31
  return (
    (((ones[at] ?? 0) >>> place) & 1) |
    ((((twos[at] ?? 0) >>> place) & 1) << 1) |
    ((((fours[at] ?? 0) >>> place) & 1) << 2)
  )
}

/** Gives an ordinal a grade where the one it has is lower. */
export function raise(grades: Grades, ordinal: number, grade: number): void {
  if (grade <= gradeAt(grades, ordinal)) return
  const at = ordinal >>> 5
  const bit = 1 << (ordinal & 31)
  const [ones, twos, fours] = grades
  ones[at] = (grade & 1) === 0 ? (ones[at] ?? 0) & ~bit : (ones[at] ?? 0) | bit
  twos[at] = (grade & 2) === 0 ? (twos[at] ?? 0) & ~bit : (twos[at] ?? 0) | bit
  fours[at] = (grade & 4) === 0 ? (fours[at] ?? 0) & ~bit : (fours[at] ?? 0) | bit
}

/** Gives every ordinal the higher of its grades in both. */
export function raiseAll(into: Grades, others: Grades): void {
  const [ones, twos, fours] = into
  const [otherOnes, otherTwos, otherFours] = others
  for (let at = 0; at < ones.length; at += 1) {
    const [one, two, four] = [ones[at] ?? 0, twos[at] ?? 0, fours[at] ?? 0]
    const [otherOne, otherTwo, otherFour] = [otherOnes[at] ?? 0, otherTwos[at] ?? 0, otherFours[at] ?? 0]
    const higher =
      (otherFour & ~four) | (~(otherFour ^ four) & ((otherTwo & ~two) | (~(otherTwo ^ two) & otherOne & ~one)))
    ones[at] = (one & ~higher) | (otherOne & higher)
    twos[at] = (two & ~higher) | (otherTwo & higher)
    fours[at] = (four & ~higher) | (otherFour & higher)
  }
}

/** Of 32 ordinals, those that have that grade. */
export function having([ones, twos, fours]: Grades, grade: number, at: number): number {
  const one = ones[at] ?? 0
  const two = twos[at] ?? 0
  const four = fours[at] ?? 0
  return ((grade & 1) === 0 ? ~one : one) & ((grade & 2) === 0 ? ~two : two) & ((grade & 4) === 0 ? ~four : four)
}
