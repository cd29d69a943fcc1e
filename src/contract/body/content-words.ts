/** What is told of a value that was read and cannot be right: what its schema asks of it, in words. */

import { quoted } from '../../values/meant/hints.ts'
import { notADay } from '../../values/meant/meant-day.ts'
import { refusalWordsOf } from '../../values/meant/schema-notes.ts'
import { characterCount } from '../../values/texts/character-count.ts'

type Node = { readonly [keyword: string]: unknown }

/** Goes on behind the path of the value, without the point at the end where it has one; null: the schema says no more. */
export function contentWords(node: Node, value: unknown): string | null {
  if (typeof value === 'string') return textWords(node, value)
  if (typeof value === 'number') return numberWords(node, value)
  if (Array.isArray(value)) return countWords(value.length, node.minItems, node.maxItems, 'members')
  if (typeof value !== 'object' || value === null) return null
  return countWords(Object.keys(value).length, node.minProperties, node.maxProperties, 'properties')
}

function textWords(node: Node, value: string): string | null {
  const said = refusalWordsOf(node)
  if (said !== null) return said(value, quoted(value))
  if (node.format === 'date') return notADay(value, quoted(value))
  // Lengths are of code points (JSON Schema).
  return countWords(characterCount(value), node.minLength, node.maxLength, 'characters')
}

function numberWords({ minimum, maximum }: Node, value: number): string | null {
  if (!Number.isFinite(value)) return 'is larger than any number that can be right.'
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return `must be from ${minimum} to ${maximum}, not ${value}.`
  if (typeof minimum === 'number' && value < minimum) return `must be ${minimum} or more, not ${value}.`
  if (typeof maximum === 'number' && value > maximum) return `must be ${maximum} or less, not ${value}.`
  return null
}

function countWords(count: number, min: unknown, max: unknown, what: string): string | null {
  if (typeof max === 'number' && count > max) return `must have at most ${max} ${what}, and has ${count}.`
  if (typeof min !== 'number' || count >= min) return null
  return `must have at least ${min} ${min === 1 ? what.replace(/ies$/, 'y').replace(/s$/, '') : what}.`
}
