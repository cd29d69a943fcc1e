/**
 * The texts of an EU call: the portal's HTML as plain text, and one last paragraph in our own words with the ids by
 * which people look a call up. The portal's texts are CC BY 4.0 (Commission Decision 2011/833/EU); that they were
 * adapted is said in the source's attribution.
 */
import type { TextLanguage } from '../../../values/vocabularies.ts'
import { cleanHtml, shorten } from '../clean-html.ts'
import { budgetInWords } from './amount.ts'
import { type EuKind, type EuRow, firstOf, labelOf, valuesOf } from './row.ts'

const descriptionLengthMax = 20_000
const summaryLengthMax = 320
const sentenceLengthMin = 30

/** The call's own title (contract 4): of a cascade call not that of the topic that pays for it. */
export function titleOf(row: EuRow, kind: EuKind): string | null {
  if (kind !== 'cascade') return labelOf(firstOf(row, 'title'))
  return labelOf(firstOf(row, 'callTitle')) ?? labelOf(firstOf(row, 'summary'))
}

/** Description, ending in `facts`, and summary; the summary is null where the row describes nothing. */
export function descriptionOf(
  row: EuRow,
  facts: string,
  language: TextLanguage,
): { description: string; summary: string | null } {
  const html = firstOf(row, 'descriptionByte') ?? firstOf(row, 'description') ?? ''
  const text = cleanHtml(html, { lengthMax: descriptionLengthMax - facts.length - 2 })
  return { description: text === '' ? facts : `${text}\n\n${facts}`, summary: summaryOf(text, language) }
}

/**
 * The first sentences of a description, as many as fit. Headings and lines that announce a list say nothing by
 * themselves: a line counts when it ends as a sentence or an item of a list does.
 */
export function summaryOf(text: string, language: TextLanguage): string | null {
  const first = text
    .split('\n')
    .map((line) => line.replace(/^\s*[-•–*]\s+/, '').replaceAll(/\s?\[\d+\]/g, ''))
    .find((line) => line.length >= sentenceLengthMin && /[.!?;…]["”’)]?$/.test(line))
  if (first === undefined) return null
  let summary = ''
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(first)) {
    if (summary !== '' && (summary + segment).trimEnd().length > summaryLengthMax) break
    summary += segment
  }
  const sentence = shorten(summary.trim().replace(/;$/, '.'), summaryLengthMax)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const words = {
  en: {
    topic: 'Topic',
    reference: 'Reference',
    call: 'Call',
    action: 'Type of action',
    grants: 'Expected number of grants',
    project: 'Project',
    paidFrom: 'Paid from the topic',
    budget: 'Budget as the portal states it',
  },
  nl: {
    topic: 'Topic',
    reference: 'Referentie',
    call: 'Oproep',
    action: 'Soort actie',
    grants: 'Verwacht aantal subsidies',
    project: 'Project',
    paidFrom: 'Betaald uit de topic',
    budget: 'Budget zoals het portaal het opgeeft',
  },
  fr: {
    topic: 'Thème',
    reference: 'Référence',
    call: 'Appel',
    action: "Type d'action",
    grants: 'Nombre prévu de subventions',
    project: 'Projet',
    paidFrom: 'Financé par le thème',
    budget: "Budget tel que le portail l'indique",
  },
  de: {
    topic: 'Thema',
    reference: 'Referenz',
    call: 'Aufruf',
    action: 'Art der Maßnahme',
    grants: 'Erwartete Zahl der Finanzhilfen',
    project: 'Projekt',
    paidFrom: 'Finanziert aus dem Thema',
    budget: 'Budget laut Portal',
  },
} satisfies Record<TextLanguage, Record<string, string>>

/** What identifies the call, in our own words: ids, names, the type of action, the expected grants. */
export function factsOf(
  row: EuRow,
  kind: EuKind,
  identifier: string,
  grants: number | null,
  language: TextLanguage,
): string {
  const say = words[language]
  const callId = firstOf(row, 'callIdentifier')
  const facts: [label: string, fact: string | null][] =
    kind === 'cascade'
      ? [
          [say.project, named(labelOf(firstOf(row, 'projectName')), firstOf(row, 'projectAcronym'))],
          [say.paidFrom, named(identifier, labelOf(firstOf(row, 'title')))],
        ]
      : [
          [kind === 'topic' ? say.topic : say.reference, identifier],
          [say.call, callId === null ? null : named(callId, labelOf(firstOf(row, 'callTitle')))],
          [say.action, valuesOf(row, 'typesOfAction').map(labelOf).join(', ') || null],
          [say.grants, grants === null ? null : String(grants)],
        ]
  if (kind !== 'topic') facts.push([say.budget, budgetInWords(row)])
  const colon = language === 'fr' ? ' :' : ':'
  return facts.flatMap(([label, fact]) => (fact === null ? [] : [`${label}${colon} ${fact}.`])).join(' ')
}

function named(name: string | null, aside: string | null): string | null {
  if (name === null) return aside
  return aside === null || aside === name ? name : `${name} (${aside})`
}
