/** What people read of a curated record. Keywords are not: they are for search alone. */
import type { ResolvedRecord } from '../../src/measures/record/record.ts'
import type { LocalizedText } from '../../src/values/localized-text.ts'

/** Every text of a record that people read, with its property. */
export function textsIn(record: ResolvedRecord): { at: string; text: LocalizedText }[] {
  const named: [string, LocalizedText | null | undefined][] = [
    ['title', record.title],
    ['summary', record.summary],
    ['description', record.description],
    ['application_window.note', record.application_window.note],
    ['amount.note', record.amount?.note],
    ['state_aid.note', record.state_aid?.note],
    ...(record.application?.steps ?? []).map((text, at): [string, LocalizedText] => [`application.steps[${at}]`, text]),
    ...(record.application?.documents ?? []).map((text, at): [string, LocalizedText] => [
      `application.documents[${at}]`,
      text,
    ]),
    ['application.contact.name', record.application?.contact?.name],
    ['application.note', record.application?.note],
    ...record.conditions.map(({ id, text }): [string, LocalizedText] => [`conditions ${id}`, text]),
  ]
  return named.flatMap(([at, text]) => (text === null || text === undefined ? [] : [{ at, text }]))
}
