/** When a measure was last read and on whose page, in words, no finer than is known. */

import { monthText } from '../values/figures.ts'
import type { Language } from '../values/vocabularies.ts'
import type { ReadingDoubt } from './record/checked.ts'
import type { Checked } from './record/record.ts'

type Words = {
  unread: string
  onDay: (day: string) => string
  inPeriod: (period: string) => string
  page: (host: string) => string
  otherPage: (host: string) => string
  otherTitle: string
  agoTitle: string
  why: string
}

const words: Record<Language, Words> = {
  nl: {
    unread: 'nog niet gelezen op de pagina van de overheid',
    onDay: (day) => `gelezen op ${day}`,
    inPeriod: (period) => `gelezen in ${period}`,
    page: (host) => ` op een pagina van ${host}`,
    otherPage: (host) => ` op een pagina van ${host}, niet van de overheid zelf`,
    otherTitle: 'Niet gelezen op een pagina van de overheid zelf',
    agoTitle: 'Lang geleden gelezen',
    why: 'Volg de link voor u erop voortgaat.',
  },
  fr: {
    unread: 'pas encore lu sur la page de l’autorité',
    onDay: (day) => `lu le ${day}`,
    inPeriod: (period) => `lu en ${period}`,
    page: (host) => ` sur une page de ${host}`,
    otherPage: (host) => ` sur une page de ${host}, pas de l’autorité elle-même`,
    otherTitle: 'Pas lu sur une page de l’autorité elle-même',
    agoTitle: 'Lu il y a longtemps',
    why: 'Suivez le lien avant de vous y fier.',
  },
  en: {
    unread: 'not yet read on the authority’s page',
    onDay: (day) => `read on ${day}`,
    inPeriod: (period) => `read in ${period}`,
    page: (host) => ` on a page of ${host}`,
    otherPage: (host) => ` on a page of ${host}, not of the authority itself`,
    otherTitle: 'Not read on a page of the authority itself',
    agoTitle: 'Read long ago',
    why: 'Follow the link before relying on it.',
  },
}

/** E.g. `read in March 2024 on a page of vlaio.be`. */
export function readingSaid({ on, url, by }: Checked, language: Language): string {
  const { onDay, inPeriod, page, otherPage } = words[language]
  const [year = '', month, day] = on.split('-')
  const period = month === undefined ? year : monthText(`${year}-${month}`, language)
  const when = day === undefined ? inPeriod(period) : onDay(`${Number(day)} ${period}`)
  const host = url === null ? null : (URL.parse(url)?.hostname.replace(/^www\./, '') ?? null)
  return host === null ? when : `${when}${by === 'third_party' ? otherPage(host) : page(host)}`
}

/** What a row says of its reading where that is in doubt; null: nothing. */
export function doubtSaid(doubt: ReadingDoubt | null, language: Language): string | null {
  if (doubt === null) return null
  return doubt === 'unread' ? words[language].unread : readingSaid(doubt, language)
}

/** The same as a notice above a measure. */
export function doubtNotice(doubt: Checked, language: Language): { title: string; why: string } {
  const { otherTitle, agoTitle, why } = words[language]
  const read = readingSaid(doubt, language)
  return {
    title: doubt.by === 'authority' ? agoTitle : otherTitle,
    why: `${read.slice(0, 1).toUpperCase()}${read.slice(1)}. ${why}`,
  }
}
