/**
 * The newest changes as an Atom feed (RFC 4287). Titles are plain text (`type="text"`), so that no reader takes what an authority wrote
 * for markup; entries are named by their event, so that they are the same in every reading.
 */
import { measureAddress } from '../../pages/address.ts'
import { xmlText } from '../../pages/xml.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { eventTypeLabels } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { ChangeShown } from './find-changes.ts'
import { changesWords } from './words.ts'

export type AtomParts = {
  language: Language
  baseUrl: string
  /** Paths of the feed and of its page, with what is asked. */
  self: string
  page: string
  title: string
  /** Who publishes it. */
  author: string
  changes: readonly ChangeShown[]
  /** Of a feed without entries. */
  now: Instant
}

/** Since when addresses of ours name things (RFC 4151): part of every name, and never another. */
const namedSince = '2026'

export function atomFeed({ language, baseUrl, self, page, title, author, changes, now }: AtomParts): string {
  const { hostname } = new URL(baseUrl)
  const tag = (name: string) => xmlText(`tag:${hostname},${namedSince}:${name}`)
  const updated = changes[0]?.at ?? now
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${tag(self)}</id>`,
    `<title type="text">${xmlText(title)}</title>`,
    `<updated>${formatInstant(updated)}</updated>`,
    `<author><name>${xmlText(author)}</name><uri>${xmlText(`${baseUrl}/${language}/`)}</uri></author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(baseUrl + self)}"/>`,
    `<link rel="alternate" type="text/html" hreflang="${language}" href="${xmlText(baseUrl + page)}"/>`,
    ...changes.map((change) => entry(change, tag(change.id), baseUrl, language)),
    '</feed>',
    '',
  ].join('\n')
}

function entry(change: ChangeShown, id: string, baseUrl: string, language: Language): string {
  const what = eventTypeLabels[change.type][language]
  const all = [change.type, ...change.others].map((type) => eventTypeLabels[type][language]).join(', ')
  const address = baseUrl + measureAddress(language, change.measure)
  return [
    '<entry>',
    `<id>${id}</id>`,
    `<title type="text">${xmlText(`${what}: ${change.title}`)}</title>`,
    `<updated>${formatInstant(change.at)}</updated>`,
    `<link rel="alternate" type="text/html" hreflang="${language}" href="${xmlText(address)}"/>`,
    `<summary type="text">${xmlText(`${all} (${changesWords[language].from(change.issuer)})`)}</summary>`,
    '</entry>',
  ].join('\n')
}
