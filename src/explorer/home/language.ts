/** Which of our languages a browser asks for (`Accept-Language`, RFC 9110 section 12.5.4). */
import { type Language, languages } from '../../values/vocabularies.ts'

/** Of what is longer nobody reads the rest. */
const charactersMax = 500

/** The language with the highest weight, of equals the first; English where none is ours. */
export function languageFor(accepted: string | undefined): Language {
  let best: { language: Language; weight: number } | null = null
  for (const part of (accepted ?? '').slice(0, charactersMax).toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.trim().split(';')
    const language = languages.find((one) => range === one || range.startsWith(`${one}-`))
    const given = parameters
      .map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1])
      .find((one) => one !== undefined)
    const weight = given === undefined ? 1 : Number(given)
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language ?? 'en'
}
