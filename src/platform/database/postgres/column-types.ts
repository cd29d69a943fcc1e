/**
 * How this pool reads what the server answers, and nobody else's: numbers as numbers, truth as 1 or 0, all else as the
 * text it is. Changing `pg`'s own parsers would change them for the whole process.
 */
import { StoreError } from '../store-error.ts'

/** Object ids of PostgreSQL's built-in types (pg_type.dat). */
const numberTypes = new Set([
  20, // bigint
  21, // smallint
  23, // integer
  26, // oid
  700, // real
  701, // double precision
  1700, // numeric: what sum() makes of bigints
])
const booleanType = 16

export function parserOf(type: number): (value: string) => string | number {
  if (numberTypes.has(type)) return readNumber
  return type === booleanType ? readTruth : readText
}

function readNumber(value: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new StoreError('statement', `A number beyond 2^53 came from the store: ${value}`)
  return number
}

function readTruth(value: string): number {
  return value === 't' ? 1 : 0
}

function readText(value: string): string {
  return value
}
