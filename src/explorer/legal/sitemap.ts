/**
 * What search engines are told of: an index, the pages that are always there, and the measures in parts. Each address names
 * its translations. A part is made when it is asked for.
 */
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import { measureAddress, pageAddress } from '../../pages/address.ts'
import { xmlText } from '../../pages/xml.ts'
import { dayOf, type Instant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import { type Language, languages } from '../../values/vocabularies.ts'

/** Three addresses each, rendered in a few milliseconds: far from the 50,000 and the 50 MB that a part may have. */
export const measuresAPart = 500

const staticPages = ['', 'search', 'check', 'deadlines', 'changes', 'sources', 'coverage', 'pricing', 'status']

type Listed = { slug: string; updatedAt: Instant }

/** Measures of a state in the order of their ids, those that are withdrawn left out. */
const listedOf = new WeakMap<CatalogueState, readonly Listed[]>()

type SitemapPart = { name: string; changedAt: Instant | null }

/** Names of the parts, each with when something in it last changed. */
function sitemapParts(state: CatalogueState): SitemapPart[] {
  const listed = listedIn(state)
  const parts: SitemapPart[] = [{ name: 'pages', changedAt: null }]
  for (let from = 0; from < listed.length; from += measuresAPart) {
    const newest = listed
      .slice(from, from + measuresAPart)
      .reduce((most, { updatedAt }) => Math.max(most, updatedAt), 0)
    parts.push({ name: `measures-${from / measuresAPart + 1}`, changedAt: newest })
  }
  return parts
}

export function sitemapIndex(state: CatalogueState, baseUrl: string): string {
  const entries = sitemapParts(state).map(({ name, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${dayOf(changedAt)}</lastmod>`
    return `<sitemap><loc>${xmlText(`${baseUrl}/sitemaps/${name}.xml`)}</loc>${changed}</sitemap>`
  })
  return document('sitemapindex', entries)
}

/** A part by its name; null where the state has none of that name. */
export function sitemapPart(
  state: CatalogueState,
  name: string,
  { baseUrl, docsPaths }: { baseUrl: string; docsPaths(): readonly string[] },
): string | null {
  const [found] = sitemapParts(state).filter((part) => part.name === name)
  if (found === undefined) return null
  return document('urlset', name === 'pages' ? pageEntries(baseUrl, docsPaths()) : measureEntries(state, name, baseUrl))
}

/** The docs are in one language. */
function pageEntries(baseUrl: string, docsPaths: readonly string[]): string[] {
  const docs = docsPaths.map((path) => `<url><loc>${xmlText(baseUrl + path)}</loc></url>`)
  const legal = ['privacy', 'terms'].flatMap((page) =>
    inEach((language) => `${baseUrl}/${page}?lang=${language}`, null),
  )
  return [
    ...staticPages.flatMap((page) => inEach((language) => baseUrl + pageAddress(language, page), null)),
    ...legal,
    ...docs,
  ]
}

function measureEntries(state: CatalogueState, name: string, baseUrl: string): string[] {
  const from = (Number(name.slice('measures-'.length)) - 1) * measuresAPart
  return listedIn(state)
    .slice(from, from + measuresAPart)
    .flatMap(({ slug, updatedAt }) => inEach((language) => baseUrl + measureAddress(language, slug), updatedAt))
}

/** The entry of an address in each language, with the others beside it. */
function inEach(addressIn: (language: Language) => string, changedAt: Instant | null): string[] {
  const addresses = languages.map((language) => xmlText(addressIn(language)))
  const links = languages
    .map((language, place) => `<xhtml:link rel="alternate" hreflang="${language}" href="${addresses[place]}"/>`)
    .join('')
  const changed = changedAt === null ? '' : `<lastmod>${dayOf(changedAt)}</lastmod>`
  return addresses.map((address) => `<url><loc>${address}</loc>${changed}${links}</url>`)
}

function listedIn(state: CatalogueState): readonly Listed[] {
  const known = listedOf.get(state)
  if (known !== undefined) return known
  const listed = [...state.all()]
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .sort((left, right) => byCodePoint(left.id, right.id))
    .map(({ slug, updatedAt }) => ({ slug, updatedAt }))
  listedOf.set(state, listed)
  return listed
}

const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

function document(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} ${names}>`, ...entries, `</${root}>`, ''].join('\n')
}
