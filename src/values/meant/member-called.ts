/** Members of vocabularies by what they are called: for who gave the label, in whatever language, where the id belongs. */
import * as labels from '../labels.ts'
import { foldedWord } from './nearest.ts'

const tables: Readonly<Record<string, Readonly<Record<string, labels.Label>>>> = { ...labels }

/** Tags of languages as browsers and frameworks give them. */
const languageTags = { nl: ['nl-BE', 'nl-NL'], fr: ['fr-BE', 'fr-FR'], en: ['en-GB', 'en-US'] }

const idsByWord: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>()
  const note = (text: string, id: string): void => {
    const word = foldedWord(text)
    found.set(word, (found.get(word) ?? new Set<string>()).add(id))
  }
  for (const table of Object.values(tables)) {
    for (const [id, { nl, fr, en }] of Object.entries(table)) for (const text of [nl, fr, en]) note(text, id)
  }
  for (const [id, tags] of Object.entries(languageTags)) for (const tag of tags) note(tag, id)
  return found
})()

const nobody: ReadonlySet<string> = new Set()

/** The ids that are called so in nl, fr or en, of whatever vocabulary; case and accents do not count. */
export function membersCalled(text: string): ReadonlySet<string> {
  return idsByWord.get(foldedWord(text)) ?? nobody
}
