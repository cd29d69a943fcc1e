/** New API keys. Apart from `core/`, because they are random. */
import { randomInt } from 'node:crypto'
import { apiKeyOf, type KeyMode, keyLetters, randomLetters } from './core/api-key.ts'

/** A new key, shown once: only its digest and prefix are kept. */
export function mintKey(mode: KeyMode): string {
  const letters = Array.from({ length: randomLetters }, () => keyLetters[randomInt(keyLetters.length)])
  return apiKeyOf(mode, letters.join(''))
}
