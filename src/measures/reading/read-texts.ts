/** Texts by language and links of the input record (contract 4). */
import type { LocalizedText } from '../../values/localized-text.ts'
import { textOnlyIn } from '../../values/localized-text.ts'
import { inputBounds, inputProperties } from './input-schema.ts'
import type { Place } from './reading.ts'
import { fault, isAbsent, isPlainObject, partsAt, stringAt } from './reading.ts'

/** A text: a string counts as the source's language, an object has the keys nl, fr, en, de. Null: in no language. */
export function localizedAt(
  place: Place,
  max: number,
  read: (text: Place, max: number) => string | null = stringAt,
): LocalizedText | null {
  if (isAbsent(place.value)) return null
  if (typeof place.value === 'string') {
    const text = read(place, max)
    return text === null ? null : textOnlyIn(place.reading.source.language, text)
  }
  if (!isPlainObject(place.value)) return fault(place, 'neither a string nor an object of nl, fr, en, de')
  const part = partsAt(place, inputProperties.text)
  if (part === null) return null
  const text = {
    nl: read(part('nl'), max),
    fr: read(part('fr'), max),
    en: read(part('en'), max),
    de: read(part('de'), max),
  }
  const none = text.nl === null && text.fr === null && text.en === null && text.de === null
  return none ? null : text
}

/** A text that must exist in some language; where it does not, an empty one beside the fault. */
export function requiredTextAt(
  place: Place,
  max: number,
  read?: (text: Place, max: number) => string | null,
): LocalizedText {
  const faultsBefore = place.reading.faults.length
  const text = localizedAt(place, max, read)
  if (text === null && place.reading.faults.length === faultsBefore) fault(place, 'missing')
  return text ?? { nl: null, fr: null, en: null, de: null }
}

/** A note: by language or a string. */
export function noteAt(place: Place): LocalizedText | null {
  return localizedAt(place, inputBounds.noteMax)
}

/** A well-formed http or https address, kept as given. */
export function urlAt(place: Place, max: number = inputBounds.urlMax): string | null {
  const text = stringAt(place, max)
  if (text === null) return null
  // The parser of the standard forgives white space and missing slashes; a link that we serve needs no forgiveness.
  const wellFormed = /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) && URL.canParse(text)
  return wellFormed ? text : fault(place, 'not an http or https address')
}

/** The same by language. */
export function localizedUrlAt(place: Place): LocalizedText | null {
  return localizedAt(place, inputBounds.urlMax, urlAt)
}
