/** Addresses of pages, put together in one place: what stands in them is always escaped. */
import type { Language } from '../values/vocabularies.ts'

export type PageQuery = Readonly<Record<string, string | number | readonly string[] | null | undefined>>

/** A path of pages in a language, e.g. `pageAddress('nl', 'search', { q: 'dak' })` is `/nl/search?q=dak`. */
export function pageAddress(language: Language, path: string, query: PageQuery = {}): string {
  return `/${language}/${path}${queryText(query)}`
}

export function measureAddress(language: Language, slug: string): string {
  return `/${language}/measures/${encodeURIComponent(slug)}`
}

/** With its question mark; empty where nothing is asked. What is null, empty or an empty list is left out. */
export function queryText(query: PageQuery): string {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    // A comma in a list says where a value ends, and needs no escape in a query.
    if (text !== '') pairs.push(`${name}=${encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%20', '+')}`)
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
