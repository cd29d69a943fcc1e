/**
 * A result row of the EU Funding & Tenders Portal as the search API gives it: `metadata.<key>` is a list of texts, some
 * of which hold JSON, and some cascade rows carry their fields beside `metadata` instead of in it. Here such a row is
 * read without judging it; a part that cannot be read throws `UnreadableRow`, so that the row is rejected and the
 * measure stays as it was, rather than losing an amount or a date without a word.
 */
import { cleanLine } from '../clean-html.ts'

export type EuRow = Record<string, unknown>

/** A part of the row that is there and cannot be read. The message begins with the property. */
export class UnreadableRow extends Error {}

const labelLengthMax = 500

/** The values of a property, wherever the row carries it; empty texts and nulls are left out. */
export function valuesOf(row: EuRow, key: string): string[] {
  const inMetadata = isObject(row.metadata) ? texts(row.metadata[key]) : []
  return inMetadata.length > 0 ? inMetadata : texts(row[key])
}

export function firstOf(row: EuRow, key: string): string | null {
  return valuesOf(row, key)[0] ?? null
}

/** A property that holds JSON in a text (`actions`, `budgetOverview`, `links`); null when it is absent. */
export function jsonOf(row: EuRow, key: string): unknown {
  const text = firstOf(row, key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableRow(`${key}: the text is not JSON`)
  }
}

/** The text without footnotes, which stand in two brackets each. */
function withoutFootnotes(text: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('[[', from)
    const end = start === -1 ? -1 : text.indexOf(']]', start + 2)
    if (end === -1) return kept + text.slice(from)
    kept += text.slice(from, start)
    from = end + 2
  }
}

/** A title or label on one line, without markup, footnote marks and percent-encoding; null when nothing is left. */
export function labelOf(text: string | null): string | null {
  if (text === null) return null
  const line = cleanLine(withoutFootnotes(decodedLabel(text)), { lengthMax: labelLengthMax })
  return line === '' ? null : line
}

/**
 * Undoes the percent-encoding that the portal leaves in some labels (`R%26I`, `Sk%C5%82odowska`). A per cent sign after
 * a digit is a per cent sign (`50%20`), and bytes that are no UTF-8 stay as they are.
 */
export function decodedLabel(text: string): string {
  return text.replaceAll(/(?<![\d%])(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

const knownReference = /^(.*(?:TOPICS|COMPETITIVE_CALL|PROSPECTS))(?:[A-Za-z]{2})?$/
const localIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

export type EuReference = {
  /** As the portal writes it, e.g. `50129698TOPICSen`. */
  whole: string
  /** Without the suffix of the language, e.g. `50129698TOPICS`: the local id (contract 4). */
  localId: string
}

/** The reference of a row; null when it has none, or one that is no id. */
export function referenceOf(row: EuRow): EuReference | null {
  const whole = texts(row.reference)[0] ?? firstOf(row, 'REFERENCE')
  if (whole === null || whole === undefined) return null
  const localId = knownReference.exec(whole)?.[1] ?? withoutLanguage(whole, languageOf(row))
  return localIdForm.test(localId) ? { whole, localId } : null
}

/** The row's language as the portal names it, in lower case; null when it does not. */
export function languageOf(row: EuRow): string | null {
  return (texts(row.language)[0] ?? firstOf(row, 'language'))?.toLowerCase() ?? null
}

function withoutLanguage(reference: string, language: string | null): string {
  return language !== null && reference.toLowerCase().endsWith(language)
    ? reference.slice(0, -language.length)
    : reference
}

export type EuKind = 'topic' | 'prospect' | 'cascade'

/** What kind of call a row is: by its type (1, 2, 8), else by its reference; null for anything else. */
export function kindOf(row: EuRow, reference: EuReference): EuKind | null {
  const type = firstOf(row, 'type')
  if (type !== null) return kindsByType.get(type) ?? null
  if (reference.localId.endsWith('TOPICS')) return 'topic'
  if (reference.localId.endsWith('COMPETITIVE_CALL')) return 'cascade'
  return reference.localId.endsWith('PROSPECTS') ? 'prospect' : null
}

const kindsByType = new Map<string, EuKind>([
  ['1', 'topic'],
  ['2', 'prospect'],
  ['8', 'cascade'],
])

/**
 * The rows of `budgetOverview` that are the topic's own. It lists every topic of the call; a row's `action` begins with
 * the identifier of its topic and a space, so that `...-2` does not take what is `...-2-a`'s.
 */
export function ownBudgetRows(row: EuRow, identifier: string): Record<string, unknown>[] {
  return budgetRows(row).filter(({ action }) => isOf(action, identifier))
}

/** The rows of `budgetOverview` that are of other topics of the call. */
export function otherBudgetRows(row: EuRow, identifier: string): Record<string, unknown>[] {
  return budgetRows(row).filter(({ action }) => typeof action === 'string' && !isOf(action, identifier))
}

function budgetRows(row: EuRow): Record<string, unknown>[] {
  const overview = jsonOf(row, 'budgetOverview')
  const byAction = isObject(overview) && isObject(overview.budgetTopicActionMap) ? overview.budgetTopicActionMap : {}
  return Object.values(byAction).flatMap(objectsIn)
}

const isOf = (action: unknown, identifier: string): boolean =>
  typeof action === 'string' && (action === identifier || action.startsWith(`${identifier} `))

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of a list that are objects; what is no list has none. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean')
    .map((entry) => String(entry).trim())
    .filter((entry) => entry !== '')
}
