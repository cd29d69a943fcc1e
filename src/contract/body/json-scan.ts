/**
 * Finds what `JSON.parse` does not say: a key that stands twice in one object, and nesting beyond a bound. It walks text
 * that the parser has accepted, so it need not know what JSON is, only where its strings, braces and brackets are.
 */
import { visible } from '../../values/meant/hints.ts'

const keyShownMax = 100

/** For example `companies[3].company.employees`; `body` for the whole. Keys that are very long are shown in part. */
export function jsonPath(steps: readonly (string | number)[]): string {
  let path = ''
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else path += path === '' ? shownKey(step) : `.${shownKey(step)}`
  }
  return path === '' ? 'body' : path
}

function shownKey(key: string): string {
  return visible(key.length > keyShownMax ? `${key.slice(0, keyShownMax)}...` : key)
}

type JsonFault = { kind: 'duplicate' | 'depth'; path: string }

type Level = { keys: Set<string> | null; step: string | number }

const quote = 0x22
const backslash = 0x5c

/** The first fault in valid JSON text; null when there is none. */
export function findJsonFault(text: string, levelsMax: number): JsonFault | null {
  const levels: Level[] = []
  let isKey = false
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1)
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at)
        if (isKey && level !== undefined && level.keys !== null) {
          const key = keyOf(text.slice(at, end + 1))
          level.step = key
          if (level.keys.has(key)) return { kind: 'duplicate', path: pathOf(levels) }
          level.keys.add(key)
          isKey = false
        }
        at = end
        break
      }
      case 0x7b: // {
      case 0x5b: {
        // [
        const isObject = text.charCodeAt(at) === 0x7b
        if (levels.length === levelsMax) return { kind: 'depth', path: pathOf(levels) }
        levels.push({ keys: isObject ? new Set() : null, step: isObject ? '' : 0 })
        isKey = isObject
        break
      }
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop()
        isKey = false
        break
      case 0x2c: // ,
        if (level !== undefined && level.keys === null) level.step = Number(level.step) + 1
        else isKey = true
        break
      default:
    }
  }
  return null
}

function pathOf(levels: readonly Level[]): string {
  return jsonPath(levels.map((level) => level.step))
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

// Two spellings of one key (`a` and `\u0061`) are the same key.
function keyOf(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
}
