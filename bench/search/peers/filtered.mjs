/** For engines that only find words: their hits, filtered and sorted as a list. */
import { meets, sortKey } from '../engine.ts'

export function listOf(catalogue) {
  const ranks = catalogue.titleRanks()
  const entries = []
  for (const { words: _texts, titles: _titles, ...entry } of catalogue.entries()) entries.push(entry)
  /** `hits`: numbers best first, or null for all. */
  const answer = (hits, { filters, sort, limit, offset }) => {
    const numbers = []
    if (hits === null) {
      for (let number = 0; number < entries.length; number += 1)
        if (meets(entries[number], filters)) numbers.push(number)
    } else for (const number of hits) if (meets(entries[number], filters)) numbers.push(number)
    if (sort !== 'relevance') {
      const keys = new Map(numbers.map((number) => [number, sortKey(entries[number], number, sort, ranks)]))
      numbers.sort((left, right) => {
        const [one, other] = [keys.get(left), keys.get(right)]
        return one === other ? left - right : one < other ? -1 : 1
      })
    }
    return { total: numbers.length, rows: numbers.slice(offset, offset + limit) }
  }
  return { entries, answer }
}
