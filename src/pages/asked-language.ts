/** Which languages a browser asks for (`Accept-Language`, RFC 9110 section 12.5.4). */
import { type Language, languages, type TextLanguage, textLanguages } from '../values/vocabularies.ts'

/** Of what is longer nobody reads the rest. */
const charactersMax = 500

/** The language of the pages with the highest weight, of equals the first; English where none is asked for. */
export function languageFor(accepted: string | undefined): Language {
  return bestOf(accepted, languages) ?? 'en'
}

/**
 * In which language measures are told on a page: in German, in which no page is, to whose browser asks for German before the languages
 * of the pages, where a measure has a German text.
 */
export function textsFor(accepted: string | undefined, language: Language): TextLanguage {
  return bestOf(accepted, textLanguages) === 'de' ? 'de' : language
}

function bestOf<One extends TextLanguage>(accepted: string | undefined, some: readonly One[]): One | null {
  let best: { language: One; weight: number } | null = null
  for (const part of (accepted ?? '').slice(0, charactersMax).toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.trim().split(';')
    const language = some.find((one) => range === one || range.startsWith(`${one}-`))
    const given = parameters
      .map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1])
      .find((one) => one !== undefined)
    const weight = given === undefined ? 1 : Number(given)
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language ?? null
}
