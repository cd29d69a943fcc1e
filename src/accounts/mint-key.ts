/** New API keys: random, and so apart from what a key looks like (`api-key.ts`). */
import { randomInt } from 'node:crypto'
import { apiKeyOf, type KeyMode, keyLetters, randomLetters } from './api-key.ts'

/** A new key, shown once: only its digest and prefix are kept. */
export function mintKey(mode: KeyMode): string {
  const letters = Array.from({ length: randomLetters }, () => keyLetters[randomInt(keyLetters.length)])
  return apiKeyOf(mode, letters.join(''))
}
