import { Index } from 'flexsearch'
import { wordsOf } from '../../../src/search/words/words.ts'
import { titleAndText } from '../catalogue.ts'
import { listOf } from './filtered.mjs'

export async function open(catalogue) {
  const { answer } = listOf(catalogue)
  const index = new Index({ tokenize: 'forward', encode: (text) => text.split(' ') })
  let number = 0
  for (const entry of catalogue.entries()) {
    index.add(number, Object.values(titleAndText(entry)).flat().flatMap(wordsOf).join(' '))
    number += 1
  }
  return {
    run: (asked) => {
      const hits = asked.words.length === 0 ? null : index.search(asked.words.join(' '), { limit: catalogue.count })
      return answer(hits, asked)
    },
    diskBytes: () => 0,
    close: () => {},
  }
}
