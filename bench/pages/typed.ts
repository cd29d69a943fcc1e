/** Texts as they stand in the search box while somebody types them, letter by letter, in each language. */
import { pageAddress } from '../../src/pages/address.ts'
import { type Language, languages } from '../../src/values/vocabularies.ts'
import { diceOf, entryOf } from '../search/catalogue.ts'

const typed: Readonly<Record<Language, readonly string[]>> = {
  nl: ['warmtepomp gent', 'huis isoleren', 'zonnepanelen bakkerij', 'personeel aanwerven brussel', 'Dämmung Eupen'],
  fr: ['pompe à chaleur namur', 'isoler sa maison', 'panneaux solaires boulangerie', 'engager du personnel à liège'],
  en: ['heat pump ghent', 'insulate my house', 'solar panels bakery antwerp', 'export to asia', 'be', 'research in ai'],
}
const titles = 60
/** What costs the most to look for: beginnings that most measures have, and nothing but such. */
const dear = [
  'a b c d e f g h',
  'de la le et',
  'be in on st re co',
  'in de van het een',
  'a '.repeat(100).trim(),
  'zzzz qqqq',
]

/** Addresses of the suggestions for them, over that many measures of the bench, no two alike. */
export function typedPaths(measures: number): string[] {
  const dice = diceOf(31)
  const paths = languages.flatMap((language) => {
    const ofMeasures = Array.from({ length: titles }, () => entryOf(dice.below(measures)).titles[language])
    const texts = [...typed[language], ...ofMeasures].flatMap(beginningsOf)
    return [...texts, ...dear].map((q) => `${pageAddress(language, 'suggestions')}?q=${encodeURIComponent(q)}`)
  })
  return [...new Set(paths)]
}

/** From the second letter on, as far as anybody types a title. */
function beginningsOf(text: string): string[] {
  const letters = [...text].slice(0, 30)
  return letters.map((_, last) => letters.slice(0, last + 1).join('')).slice(1)
}
