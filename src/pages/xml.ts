/** Texts in XML, whatever they hold: escaped, and without the characters that no XML document may have (XML 1.0, 2.2). */
import { withoutDirectionMarks } from '../values/direction-marks.ts'

// Lone surrogates are none either; written as UTF-8 they would be another character.
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For the text of an element, or an attribute in either kind of quotes. */
export function xmlText(text: string): string {
  return withoutDirectionMarks(text)
    .replaceAll(notInXml, '\ufffd')
    .replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '')
}
