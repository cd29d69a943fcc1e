/** Searches as people make them: words, filters, both, pages of what was found; in each language. */
import { listNames, nothingAsked, pagesMax, searchAddress } from '../../src/explorer/search/search-query.ts'
import { languages } from '../../src/values/vocabularies.ts'
import { queriesFor } from '../search/queries.ts'

/** Addresses of search pages over that many measures of the bench, no two alike. */
export function searchPaths(measures: number): string[] {
  const paths = queriesFor(measures).flatMap(({ q, filters, depth }) =>
    languages.map((language) => {
      const given = Object.entries(filters).filter(([name]) => listNames.some((known) => known === name))
      const asked = { ...nothingAsked, q, ...Object.fromEntries(given) }
      return searchAddress(language, asked, { page: depth === 0 ? 1 : 1 + Math.floor(depth * (pagesMax - 1)) })
    }),
  )
  return [...new Set(paths)]
}
