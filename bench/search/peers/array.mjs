/** A list of all measures, filtered and sorted: the answer that all others are compared with. */

import { wordsOf } from '../../../src/search/words/words.ts'
import { titleAndText } from '../catalogue.ts'
import { meets, sortKey } from '../engine.ts'

export async function open(catalogue) {
  const ranks = catalogue.titleRanks()
  const rows = []
  for (const entry of catalogue.entries()) {
    const words = new Set(Object.values(titleAndText(entry)).flat().flatMap(wordsOf))
    const { words: _texts, titles: _titles, ...rest } = entry
    rows.push({ number: rows.length, entry: rest, words: [...words] })
  }
  return {
    run: ({ words, filters, sort, limit, offset }) => {
      const found = rows.filter(
        (row) => meets(row.entry, filters) && words.every((word) => row.words.some((held) => held.startsWith(word))),
      )
      const keyed = found.map((row) => ({ number: row.number, key: sortKey(row.entry, row.number, sort, ranks) }))
      keyed.sort((left, right) => (left.key === right.key ? left.number - right.number : left.key < right.key ? -1 : 1))
      return { total: keyed.length, rows: keyed.slice(offset, offset + limit).map((row) => row.number) }
    },
    diskBytes: () => 0,
    close: () => {},
  }
}
