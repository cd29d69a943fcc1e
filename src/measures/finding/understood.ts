/** What was understood of a search, as it is told to whoever asked (`meta.understood`, contract 11). */

import { dottedNace, naceLabel } from '../../reference/nace.ts'
import type { Situation } from '../../situations/read-situation.ts'
import type { Sense } from '../../situations/senses.ts'
import { applicantTypeLabels, companySizeLabels, instrumentTypeLabels, topicLabels } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { isApplicantType, type MeantQuery } from './meant-query.ts'

/** An element of `meta.understood`. */
export type Understood = { kind: string; text: string; id: string | null; label: string | null }

/** `titleOf`: the title of a measure in that language. */
export function understoodOf(
  meant: { situation: Situation; query: Pick<MeantQuery, 'overruled'> } | null,
  language: Language,
  titleOf: (id: string) => string | null,
): Understood[] {
  if (meant === null) return []
  const { overruled } = meant.query
  return meant.situation.parts.map((part, place): Understood => {
    const { text } = part
    const none = { text, id: null, label: null }
    if (overruled.includes(place)) return { kind: 'ignored', ...none }
    if (part.kind === 'word') return { kind: 'word', ...none }
    if (part.kind === 'amount' || part.kind === 'people')
      return { kind: part.kind, text, id: String(part.value), label: null }
    if (part.kind === 'measure') {
      const [only = null, ...others] = part.ids
      const id = others.length === 0 ? only : null
      return { kind: 'programme', text, id, label: id === null ? null : titleOf(id) }
    }
    if (part.kind !== 'sense') return { kind: 'ignored', ...none }
    const [first] = part.senses
    if (first === undefined) return { kind: 'word', ...none }
    return { kind: first.kind, text, ...namedSense(part.senses, first, language) }
  })
}

function namedSense(senses: readonly Sense[], first: Sense, language: Language): { id: string; label: string } {
  if (first.kind === 'place') return { id: first.place.id, label: first.place.label[language] }
  if (first.kind === 'activity') {
    const [code = ''] = first.trade.codes
    return { id: dottedNace(code), label: naceLabel(code, 2025, language) ?? code }
  }
  if (first.kind === 'purpose')
    return { id: first.purpose.id, label: first.purpose.names[language][0] ?? first.purpose.id }
  if (first.kind === 'programme') return { id: first.programme.code, label: first.programme.label }
  const all = senses.flatMap((sense): [id: string, label: string][] => {
    if (sense.kind === 'applicant') {
      const { type } = sense
      return [[type, (isApplicantType(type) ? applicantTypeLabels[type] : companySizeLabels[type])[language]]]
    }
    if (sense.kind === 'topic') return [[sense.topic, topicLabels[sense.topic][language]]]
    return sense.kind === 'instrument' ? [[sense.instrument, instrumentTypeLabels[sense.instrument][language]]] : []
  })
  return { id: all.map(([id]) => id).join(','), label: all.map(([, label]) => label).join(', ') }
}
