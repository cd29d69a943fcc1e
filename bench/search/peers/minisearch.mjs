import MiniSearch from 'minisearch'
import { wordsOf } from '../../../src/search/words/words.ts'
import { titleAndText } from '../catalogue.ts'
import { meets } from '../engine.ts'
import { listOf } from './filtered.mjs'

export async function open(catalogue) {
  const { entries, answer } = listOf(catalogue)
  const index = new MiniSearch({
    idField: 'number',
    fields: ['title', 'text'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
  })
  let number = 0
  for (const entry of catalogue.entries()) {
    const [title, text] = Object.values(titleAndText(entry)).map((texts) => texts.flatMap(wordsOf).join(' '))
    index.add({ number, title, text })
    number += 1
  }
  const options = { prefix: true, combineWith: 'AND', boost: { title: 3 } }
  return {
    run: (asked) => {
      const query = asked.words.length === 0 ? MiniSearch.wildcard : asked.words.join(' ')
      const hits = index.search(query, { ...options, filter: (hit) => meets(entries[hit.id], asked.filters) })
      return answer(
        hits.map((hit) => hit.id),
        asked,
      )
    },
    diskBytes: () => 0,
    close: () => {},
  }
}
