/**
 * The words of a query. Two spellings are one word in it, though they are several runs of letters: an acronym (`R&D`), by whose
 * letters everything would be found, and what a hyphen joins to a beginning that is no word by itself (`e-commerce`).
 */

import { wordsOf } from '../words.ts'
import { acronymLettersMost, acronymSign, acronyms, beginnings, partsMost } from './joined-words.ts'

const hyphens = /[-\u2010\u2011]/
const hyphened = /[\p{L}\p{N}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{N}\p{M}]+)+/u
const oneWord = new RegExp(`${acronyms.source}|${hyphened.source}`, 'gu')
const signs = /\s*[&+]\s*/

/** The distinct words of what was typed, folded: an acronym as `r&d`, `e-commerce` as `ecommerce`. */
export function queryWordsOf(text: string): string[] {
  if (!/[&+\-\u2010\u2011]/.test(text)) return wordsOf(text)
  const words: string[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(oneWord)) {
    words.push(...wordsOf(text.slice(end, index)), ...asOneWord(found))
    end = index + found.length
  }
  words.push(...wordsOf(text.slice(end)))
  return [...new Set(words)]
}

function asOneWord(found: string): string[] {
  if (!hyphens.test(found)) {
    const letters = found.split(signs).flatMap(wordsOf)
    return [letters.slice(0, acronymLettersMost).join(acronymSign)]
  }
  const parts = found.split(hyphens).flatMap(wordsOf)
  const isOne = parts.length <= partsMost && beginnings.includes(parts[0] ?? '')
  return isOne ? [parts.join('')] : parts
}
